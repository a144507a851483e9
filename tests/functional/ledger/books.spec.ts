import { execFile } from 'node:child_process'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { Database, type SqlReader } from '#app/storage/database'
import { CheckBooks } from '#modules/ledger/services/check_books'
import { VerifyRealm } from '#modules/ledger/services/verify_realm'
import { BOOK_CHECKS } from '#modules/ledger/storage/book_checks'
import { DAMAGE, makeCopy, withCopy } from '#tests/functional/ledger/support/damaged_books'
import {
  TestRealm,
  accepted,
  until,
  pluck,
  type AnyData,
  type ObjectView,
} from '#tests/support/client'
import { MISSING, refusesFields } from '#tests/support/refusals'
import { writeRows } from '#tests/support/rows'

let realm: TestRealm
let alice: ObjectView

async function findingsIn(session: SqlReader): Promise<string[]> {
  const findings = await new CheckBooks(session as Database).run({ realmId: realm.id })
  return pluck(findings, 'name')
}

test.group('ledger | books', (group) => {
  group.setup(makeCopy)
  group.setup(async () => {
    realm = await TestRealm.open()
    alice = await realm.account('/users/alice', '100')
    await realm.account('/users/bob', '10')
    await realm.transfer('/users/alice', '/users/bob', '1')
    await realm.transfer('/users/bob', '/users/alice', '2')
  })

  test('sound books have no findings, realm by realm and all at once', async ({ assert }) => {
    const database = await app.container.make(Database)
    const steps: number[] = []
    const onProgress = (done: number) => steps.push(done)
    assert.deepEqual(await new CheckBooks(database).run({ realmId: realm.id, onProgress }), [])
    assert.deepEqual(
      steps,
      steps.toSorted((a, b) => a - b)
    )
    assert.equal(steps.at(-1), 1)
    assert.deepEqual(await new CheckBooks(database).run(), [])
    assert.deepEqual(await withCopy(realm.id, findingsIn), [])
  })

  for (const [what, sql, seenBy] of DAMAGE) {
    test(`damage is found: ${what}`, async ({ assert }) => {
      const found = await withCopy(realm.id, async (session) => {
        for (const statement of sql) {
          const { affectedRows } = await session.write(statement)
          if (!statement.startsWith('ALTER')) assert.isAbove(affectedRows, 0, statement)
        }
        return findingsIn(session)
      })
      assert.includeMembers(found, seenBy)
    })
  }

  test('every check has seen a damage of its own', ({ assert }) => {
    const seen = new Set(DAMAGE.flatMap(([, , names]) => names))
    const unseen = pluck(BOOK_CHECKS, 'name').filter((name) => !seen.has(name))
    assert.deepEqual(unseen, [])
  })

  test('the summary counts what the lists show', async ({ assert }) => {
    const summary = accepted(await realm.get('/summary'))
    const total = async (path: string) => accepted(await realm.get(`/${path}`)).total as number
    assert.deepEqual(summary, {
      objectCount: await total('objects'),
      operationCount: await total('operations'),
      eventCount: await total('events'),
      pendingOperationCount: 0,
    })
    assert.equal(summary.operationCount, 6)
  })

  test('reconciliation compares every balance in pages, and shows no drift', async ({ assert }) => {
    const whole = accepted(await realm.get('/reconciliation'))
    assert.containSubset(whole, { ok: true, total: 4, nextCursor: null })
    const ofAlice = whole.objects.find(({ objectId }: AnyData) => objectId === alice.id)
    assert.deepEqual(ofAlice, {
      objectId: alice.id,
      path: '/users/alice',
      objectPath: '/users/alice',
      denomination: 'USD',
      cached: '100.95',
      derived: '100.95',
      drift: '0.00',
    })
    const walked: AnyData[] = []
    let cursor: string | undefined
    do {
      const page = accepted(await realm.get('/reconciliation', { limit: 1, cursor })) as AnyData
      walked.push(...page.objects)
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    assert.deepEqual(walked, whole.objects)
  })

  test('verify names each invariant of the realm and says what was read', async ({ assert }) => {
    const verified = accepted(await realm.get('/verify'))
    assert.isTrue(verified.ok)
    const names = pluck(verified.checks, 'name')
    assert.includeMembers(names, ['legs-cancel', 'chain-hashes', 'head-is-the-newest-group'])
    assert.equal(names[0], 'entries-read')
    for (const check of verified.checks) {
      assert.onlyProperties(check, ['name', 'ok', 'detail'])
      assert.isTrue(check.ok)
    }
  })

  test('verifiers of a realm share a proof; too many realms are refused', async ({ assert }) => {
    const realms = await Promise.all(Array.from({ length: 3 }, () => TestRealm.open()))
    const verify = ({ client, id: realmId }: TestRealm) => client.get('/api/v1/verify', { realmId })
    const snapshot = Database.prototype.snapshot
    const { run } = VerifyRealm.prototype
    const held = Promise.withResolvers<void>()
    let begun = 0
    let came = 0
    VerifyRealm.prototype.run = function (this: VerifyRealm, ...call) {
      came++
      return run.apply(this, call)
    }
    Database.prototype.snapshot = async function (this: Database, work) {
      // Jobs of other modules look at moments of the database too.
      if (!new Error().stack?.includes('verify_realm')) return snapshot.call(this, work) as never
      begun++
      await held.promise
      return snapshot.call(this, work) as never
    }
    try {
      const asked = [realms[0]!, realms[1]!].flatMap((each) =>
        Array.from({ length: 8 }, () => verify(each))
      )
      await until('two proofs to begin', () => begun === 2)
      assert.containSubset(await verify(realms[2]!), { status: 503, error: { code: 'OVERLOADED' } })
      await until('all to have asked', () => came > asked.length)
      held.resolve()
      for (const reply of await Promise.all(asked)) assert.isTrue(accepted(reply).ok)
      // Of each realm one for the first to ask and one for all others; a latecomer may begin a third.
      assert.isAtMost(begun, 6)
    } finally {
      held.resolve()
      Database.prototype.snapshot = snapshot
      VerifyRealm.prototype.run = run
    }
    assert.isTrue(accepted(await verify(realms[2]!)).ok)
  })

  test('damaged books are told however one asks; the command exits with 1', async ({ assert }) => {
    const own = await TestRealm.open()
    const account = await own.account('/a', '5')
    const query = { realmId: own.id }
    assert.equal(await checkRealm(own.id), 0)
    assert.equal(await checkRealm('nothing'), 1)
    const shift = (by: number) =>
      writeRows`UPDATE balances SET settled = settled + ${by} WHERE object_id = ${account.id}`
    await shift(1)
    try {
      assert.equal(await checkRealm(own.id), 1)
      assert.equal(await checkRealm(realm.id), 0, 'expected --realm to look at one realm only')
      const reconciled = accepted(await own.client.get('/api/v1/reconciliation', query))
      assert.isFalse(reconciled.ok)
      const drifts = pluck(reconciled.objects, 'drift')
      assert.sameMembers(drifts, ['1.00', '0.00', '0.00'])
      const verified = accepted(await own.client.get('/api/v1/verify', query))
      assert.isFalse(verified.ok)
      const broken = verified.checks.filter(({ ok }: AnyData) => !ok)
      assert.sameMembers(
        pluck(broken, 'name'),
        // The money came over a chain, whose replay knows better.
        ['balance-is-sum-of-legs', 'balance-is-newest-leg', 'obligations-are-the-replay']
      )
      assert.include(broken[0].detail, account.id)
    } finally {
      await shift(-1)
    }
  })

  test('wrong inputs are refused by their names', async ({ assert }) => {
    for (const path of ['summary', 'reconciliation', 'verify']) {
      await refusesFields(
        assert,
        (input) => realm.client.get(`/api/v1/${path}`, input as Record<string, string>),
        { realmId: realm.id },
        { realmId: [MISSING, '', 'x'] }
      )
    }
    await refusesFields(
      assert,
      (input) => realm.client.get('/api/v1/reconciliation', input as Record<string, string>),
      { realmId: realm.id },
      { limit: ['0', '1001', 'x'], cursor: ['x', Buffer.from('[1]').toString('base64url')] }
    )
  })

  test('a snapshot shows what an object held at a moment, to a microsecond', async ({ assert }) => {
    const own = await realm.client.realm()
    const account = await own.object('/a')
    await own.object('/b')
    const query = (asOf: string) => ({ realmId: own.id, asOf })
    const at = async (asOf: string) =>
      accepted(await own.client.get(`/api/v1/objects/${account.id}/snapshot`, query(asOf)))
    const funded = await own.fund('/a', '100')
    const { operation } = accepted(await own.client.get(`/api/v1/operations/${funded.id}`))
    const settledAt = operation.updatedAt as string
    await own.transfer('/a', '/b', '40')

    const exact = await at(settledAt)
    assert.onlyProperties(exact, ['realmId', 'objectId', 'asOf', 'balances', 'positions'])
    assert.deepEqual(exact.balances, [{ denomination: 'USD', amount: '100.00' }])
    assert.deepEqual(exact.positions, [])
    assert.equal(exact.asOf, settledAt)
    const justBefore = await at(microsecondBefore(settledAt))
    assert.deepEqual(justBefore.balances, [{ denomination: 'USD', amount: '0.00' }])
    const later = await at('2100-01-01T00:00:00Z')
    assert.deepEqual(later.balances, [{ denomination: 'USD', amount: '60.00' }])
    assert.deepEqual((await at('2020-01-01T00:00:00Z')).balances, [])
    await own.transfer('/b', '/a', '5')
    const again = await at(settledAt)
    assert.deepEqual(again, exact, 'expected an answer about the past never to change')
  })

  test('a snapshot of a missing object, or of no moment, is refused', async ({ assert }) => {
    const path = `/api/v1/objects/${alice.id}/snapshot`
    const valid = { realmId: realm.id, asOf: '2100-01-01T00:00:00Z' }
    const other = await realm.client.realm()
    const elsewhere = await realm.client.get(path, { ...valid, realmId: other.id })
    assert.equal(elsewhere.error.code, 'OBJECT_NOT_FOUND')
    const missing = await realm.client.get('/api/v1/objects/obj_x/snapshot', valid)
    assert.equal(missing.error.code, 'OBJECT_NOT_FOUND')
    await refusesFields(
      assert,
      (input) => realm.client.get(path, input as Record<string, string>),
      valid,
      { realmId: [MISSING, 'x'], asOf: [MISSING, '', 'now', '2026-01-01', '1e9'] }
    )
  })
})

/** The exit code of the operators' command. */
function checkRealm(realmId: string): Promise<number> {
  const args = [...process.execArgv, 'ace.js', 'ledger:check', '--realm', realmId]
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: app.makePath() }, (error) =>
      resolve(error ? Number(error.code) : 0)
    )
  })
}

function microsecondBefore(time: string): string {
  const micros = BigInt(Date.parse(time)) * 1000n + BigInt(time.slice(23, 26)) - 1n
  const iso = new Date(Number(micros / 1000n)).toISOString()
  return `${iso.slice(0, 23)}${String(micros % 1000n).padStart(3, '0')}Z`
}
