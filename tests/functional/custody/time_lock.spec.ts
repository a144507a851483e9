import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import * as viem from 'viem'
import { newId } from '#app/ids/ids'
import { parseUsd } from '#app/money/usd'
import { BoundaryDirectory } from '#modules/custody/services/boundary_directory'
import { ExecuteExits } from '#modules/custody/services/execute_exits'
import {
  Client,
  TestRealm,
  accepted,
  eventually,
  type AnyData,
  type OperationView,
} from '#tests/support/client'
import { holdQueues } from '#tests/support/held_queues'
import {
  confirm,
  openLink,
  paymentOf,
  type LinkView,
} from '#tests/functional/payment_links/support/links'
import { MISSING, NOT_TEXT, refusesFields } from '#tests/support/refusals'
import { PoolHand, indexed } from './support/pool_hand.ts'
import {
  Wallet,
  bare,
  freshAddress,
  operate,
  tokensOf,
  warp,
  withdrawalOf,
  zone,
} from './support/withdrawing.ts'

const LOCK_SECONDS = 3600

type Fields = Record<string, unknown>

let realm: TestRealm
let boundaryId: string
let boundary: viem.Hex
const holder = new Wallet()

const setLock = (seconds: unknown, id = boundaryId) =>
  realm.post(`/custody/boundaries/${id}/time-lock`, { seconds })

const defund = (more: Fields = {}) =>
  realm.client.post<{ operation: OperationView; txHash: string | null }>(
    '/api/v1/defund-account',
    withdrawalOf(realm, { objectPath: '/locked/a', ...more })
  )

async function state() {
  const directory = await app.container.make(BoundaryDirectory)
  directory.forget()
  return directory.of(boundaryId)
}

/** As the pool knows the operation. */
const hashOf = (id: string) => viem.keccak256(viem.toHex(id))

/** The exit of an operation, once it waits and everybody knows. */
const waiting = (id: string) =>
  eventually('the exit to wait', async () => {
    const { exits } = await state()
    return exits.find(({ opHash }) => opHash === hashOf(id)) ?? null
  })

async function exit(more: Fields = {}) {
  const { operation } = accepted(await defund(more))
  await waiting(operation.id)
  return operation
}

/** A payout link that nobody has taken yet. */
async function payout(amount: string) {
  const link = await openLink(realm, { type: 'withdrawal', objectPath: '/locked/a', amount })
  return { link, atoms: parseUsd(amount), destinationAddress: freshAddress() }
}

const formBody = (form: Record<string, string>) =>
  new URLSearchParams({ ...form, reviewed: 'yes' }).toString()

/** The form of a payout's page, once its address was shown again, by a browser that runs no scripts. */
const sendForm = ({ token }: LinkView, form: Record<string, string>) =>
  Client.anonymous().send('POST', `/pay/${token}`, formBody(form), {
    'content-type': 'application/x-www-form-urlencoded',
  })

async function availableOf(objectPath: string): Promise<string> {
  const found = await realm.find(objectPath)
  const { object, id } = accepted(found) as { object?: { id: string }; id?: string }
  const balances = await realm.client.get(`/api/v1/objects/${object?.id ?? id}/balances`)
  // What moves and comes back is another version of the same amounts.
  const amounts = (key: string, value: unknown) => (key === 'version' ? undefined : value)
  return JSON.stringify(balances.data ?? balances.body, amounts)
}

test.group('custody | time locks and exits', (group) => {
  group.setup(async () => {
    realm = await TestRealm.open()
    boundaryId = await zone(realm, '/locked')
    boundary = hashOf(boundaryId)
    await realm.account('/locked/a', '1000.00')
    await realm.account('/open', '100.00')
  })

  test('what is no time lock is refused', async ({ assert }) => {
    await refusesFields(
      assert,
      (input) => realm.client.post(`/api/v1/custody/boundaries/${boundaryId}/time-lock`, input),
      { realmId: realm.id, seconds: 60 },
      {
        realmId: [MISSING, ...NOT_TEXT],
        seconds: [MISSING, -1, 1.5, '60', null, true, {}, 365 * 24 * 3600 + 1],
      }
    )
    assert.equal((await setLock(60, newId('bnd'))).status, 404)
    const stranger = await TestRealm.open()
    const reply = await stranger.post(`/custody/boundaries/${boundaryId}/time-lock`, {
      seconds: 60,
    })
    assert.equal(reply.status, 404)
  })

  test('the operator makes it longer, at once, and never shorter', async ({ assert }) => {
    await holder.hold(realm, boundaryId)
    assert.deepEqual(bare(await setLock(60)), { boundaryId, timeLock: 60 })
    assert.deepEqual(bare(await setLock(60)), { boundaryId, timeLock: 60 })
    assert.deepEqual(bare(await setLock(LOCK_SECONDS)), { boundaryId, timeLock: LOCK_SECONDS })
    const { status, error } = await setLock(60)
    assert.deepEqual([status, error.code], [409, 'CONFLICT'])
    assert.containSubset(error.details, { timeLock: LOCK_SECONDS, recoveryKey: holder.address })
    assert.include(error.message, 'holder')
  })

  test('a transfer out is refused up front, one within the boundary is not', async ({ assert }) => {
    await realm.object('/locked/b')
    const transfer = (targetObjectPath: string) => ({
      realmId: realm.id,
      path: `/op/${randomUUID()}`,
      sourceObjectPath: '/locked/a',
      targetObjectPath,
      amount: '5.00',
    })
    const { status, error } = await realm.client.post('/api/v1/transfer', transfer('/open'))
    assert.deepEqual([status, error.code], [400, 'VALIDATION_ERROR'])
    assert.containSubset(error.details?.fields, [{ field: 'sourceObjectPath' }])
    accepted(await realm.client.post('/api/v1/transfer', transfer('/locked/b')))
  })

  test('several exits at once wait side by side, and are then paid by themselves', async ({
    assert,
  }) => {
    const requests = ['25.00', '26.00'].map((amount) =>
      withdrawalOf(realm, { objectPath: '/locked/a', amount })
    )
    const operations = [await exit(requests[0]), await exit(requests[1])]
    const { exits } = await state()
    assert.deepEqual(
      exits.map(({ amount }) => amount),
      [25_000_000n, 26_000_000n]
    )
    const shown = await realm.client.get(`/api/v1/custody/boundaries/${boundaryId}`, {
      realmId: realm.id,
    })
    assert.equal(bare<AnyData>(shown).pendingExit.operationHash, hashOf(operations[0]!.id))
    const longer = await setLock(LOCK_SECONDS * 2)
    assert.deepEqual([longer.status, longer.error.code], [409, 'CONFLICT'])
    const ripeAt = new Date(exits[0]!.ripeAt * 1000).toISOString()
    assert.containSubset(longer.error.details, { boundaryId, ripeAt })
    for (const { destinationAddress } of requests) {
      assert.equal(await tokensOf(destinationAddress), 0n)
    }

    await warp(LOCK_SECONDS + 60)
    for (const { id } of operations) await realm.completed(id)
    const paid = await Promise.all(requests.map((each) => tokensOf(each.destinationAddress)))
    assert.deepEqual(paid, [25_000_000n, 26_000_000n])
    await eventually('no exit to be left', async () => (await state()).exits.length === 0)
  })

  test('payout links that are taken while exits wait are paid beside them, {how}')
    .with([
      { how: 'by API', take: confirm },
      { how: 'on their page', take: sendForm },
    ])
    .run(async ({ assert }, { take }) => {
      const earlier = await exit({ amount: '14.00' })
      const payouts = [await payout('15.00'), await payout('16.00')]
      for (const { link, destinationAddress } of payouts) {
        assert.include([200, 303], (await take(link, { destinationAddress })).status)
        await waiting(link.operationId)
        assert.equal((await paymentOf(link)).progress, 'processing')
      }
      await holder.call(realm, 'cancelExit', [hashOf(earlier.id)])
      assert.equal((await realm.ended(earlier.id)).state, 'failed')
      await warp(LOCK_SECONDS + 60)
      for (const { link, atoms, destinationAddress } of payouts) {
        await realm.completed(link.operationId)
        assert.equal(await tokensOf(destinationAddress), atoms)
      }
    })

  test('the holder cancels an exit: the operation fails, its hold ends', async ({ assert }) => {
    const before = await availableOf('/locked/a')
    const request = withdrawalOf(realm, { objectPath: '/locked/a', amount: '40.00' })
    const operation = await exit(request)
    assert.notEqual(await availableOf('/locked/a'), before)
    await holder.call(realm, 'cancelExit', [hashOf(operation.id)])
    const ended = await realm.ended(operation.id)
    assert.equal(ended.state, 'failed')
    assert.include(ended.failureMessage!, 'cancelled')
    assert.equal(await availableOf('/locked/a'), before)
    await warp(LOCK_SECONDS + 60)
    assert.equal(await tokensOf(request.destinationAddress), 0n)
  })

  test('a ripe exit that reverts is cancelled and its hold given back', async ({
    assert,
    cleanup,
  }) => {
    // Tokens that are gone halt the realm, as realm_halt.spec shows: here they only cannot be paid.
    cleanup(await holdQueues('custody-token-watch', 'custody-balance-sheet'))
    const before = await availableOf('/locked/a')
    const request = withdrawalOf(realm, { objectPath: '/locked/a', amount: '41.00' })
    const operation = await exit(request)
    assert.notEqual(await availableOf('/locked/a'), before)
    const pool = await PoolHand.of(realm)
    const lying = await tokensOf(pool.address)
    await pool.steal(pool.address, lying)
    await warp(LOCK_SECONDS + 60)
    const ended = await realm.ended(operation.id)
    await pool.give(pool.address, lying)
    // The next look is at a block in which all of it is there.
    await indexed()
    assert.equal(ended.state, 'failed')
    assert.include(ended.failureMessage!, 'refuses to pay')
    assert.equal(await availableOf('/locked/a'), before)
    assert.equal(await tokensOf(request.destinationAddress), 0n)
  })

  test('an exit of a locked boundary waits until it is unlocked', async ({ assert }) => {
    const request = withdrawalOf(realm, { objectPath: '/locked/a', amount: '7.00' })
    const operation = await exit(request)
    await holder.call(realm, 'lock', [boundary])
    await warp(LOCK_SECONDS + 60)
    await (await app.container.make(ExecuteExits)).run()
    assert.equal(await tokensOf(request.destinationAddress), 0n)
    const frozen = await setLock(LOCK_SECONDS + 1)
    assert.deepEqual([frozen.status, frozen.error.code], [409, 'BOUNDARY_FROZEN'])
    await holder.call(realm, 'unlock', [boundary])
    await realm.completed(operation.id)
    assert.equal(await tokensOf(request.destinationAddress), 7_000_000n)
  })

  test('a stranger who executes a ripe exit changes nothing', async ({ assert }) => {
    const request = withdrawalOf(realm, { objectPath: '/locked/a', amount: '8.00' })
    const operation = await exit(request)
    await warp(LOCK_SECONDS + 60)
    await new Wallet().call(realm, 'executeExit', [hashOf(operation.id)]).catch(() => {})
    await realm.completed(operation.id)
    assert.equal(await tokensOf(request.destinationAddress), 8_000_000n)
  })

  test('the holder shortens the lock on chain, and payments go at once', async ({ assert }) => {
    await holder.call(realm, 'setTimeLock', [boundary, 0])
    const request = withdrawalOf(realm, { objectPath: '/locked/a', amount: '9.00' })
    const { operation } = accepted(await realm.client.post('/api/v1/defund-account', request))
    await realm.completed(operation.id)
    assert.equal(await tokensOf(request.destinationAddress), 9_000_000n)
  })

  test('a time lock set while the service looks away still holds', async ({ assert }) => {
    await operate(realm, 'setTimeLock', [boundary, 120n])
    const request = withdrawalOf(realm, { objectPath: '/locked/a', amount: '3.00' })
    const operation = await exit(request)
    await warp(180)
    await realm.completed(operation.id)
    assert.equal(await tokensOf(request.destinationAddress), 3_000_000n)
  })
})
