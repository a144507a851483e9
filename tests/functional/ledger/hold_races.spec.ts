import { test } from '@japa/runner'
import type { Assert } from '@japa/assert'
import app from '@adonisjs/core/services/app'
import { ExpireHolds } from '#modules/ledger/services/expire_holds'
import { pluck, type TestRealm } from '#tests/support/client'
import { readRows } from '#tests/support/rows'
import { booksAreSound } from '#tests/support/sound_books'
import { codeOf, HeldAmount, realmWith, type Body, type Reply } from './support/held_amount.ts'

const TRIES = 200
/** From here on it is ended too, by which there is more left than all that is asked. */
const ENDED_FROM = 60
const HELD = 300

interface Line {
  seq: number
  operation: string
  status: string
  /** What has moved, with the fee. */
  moved: number
}

/** What the journal says of a hold and its captures, from its opening on. */
async function journalOf(realm: TestRealm, hold: HeldAmount): Promise<Line[]> {
  const rows = await readRows`SELECT e.seq, o.id AS operation, e.status,
      (SELECT COALESCE(SUM(l.amount), 0) FROM journal_legs l
        WHERE l.realm_id = e.realm_id AND l.seq = e.seq AND l.amount > 0) AS moved
    FROM journal_entries e JOIN operations o ON o.id = e.operation_id
   WHERE e.realm_id = ${realm.id} AND (o.id = ${hold.id} OR JSON_VALUE(o.outcome, '$.holdId') = ${hold.id})
   ORDER BY e.seq`
  return rows.map(({ seq, operation, status, moved }) => ({
    seq: Number(seq),
    operation: String(operation),
    status: String(status),
    moved: Number(moved),
  }))
}

/**
 * One history is legal: the hold is opened; each capture takes off it what it moves, in the entry
 * before its own; what is left is given back once, and nothing follows. Between them it may have been
 * extended.
 *
 * @returns the captures in their order, how often it was extended, and what was given back
 */
async function legalHistory(assert: Assert, realm: TestRealm, hold: HeldAmount, amount: number) {
  const [opening, ...lines] = await journalOf(realm, hold)
  assert.deepInclude(opening, { operation: hold.id, status: 'pending', moved: 0 })
  let left = amount
  let isOpen = true
  let givenBack = 0
  let extensions = 0
  const captures: string[] = []
  while (lines.length > 0) {
    const line = lines.shift()!
    assert.isTrue(isOpen, `expected nothing behind the end of the hold, not entry ${line.seq}`)
    assert.deepInclude(line, { operation: hold.id, moved: 0 })
    if (line.status === 'released') {
      isOpen = false
      givenBack = left
      continue
    }
    if (lines[0] === undefined || lines[0].operation === hold.id) {
      assert.equal(line.status, 'pending')
      extensions++
      continue
    }
    const { seq, operation, moved } = lines.shift()!
    assert.equal(seq, line.seq + 1, 'expected a capture right behind what it takes')
    left -= moved
    assert.isAtLeast(left, 0, 'expected no more to be captured than is held')
    isOpen = left > 0
    assert.equal(line.status, isOpen ? 'pending' : 'committed')
    captures.push(operation)
  }
  const told = await readRows`SELECT type FROM events WHERE operation_id = ${hold.id} ORDER BY seq`
  const types = pluck(told, 'type') as string[]
  assert.deepEqual(types.slice(0, captures.length + 1), [
    'hold.created',
    ...captures.map(() => 'hold.captured'),
  ])
  const { captures: shown, status, remainingAmount } = await hold.read()
  assert.deepEqual(shown, captures)
  assert.equal(status === 'open', isOpen)
  assert.equal(remainingAmount, isOpen ? `${left}.00` : '0.00')
  return { captures, extensions, givenBack, end: types.slice(captures.length + 1), isOpen }
}

/** The captures that were answered as done, by their ids; one that was asked twice counts once. */
function capturedBy(replies: readonly Reply[]): string[] {
  const done = replies.filter(
    ({ status, data }) => status === 201 && data.operation.type === 'capture'
  )
  return [...new Set(done.map(({ data }) => data.operation.id as string))]
}

function refusals(replies: readonly Reply[]): string[] {
  return [...new Set(replies.filter(({ status }) => status >= 300).map(codeOf))].map(String)
}

test.group('ledger | races about a hold', () => {
  test('200 captures, releases and expiries end in one legal history, it {$self}')
    .with(['is released', 'expires', 'is released or expires', 'is extended, and expires'])
    .run(async ({ assert }, how) => {
      const realm = await realmWith(String(HELD))
      const body = { targetObjectPath: '/shop', expiresInSeconds: 600 }
      const hold = await HeldAmount.on(realm, String(HELD), body)
      const expire = await app.container.make(ExpireHolds)
      // Whoever ends it is not there before anything is captured and extended.
      const [isCaptured, isExtended] = [
        Promise.withResolvers<void>(),
        Promise.withResolvers<void>(),
      ]
      if (!how.includes('extended')) isExtended.resolve()
      const asked = Array.from({ length: TRIES }, async (_, index) => {
        const isLate = index >= ENDED_FROM
        if (isLate) await Promise.all([isCaptured.promise, isExtended.promise])
        if (index === ENDED_FROM && how !== 'is released') await hold.age(601)
        if (index % 20 === 19) return expire.run().then(() => null)
        if (isLate && index % 20 === 10 && how.includes('released')) return hold.ask('release')
        if ((index === 9 || index === 129) && how.includes('extended')) {
          return hold.ask('extend', { expiresInSeconds: 600 }).finally(() => isExtended.resolve())
        }
        // The first two of twenty are one request.
        const path = `/op/${hold.id}/${index % 20 === 1 ? index - 1 : index}`
        const reply = await hold.ask('capture', { amount: '1', path })
        isCaptured.resolve()
        return reply
      })
      const replies = (await Promise.all(asked)).filter((reply) => reply !== null)
      await expire.run()
      const { captures, extensions, givenBack, end, isOpen } = await legalHistory(
        assert,
        realm,
        hold,
        HELD
      )
      assert.isFalse(isOpen)
      assert.isAbove(captures.length, 0)
      assert.lengthOf(end, 1)
      assert.include(how, end[0] === 'hold.expired' ? 'expires' : 'is released')
      assert.equal(givenBack, HELD - captures.length)
      assert.sameMembers(capturedBy(replies), captures)
      assert.deepEqual(refusals(replies), ['HOLD_NOT_OPEN'])
      const aboutHold = replies.filter(({ data }) => data?.operation?.type === 'hold')
      const extended = aboutHold.filter(({ data }) => data.operation.state === 'pending')
      assert.lengthOf(extended, extensions)
      assert.equal(extensions > 0, how.includes('extended'))
      assert.lengthOf(aboutHold, extensions + (end[0] === 'hold.released' ? 1 : 0))
      assert.equal((await realm.balance('/payer')).settled, `${HELD - captures.length}.00`)
      assert.equal((await realm.balance('/payer')).departing, '0.00')
      await booksAreSound(realm)
    })

  test('a capture racing the deletion of its target arrives before it, or stays held', async ({
    assert,
  }) => {
    const realm = await realmWith('100')
    const hold = await HeldAmount.on(realm, '100')
    const target = await realm.object('/leaving')
    const capture = () => hold.ask('capture', { amount: '1', targetObjectPath: '/leaving' })
    const removals: Reply[] = []
    const replies = await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        if (index % 10 === 9) removals.push(await removed(realm, '/leaving'))
        return capture()
      })
    )
    // Under constant arrivals each may have found the object changed.
    removals.push(await removed(realm, '/leaving'))
    assert.include(removals.map(codeOf), 200)
    assert.deepEqual(refusals([...replies, await capture()]), ['NOT_FOUND'])
    const { captures, isOpen } = await legalHistory(assert, realm, hold, 100)
    assert.isTrue(isOpen)
    assert.sameMembers(capturedBy(replies), captures)
    assert.isAbove(captures.length, 0)
    const arrived = 0.95 * captures.length
    assert.equal(Number((await realm.balance('/other')).settled).toFixed(2), arrived.toFixed(2))
    const [after] = await readRows`SELECT COUNT(*) AS late FROM journal_legs l
      WHERE l.object_id = ${target.id} AND l.seq > (SELECT MAX(e.seq) FROM journal_entries e
        JOIN operations o ON o.id = e.operation_id WHERE o.type = 'delete' AND o.realm_id = ${realm.id})`
    assert.equal(Number(after!.late), 0, 'expected nothing to arrive behind the deletion')
    await booksAreSound(realm)
  })

  test('a source is deleted behind the last capture of what is held on it, and not before', async ({
    assert,
  }) => {
    const realm = await realmWith('30')
    const hold = await HeldAmount.on(realm, '30', { targetObjectPath: '/shop' })
    const removals: Reply[] = []
    const replies = await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        if (index % 5 === 4) removals.push(await removed(realm, '/payer'))
        return hold.ask('capture', { amount: '1' })
      })
    )
    removals.push(await removed(realm, '/payer'))
    assert.include(removals.map(codeOf), 200)
    const { captures, end } = await legalHistory(assert, realm, hold, 30)
    assert.lengthOf(captures, 30)
    assert.isEmpty(end)
    assert.sameMembers(capturedBy(replies), captures)
    const [deletion] = await readRows`SELECT MIN(e.seq) AS seq FROM journal_entries e
      JOIN operations o ON o.id = e.operation_id WHERE o.type = 'delete' AND o.realm_id = ${realm.id}`
    const lines = await journalOf(realm, hold)
    assert.isAbove(Number(deletion!.seq), lines.at(-1)!.seq)
    await booksAreSound(realm)
  })
})

/** Asks for a deletion that brings what is there to `/other`. */
async function removed(realm: TestRealm, path: string): Promise<Reply> {
  const body: Body = { path, sweepToPath: '/other' }
  return realm.post('/objects/delete', body)
}
