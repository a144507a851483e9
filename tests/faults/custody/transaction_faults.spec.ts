import { setTimeout as delay } from 'node:timers/promises'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { RealmHalts } from '#modules/custody/services/realm_halts'
import { PoolHand } from '#tests/functional/custody/support/pool_hand'
import { freshAddress } from '#tests/functional/custody/support/withdrawing'
import { eventually, until, pluck } from '#tests/support/client'
import { readRows } from '#tests/support/rows'
import { chainOfApp } from '#tests/functional/custody/support/process'
import { FaultyRpc } from './support/faulty_rpc.ts'
import { MovingRealm } from './support/moving_realm.ts'
import { OperatorAccount } from './support/operator.ts'

const GWEI = 10n ** 9n
const CALM_FEE = GWEI
/** Twice of it is above what the service pays on a development chain. */
const ABOVE_CAP = 6_000n * GWEI
const ABOVE_FIRST_OFFER = 60n * GWEI
const SEND = 'eth_sendRawTransaction'
/** A mint, a batch and a payment. */
const PER_ROUND = 3

let moving: MovingRealm
let hand: PoolHand
let faulty: FaultyRpc
let operator: OperatorAccount

test.group('custody | faults of transactions', (group) => {
  group.setup(async () => {
    moving = await MovingRealm.open()
    hand = await PoolHand.of(moving.realm)
    const chain = await chainOfApp()
    operator = await OperatorAccount.ofApp()
    faulty = await FaultyRpc.before(chain.settings.rpcUrls[0]!)
    return () => faulty.stop()
  })
  group.each.teardown(async () => {
    faulty.choose = () => null
    faulty.alter = (_method, result) => result
    await operator.mining(true)
    await operator.mine()
  })

  /** How many transactions to the pool were mined without effect since the last call. */
  let seen = 0
  const reverted = async () => {
    const rows = await readRows`SELECT 1 FROM custody_transactions WHERE state = 'reverted'
          AND to_address = ${hand.address}`
    const fresh = rows.length - seen
    seen = rows.length
    return fresh
  }

  /** One round whose transactions are signed, stored, and in the node's mempool. */
  const waitingRound = async () => {
    await operator.mining(false)
    await moving.round()
    return operator.stored(PER_ROUND)
  }

  test('the base fee exceeds the cap: all waits, and callers are told why', async ({ assert }) => {
    await operator.baseFee(ABOVE_CAP)
    await moving.round()
    const { client, id: realmId } = moving.realm
    const path = `/api/v1/custody/boundaries/${moving.zoneId}/time-lock`
    const { status, error } = await client.post(path, { realmId, seconds: 60 })
    assert.deepEqual([status, error?.code], [503, 'CHAIN_UNAVAILABLE'])
    assert.equal(await moving.pending(), PER_ROUND)
    await operator.baseFee(CALM_FEE)
    await moving.agrees(assert)
  })

  test('the base fee exceeds the offer: dearer attempts replace the first', async ({ assert }) => {
    await waitingRound()
    await operator.baseFee(ABOVE_FIRST_OFFER)
    await delay(100)
    assert.isAbove(await moving.pending(), 0)
    assert.isAbove(await operator.bump(), 0)
    await operator.mining(true)
    await operator.mine()
    await operator.baseFee(CALM_FEE)
    await moving.agrees(assert)
  })

  test('a dearer attempt was sent, and the first one is mined', async ({ assert }) => {
    await waitingRound()
    assert.isAbove(await operator.bump(), 0)
    const first = await operator.firstAttempts()
    // Nobody gives the node the dearer ones again meanwhile, which it would prefer.
    faulty.choose = (methods) => (methods.includes(SEND) ? 'down' : null)
    await operator.dropAll()
    await operator.broadcast(first)
    faulty.choose = () => null
    await operator.mining(true)
    await operator.mine()
    await moving.agrees(assert)
  })

  test('the mempool is emptied', async ({ assert }) => {
    await waitingRound()
    await operator.dropAll()
    await operator.mining(true)
    await moving.agrees(assert)
  })

  test('the node loses the first of several: the gap is filled', async ({ assert }) => {
    const [first] = await waitingRound()
    await operator.drop(first!.hashes[0]!)
    await operator.mining(true)
    await operator.mine()
    await moving.agrees(assert)
  })

  test('others use nonces of the operator: what they displaced is resent', async ({ assert }) => {
    faulty.choose = (methods) => (methods.includes(SEND) ? 'down' : null)
    await moving.round()
    const open = await operator.stored(PER_ROUND)
    for (const { nonce } of open) await operator.sendFromElsewhere(nonce)
    faulty.choose = () => null
    await moving.agrees(assert)
    const displaced = await readRows`SELECT 1 FROM custody_transactions WHERE state = 'displaced'
          AND id IN (${pluck(open, 'id')})`
    assert.isAbove(displaced.length, 0)
  })

  test('the account has no money for gas', async ({ assert }) => {
    await operator.loseGasMoney()
    await moving.round()
    await moving.agrees(assert)
  })

  // Nothing: below the cost of any transaction, which would be refused for ever and stop the lane.
  for (const [what, lie] of Object.entries({ 'too low': '0x9c40', 'next to nothing': '0x1' })) {
    test(`a node keeps saying calls need ${what}: they run out of gas once`, async ({ assert }) => {
      await reverted()
      faulty.alter = (method, result) => (method === 'eth_estimateGas' ? lie : result)
      await moving.round()
      await moving.agrees(assert)
      assert.isAbove(await reverted(), 0)
    })
  }

  test('a halt whose nonce somebody else has used is sent again', async ({ assert }) => {
    faulty.choose = (methods) => (methods.includes(SEND) ? 'down' : null)
    const halts = await app.container.make(RealmHalts)
    const cause = { type: 'all_flows', source: 'admin', reason: 'A test.', by: 'test' } as const
    await halts.raise(moving.realm.id, cause)
    const [halt] = await operator.stored(1)
    await operator.sendFromElsewhere(halt!.nonce)
    faulty.choose = () => null
    await until('the pool to be halted', async () => {
      const call = { contract: 'RealmCustody', to: hand.address, fn: 'counters', args: [] } as const
      return ((await hand.chain.gateway.call(call, 'latest')) as { halted: boolean }).halted
    })
    await moving.goOn()
    await moving.round()
    await moving.agrees(assert)
  })

  test('a pool halted between signing and mining: transactions revert', async ({ assert }) => {
    const guardian = freshAddress()
    await hand.act('setGuardian', [guardian, true])
    faulty.choose = (methods) => (methods.includes(SEND) ? 'down' : null)
    await moving.round()
    await operator.stored(PER_ROUND)
    const { gateway } = hand.chain
    await hand.impersonate(guardian, hand.address, gateway.encode('RealmCustody', 'halt'))
    faulty.choose = () => null
    await eventually('the halt', () => moving.halt())
    await until('a transaction to revert', async () => (await reverted()) > 0)
    assert.equal(await moving.pending(), PER_ROUND)
    await moving.goOn()
    await moving.agrees(assert)
  })
})
