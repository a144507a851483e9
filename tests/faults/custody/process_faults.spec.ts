import { setTimeout as delay } from 'node:timers/promises'
import { test } from '@japa/runner'
import { ManualClock } from '#app/clock/clock'
import { RealmHalts } from '#modules/custody/services/realm_halts'
import { emptyQueues } from '#tests/faults/support/emptied_queues'
import { eventually } from '#tests/support/client'
import { writeRows } from '#tests/support/rows'
import { type Process } from '#tests/functional/custody/support/process'
import { newKey } from '../../unit/custody/support/contract_world.ts'
import { MovingRealm } from './support/moving_realm.ts'
import { agreeingTo } from '#tests/functional/custody/support/chain_desk'
import { CONFIRMATIONS, OwnChain } from './support/own_chain.ts'

const HOUR_MS = 3_600_000
const ROUNDS = 4
const PER_ROUND = 3

test.group('custody | faults of processes', (group) => {
  let chain: OwnChain
  let moving: MovingRealm

  group.each.setup(async () => {
    chain = await OwnChain.start()
    moving = await MovingRealm.open((realm, zoneId) => chain.adopt(realm, zoneId))
    return () => chain.stop()
  })

  const rounds = (count: number) => Promise.all(Array.from({ length: count }, () => moving.round()))

  /** Everybody at once, until nothing is pending. */
  const everybody = async (processes: readonly Process[]) => {
    const none = async () => {
      await Promise.all(processes.map((each) => chain.turn(each)))
      return (await moving.pending()) === 0 ? true : null
    }
    await eventually('every operation to end', none)
  }

  test('three workers on a lane and an index: each movement happens once', async ({ assert }) => {
    const others = [await chain.process(), await chain.process()]
    await rounds(ROUNDS)
    await everybody([chain.here, ...others])
    await moving.agrees(assert)
  })

  test('Redis is emptied again and again: everything still ends, once', async ({ assert }) => {
    for (let round = 0; round < ROUNDS; round++) {
      const asked = moving.round()
      await delay(50 * round)
      await emptyQueues()
      await asked
    }
    await moving.agrees(assert)
  })

  test('clocks an hour ahead and an hour behind change nothing', async ({ assert }) => {
    const now = Date.now() * 1000
    const ahead = await chain.process(undefined, new ManualClock(now + HOUR_MS * 1000))
    const behind = await chain.process(undefined, new ManualClock(now - HOUR_MS * 1000))
    await rounds(ROUNDS)
    await everybody([ahead, chain.here, behind])
    await moving.agrees(assert)
  })

  test('time on the chain jumps by a year', async ({ assert }) => {
    await moving.round()
    await chain.world.anvil.rpc('evm_increaseTime', [365 * 24 * 3600])
    await moving.round()
    await moving.agrees(assert)
  })

  test('a database older than the chain: nothing is sent, the realm halts', async ({ assert }) => {
    for (let count = 0; count < 3; count++) await moving.transfer()
    await moving.ended()
    // As a backup from before the last two transfers has it.
    await writeRows`DELETE FROM custody_settlements WHERE realm_id = ${moving.realm.id}
        ORDER BY op_seq DESC LIMIT 2`
    await writeRows`UPDATE custody_pools SET last_op_seq = last_op_seq - 2
        WHERE realm_id = ${moving.realm.id}`
    const restored = await chain.process()
    await chain.carryBy(restored)
    await moving.transfer()
    const halts = await restored.make(RealmHalts)
    const head = (await chain.world.gateway.health()).head
    const halted = async () => {
      await chain.send(restored)
      return halts.of(moving.realm.id)
    }
    await eventually('the halt', halted)
    const halt = await halts.of(moving.realm.id)
    assert.containSubset(halt, { type: 'all_flows', source: 'service', by: 'settlement' })
    assert.equal((await chain.world.gateway.health()).head, head, 'expected nothing to be sent')
    assert.equal(await moving.pending(), 1)
  })

  test("the operator's key is changed while its transactions are under way", async ({ assert }) => {
    const key = newKey()
    const { world } = chain
    await world.fund(key)
    const { lane, gateway } = await agreeingTo('setOperator', chain.chain)
    // An operator pays out and a settler moves books: a key that does both needs both roles.
    for (const fn of ['setOperator', 'setSettler']) {
      const data = gateway.encode('RealmCustody', fn, [world.addressOf(key), true])
      await lane.submit({ purpose: `test:${fn}:${moving.realm.id}`, to: moving.pool, data })
    }
    // Stored and never mined: the node forgets them, and nobody has the old key any more.
    await world.anvil.rpc('evm_setAutomine', [false])
    await moving.round()
    const stored = async () => {
      await chain.send()
      const open = await chain.chain.transactions.open(100)
      return open.length >= PER_ROUND ? true : null
    }
    await eventually('everything to be stored', stored)
    await world.anvil.rpc('anvil_dropAllTransactions')
    await world.anvil.rpc('evm_setAutomine', [true])
    const clock = new ManualClock((Date.now() + HOUR_MS) * 1000)
    const heir = await chain.process(key, clock)
    await chain.carryBy(heir)
    for (let turn = 0; turn < 2 * CONFIRMATIONS; turn++) await chain.turn(heir)
    await everybody([heir])
    // The old transactions turn up after all: none of them has an effect.
    await lane.restore()
    for (let turn = 0; turn < 2 * CONFIRMATIONS; turn++) await chain.turn(heir)
    await moving.agrees(assert)
  })
})
