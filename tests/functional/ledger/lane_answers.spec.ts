import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { Clock } from '#app/clock/clock'
import { parseUsd } from '#app/money/usd'
import { Database } from '#app/storage/database'
import type { TransferRequest } from '#modules/ledger/core/decide_transfer'
import { Lane } from '#modules/ledger/services/poster/lane'
import type { Outcome } from '#modules/ledger/services/poster/poster'
import { TestRealm, pluck } from '#tests/support/client'
import type { Operation } from '#modules/ledger/core/terms'
import { draftOf } from './support/drafts.ts'

async function lane(): Promise<Lane> {
  const database = await app.container.make(Database)
  return new Lane(database, await app.container.make(Clock), {
    announce: () => {},
    advanced: () => {},
  })
}

/** Makes transfers of 1.00 between two funded accounts of a new realm. */
async function payments() {
  const realm = await TestRealm.open()
  const [source, target] = [await realm.account('/from', '100'), await realm.account('/to', '1')]
  const next = (): TransferRequest => ({
    kind: 'transfer',
    realmId: realm.id,
    operation: draftOf('transfer'),
    source,
    target,
    amount: parseUsd('1'),
    fee: 0n,
  })
  return { realm, next }
}

const paidTo = (outcome: Outcome) =>
  outcome.kind === 'posted'
    ? (outcome.operation as Operation<'transfer'>).outcome.targetNewBalance
    : outcome.kind

test.group('ledger | answers of a posting lane', () => {
  test('each group is answered with its own outcomes, the last one too', async ({ assert }) => {
    const posting = await lane()
    const { next } = await payments()
    // The first goes alone; what comes meanwhile is one group after it.
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => posting.enqueue(next())))
    assert.deepEqual(outcomes.map(paidTo), ['2.00', '3.00', '4.00', '5.00', '6.00'])
    assert.equal(paidTo(await posting.enqueue(next())), '7.00', 'expected the idle lane to go on')
  })

  test('a group is answered although the one after it fails', async ({ assert }) => {
    const posting = await lane()
    const { next } = await payments()
    const poison = next()
    // Longer than its column: the database refuses the INSERT.
    poison.operation.actorType = 'x'.repeat(100)
    const results = await Promise.allSettled([next(), poison].map((each) => posting.enqueue(each)))
    assert.deepEqual(pluck(results, 'status'), ['fulfilled', 'rejected'])
  })

  test('a group is answered while the one after it waits for a lock', async ({ assert }) => {
    const posting = await lane()
    const [free, locked] = [await payments(), await payments()]
    const database = await app.container.make(Database)
    const ended: string[] = []
    const { promise: after, resolve: keep } = Promise.withResolvers<Promise<unknown>>()
    await database.transaction(async (session) => {
      await session.read('SELECT seq FROM realm_heads WHERE realm_id = ? FOR UPDATE', [
        locked.realm.id,
      ])
      const first = posting.enqueue(free.next())
      keep(posting.enqueue(locked.next()).then(() => ended.push('locked')))
      await first
      ended.push('free')
    })
    await after
    assert.deepEqual(ended, ['free', 'locked'])
  })

  test('a locked realm of a group is posted after the others of it', async ({ assert }) => {
    const posting = await lane()
    const [locked, free] = [await payments(), await payments()]
    const database = await app.container.make(Database)
    const { held } = await database.transaction(async (session) => {
      await session.read('SELECT seq FROM realm_heads WHERE realm_id = ? FOR UPDATE', [
        locked.realm.id,
      ])
      const [first, second] = posting.enqueueEach([locked.next(), free.next()])
      first!.catch(() => {})
      assert.equal(paidTo(await second!), '2.00')
      return { held: first! }
    })
    assert.equal(paidTo(await held), '2.00')
  })
})
