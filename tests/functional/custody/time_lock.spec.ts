import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import * as viem from 'viem'
import { newId } from '#app/ids/ids'
import { parseUsd } from '#app/money/usd'
import { BoundaryDirectory } from '#modules/custody/services/boundary_directory'
import { ExecuteExits } from '#modules/custody/services/execute_exits'
import { Client, TestRealm, accepted, eventually, type OperationView } from '#tests/support/client'
import {
  confirm,
  openLink,
  paymentOf,
  type LinkView,
} from '#tests/functional/payment_links/support/links'
import { holdQueues } from '#tests/support/held_queues'
import { MISSING, NOT_TEXT, refusesFields } from '#tests/support/refusals'
import { readRows } from '#tests/support/rows'
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

/** An exit that waits, and everybody knows. */
async function exit(more: Fields = {}) {
  // The operation of the exit before it ends a moment before its place at the boundary is free.
  const { operation } = await eventually('the place of the exit before to be free', async () => {
    const asked = await defund(more)
    return asked.status === 409 ? null : accepted(asked)
  })
  await eventually('the exit to wait', async () => (await state()).pendingExit)
  return operation
}

/** A payout link that nobody has taken yet. */
async function payout(amount: string) {
  const link = await openLink(realm, { type: 'withdrawal', objectPath: '/locked/a', amount })
  return { link, atoms: parseUsd(amount), destinationAddress: freshAddress() }
}

/** The form of a payout's page, sent by a browser that runs no scripts. */
const sendForm = ({ token }: LinkView, form: Record<string, string>) =>
  Client.anonymous().send('POST', `/pay/${token}`, new URLSearchParams(form).toString(), {
    'content-type': 'application/x-www-form-urlencoded',
  })

/** As the workers have opened their withdrawals. */
async function inOrder<Payout extends { link: LinkView }>(payouts: Payout[]): Promise<Payout[]> {
  const ids = payouts.map(({ link }) => link.operationId)
  const rows = await eventually('all withdrawals to be opened', async () => {
    const found = await readRows<{ operation_id: string }>(
      `SELECT operation_id FROM custody_withdrawals WHERE operation_id IN (?)
        ORDER BY created_at, operation_id`,
      [ids]
    )
    return found.length === ids.length ? found : null
  })
  return rows.map(({ operation_id: id }) => payouts.find(({ link }) => link.operationId === id)!)
}

/** The amount of the exit that waits after the one of another amount. */
async function nextExit(after: bigint | null): Promise<bigint> {
  const next = await eventually('the next exit to wait', async () => {
    const { pendingExit } = await state()
    return pendingExit && pendingExit.amount !== after ? pendingExit : null
  })
  return next.amount
}

async function availableOf(objectPath: string): Promise<string> {
  const found = await realm.find(objectPath)
  const { object, id } = accepted(found) as { object?: { id: string }; id?: string }
  const balances = await realm.client.get(`/api/v1/objects/${object?.id ?? id}/balances`)
  return JSON.stringify(balances.data ?? balances.body)
}

test.group('custody | time locks and exits', (group) => {
  group.setup(async () => {
    realm = await TestRealm.open()
    boundaryId = await zone(realm, '/locked')
    boundary = viem.keccak256(viem.toHex(boundaryId))
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

  test('a withdrawal waits for its time, one at a time, and is then paid by itself', async ({
    assert,
  }) => {
    const first = withdrawalOf(realm, { objectPath: '/locked/a', amount: '25.00' })
    const operation = await exit(first)
    const { pendingExit } = await state()
    assert.equal(pendingExit!.amount, 25_000_000n)
    assert.equal(await tokensOf(first.destinationAddress), 0n)
    const second = await defund()
    assert.deepEqual([second.status, second.error.code], [409, 'CONFLICT'])
    const ripeAt = new Date(pendingExit!.ripeAt * 1000).toISOString()
    assert.containSubset(second.error.details, { boundaryId, ripeAt })
    const fees = await realm.post('/fees/withdraw', {
      boundaryId,
      amount: '0.05',
      path: `/op/${randomUUID()}`,
    })
    assert.deepEqual([fees.status, fees.error.code], [409, 'CONFLICT'])
    const longer = await setLock(LOCK_SECONDS * 2)
    assert.deepEqual([longer.status, longer.error.code], [409, 'CONFLICT'])

    await warp(LOCK_SECONDS + 60)
    await realm.completed(operation.id)
    assert.equal(await tokensOf(first.destinationAddress), 25_000_000n)
    assert.isNull((await state()).pendingExit)
  })

  test('of payout links taken at once each is paid in its turn, the first that was opened first', async ({
    assert,
    cleanup,
  }) => {
    // Nothing is sent before all are taken: the guard sees none of them.
    const release = await holdQueues('settlement')
    cleanup(release)
    const payouts = await Promise.all(['11.00', '12.00', '13.00'].map(payout))
    for (const { link, destinationAddress } of payouts) {
      assert.equal((await confirm(link, { destinationAddress })).status, 200)
    }
    await release()
    // Jobs open them at once, so whose row is committed first is served first. The other two are
    // both open by the time that it ends.
    const firstAmount = await nextExit(null)
    const first = payouts.find(({ atoms }) => atoms === firstAmount)
    assert.exists(first, `an exit of ${firstAmount} waits, which no link asked for`)
    const [second, third] = (await inOrder(payouts)).filter((each) => each !== first)
    const refused = await defund()
    assert.deepEqual([refused.status, refused.error.code], [409, 'CONFLICT'])
    await holder.call(realm, 'cancelExit', [boundary])
    assert.equal((await realm.ended(first!.link.operationId)).state, 'failed')

    assert.equal(await nextExit(first!.atoms), second!.atoms)
    assert.equal((await paymentOf(third!.link)).progress, 'processing')
    await warp(LOCK_SECONDS + 60)
    await realm.completed(second!.link.operationId)
    assert.equal(await nextExit(second!.atoms), third!.atoms)
    await warp(LOCK_SECONDS + 60)
    await realm.completed(third!.link.operationId)
    const paid = await Promise.all(payouts.map((each) => tokensOf(each.destinationAddress)))
    assert.sameMembers(paid, [0n, second!.atoms, third!.atoms])
  })

  test('a payout link taken while an exit waits is paid after it, {how}')
    .with([
      { how: 'by API', take: confirm },
      { how: 'on its page', take: sendForm },
    ])
    .run(async ({ assert }, { take }) => {
      const earlier = await exit({ amount: '14.00' })
      const { link, atoms, destinationAddress } = await payout('15.00')
      assert.include([200, 303], (await take(link, { destinationAddress })).status)
      assert.equal((await paymentOf(link)).progress, 'processing')
      await warp(LOCK_SECONDS + 60)
      await realm.completed(earlier.id)
      assert.equal(await nextExit(14_000_000n), atoms)
      await warp(LOCK_SECONDS + 60)
      await realm.completed(link.operationId)
      assert.equal(await tokensOf(destinationAddress), atoms)
    })

  test('the holder cancels an exit: the operation fails, the hold is released', async ({
    assert,
  }) => {
    const before = await availableOf('/locked/a')
    const request = withdrawalOf(realm, { objectPath: '/locked/a', amount: '40.00' })
    const operation = await exit(request)
    assert.notEqual(await availableOf('/locked/a'), before)
    await holder.call(realm, 'cancelExit', [boundary])
    const ended = await realm.ended(operation.id)
    assert.equal(ended.state, 'failed')
    assert.include(ended.failureMessage!, 'cancelled')
    assert.equal(await availableOf('/locked/a'), before)
    await warp(LOCK_SECONDS + 60)
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
    await new Wallet().call(realm, 'executeExit', [boundary]).catch(() => {})
    await realm.completed(operation.id)
    assert.equal(await tokensOf(request.destinationAddress), 8_000_000n)
  })

  test('the holder shortens the lock on the chain, and withdrawals are paid at once', async ({
    assert,
  }) => {
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
