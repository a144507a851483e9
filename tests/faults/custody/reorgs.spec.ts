import { test } from '@japa/runner'
import { defaultBoundaryId } from '#modules/ledger/index'
import type { OperatorKey } from '#modules/custody/chain/operator_key'
import { eventually, until } from '#tests/support/client'
import { MovingRealm } from './support/moving_realm.ts'
import { CONFIRMATIONS, OwnChain } from './support/own_chain.ts'

let chain: OwnChain
let moving: MovingRealm

test.group('custody | reorganisations', (group) => {
  group.each.setup(async () => {
    chain = await OwnChain.start()
    moving = await MovingRealm.open((realm, zoneId) => chain.adopt(realm, zoneId))
    return () => chain.stop()
  })

  /** A round whose transactions are mined, in the newest blocks, and seen. */
  const minedRound = async () => {
    await moving.round()
    await sent(3)
    await chain.look()
  }

  /** Until so many transactions of the pool are mined, beyond those that are final. */
  const sent = async (count: number) => {
    await until('transactions to be mined', async () => {
      await chain.send()
      const open = await chain.chain.transactions.open(100)
      const receipts = await chain.world.gateway.receipts(open.flatMap(({ hashes }) => hashes))
      return receipts.filter((receipt) => receipt !== null).length >= count
    })
  }

  for (const depth of [1, 2, CONFIRMATIONS - 1]) {
    test(`of depth ${depth} takes movements back: each still happens once`, async ({ assert }) => {
      await minedRound()
      await chain.reorg(depth)
      await chain.look()
      assert.equal(await moving.pending(), 3)
      await moving.agrees(assert)
    })
  }

  test('one after the other, at every height: nothing is lost or doubled', async ({ assert }) => {
    for (let round = 0; round < 6; round++) {
      await minedRound()
      await chain.world.dev.mine(round % 2)
      await chain.reorg(1 + (round % (CONFIRMATIONS - 1)))
      await chain.send()
      await chain.look()
    }
    await moving.agrees(assert)
  })

  for (const depth of [CONFIRMATIONS, CONFIRMATIONS + 3]) {
    test(`of depth ${depth} takes back what was final: the realm is halted`, async ({ assert }) => {
      await minedRound()
      await moving.ended()
      const told = await moving.completed()
      await chain.look()
      await chain.reorg(depth)
      await chain.look()
      // Halts are answered from memory, a quarter of a second old at most.
      const halt = await eventually('the realm to be halted', () => moving.halt())
      assert.containSubset(halt, { type: 'all_flows', source: 'service', by: 'indexer' })
      assert.match(halt.reason, /took back final blocks/)
      // Nothing more is believed: what was under way goes on waiting.
      await moving.transfer()
      for (let turn = 0; turn < 2 * CONFIRMATIONS; turn++) await chain.turn()
      assert.equal(await moving.pending(), 1)
      assert.isNotNull(await moving.halt())
      assert.deepEqual(await moving.completed(), told)
    })
  }

  test('a settlement that comes after a freeze now fails, moving nothing', async ({ assert }) => {
    const holder = await keyHolder()
    const id = await moving.transfer()
    await sent(1)
    await lock(holder)
    await chain.look()
    await chain.reorg(2)
    await lock(holder)
    await moving.ended()
    const { state, failureMessage } = await moving.stateOf(id)
    assert.equal(state, 'failed')
    assert.match(failureMessage!, /frozen/)
    await moving.tookBack(assert)
  })

  test('a settlement that now comes before the freeze succeeds', async ({ assert }) => {
    const holder = await keyHolder()
    // The service does not look between the lock and the batch.
    await lock(holder)
    const id = await moving.transfer()
    await sent(1)
    await chain.look()
    await chain.reorg(2)
    await sent(1)
    await lock(holder)
    await moving.agrees(assert)
    assert.equal((await moving.stateOf(id)).state, 'completed')
  })

  /** Who holds the recovery key of the realm's default boundary. */
  const keyHolder = async (): Promise<OperatorKey> => {
    const { world } = chain
    const holder = await world.fundedKey()
    const args = [boundary(), world.addressOf(holder)]
    const { lane, gateway } = chain.chain
    const data = gateway.encode('RealmCustody', 'registerRecoveryKey', args)
    await lane.submit({ purpose: `test:key:${moving.realm.id}`, to: moving.pool, data })
    for (let turn = 0; turn < 2 * CONFIRMATIONS; turn++) await chain.turn()
    return holder
  }

  const lock = async (holder: OperatorKey) => {
    const { world } = chain
    const data = world.gateway.encode('RealmCustody', 'lock', [boundary()])
    await world.send(holder, moving.pool, data)
  }

  const boundary = () => chain.world.gateway.idHash(defaultBoundaryId(moving.realm.id))
})
