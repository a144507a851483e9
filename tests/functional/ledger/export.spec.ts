import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import fc from 'fast-check'
import app from '@adonisjs/core/services/app'
import type { PolicyStatement } from '#app/extension/principal'
import { presentEvent } from '#modules/ledger/http/present_event'
import { presentOperation } from '#modules/ledger/http/presenters'
import { verifyExport } from '#modules/ledger/verifier/verify_export'
import { CheckBooks } from '#modules/ledger/services/check_books'
import { ExportOperations } from '#modules/ledger/services/export_operations'
import {
  ALWAYS,
  exportPages,
  sealAgain,
  verifyFile,
} from '#tests/functional/ledger/support/exports'
import { FORGERIES, MUTATIONS, placesOf } from '#tests/functional/ledger/support/mutations'
import { TestRealm, accepted, pluck, type AnyData, type ObjectView } from '#tests/support/client'
import { endUser } from '#tests/support/principals'
import { MISSING, refusesFields } from '#tests/support/refusals'
import { costInReads } from '#tests/support/statements'
import { forAll } from '#tests/support/for_all'

let realm: TestRealm
let alice: ObjectView
/** A whole export in small pages, and the same in one. */
let pages: AnyData[]
let single: AnyData[]

const findingsOf = (value: unknown) => verifyExport(JSON.stringify(value)).findings
const idsOf = (walked: AnyData[]) =>
  walked.flatMap((page) => page.operations.map(({ operation }: AnyData) => operation.id as string))
const copyOf = (value: AnyData[]): AnyData[] => structuredClone(value)

test.group('ledger | export', (group) => {
  group.setup(async () => {
    realm = await TestRealm.open()
    alice = await realm.account('/users/alice', '100')
    await realm.account('/users/bob', '50')
    for (let index = 0; index < 6; index++) {
      await Promise.all([
        realm.transfer('/users/alice', '/users/bob', '2'),
        realm.transfer('/users/bob', '/users/alice', '1.5'),
      ])
    }
    pages = await exportPages(realm.client, { realmId: realm.id, limit: 3 })
    single = await exportPages(realm.client, { realmId: realm.id })
  })

  test('a page has the fields of the contract, plus chain and digest', async ({ assert }) => {
    assert.lengthOf(single, 1)
    const [page] = single
    assert.onlyProperties(page, [
      'version',
      'realmId',
      'from',
      'to',
      'exportedAt',
      'nextCursor',
      'operations',
      'chain',
      'digest',
    ])
    assert.equal(page.version, 'audit-evidence.v1')
    assert.equal(page.from, '2020-01-01T00:00:00.000000Z')
    for (const each of page.operations) {
      assert.onlyProperties(each, ['operation', 'context', 'events', 'deltas', 'evidence'])
      assert.isFalse(each.evidence.integrity.cryptographicSequence.present)
      assert.isNotEmpty(each.evidence.journal.entries)
    }
    const detail = accepted(await realm.evidence(page.operations[0].operation.id))
    assert.deepEqual(page.operations[0].evidence, detail.evidence)
    assert.deepEqual(page.operations[0].events, detail.events)
    assert.deepEqual(page.operations[0].deltas, detail.deltas)
  })

  test('the pages hold every operation once, oldest first, and verify', async ({ assert }) => {
    assert.isAbove(pages.length, 4)
    assert.deepEqual(idsOf(pages), idsOf(single))
    const list = accepted(await realm.get('/operations'))
    assert.sameMembers(idsOf(single), pluck(list.operations, 'id'))
    for (const form of [
      JSON.stringify(pages),
      JSON.stringify(single[0]),
      pages.map((page) => JSON.stringify({ success: true, data: page })).join('\n'),
    ]) {
      const { findings, notes, facts } = verifyExport(form)
      assert.deepEqual([findings, notes], [[], []])
      assert.containSubset(facts, { coverage: 'complete', operations: list.total })
    }
  })

  test('a walk during writes repeats and skips nothing, and stays provable', async ({ assert }) => {
    const own = await realm.client.realm()
    await own.account('/a', '100')
    await own.object('/b')
    for (let index = 0; index < 8; index++) await own.transfer('/a', '/b', '1')
    const before = accepted(await own.get('/operations'))
    const walked = await exportPages(own.client, { realmId: own.id, limit: 2 }, async () => {
      await own.transfer('/a', '/b', '0.5')
      await own.deposit('/b', '1')
    })
    assert.deepEqual(idsOf(walked), pluck(before.operations, 'id').toReversed())
    assert.deepEqual(findingsOf(walked), [])
  })

  test('the range is inclusive to the microsecond, and each part verifies', async ({ assert }) => {
    const [first, , third] = pluck(single[0].operations, 'operation')
    const exact = { from: third.createdAt, to: third.createdAt }
    const one = await exportPages(realm.client, { realmId: realm.id, ...exact })
    assert.include(idsOf(one), third.id)
    assert.notInclude(idsOf(one), first.id)
    assert.deepEqual(findingsOf(one), [])
    const middle = single[0].operations[6].operation.createdAt
    for (const range of [{ from: middle }, { to: middle }]) {
      const part = await exportPages(realm.client, { realmId: realm.id, limit: 2, ...range })
      const { findings, facts } = verifyExport(JSON.stringify(part))
      assert.deepEqual(findings, [])
      assert.equal(facts.coverage, 'complete')
    }
    const past = { from: '2020-01-01T00:00:00Z', to: '2020-01-02T00:00:00Z' }
    const none = await exportPages(realm.client, { realmId: realm.id, ...past })
    assert.deepEqual(idsOf(none), [])
    assert.deepEqual(findingsOf(none), [])
    const shifted = await exportPages(realm.client, {
      realmId: realm.id,
      from: '2020-01-01T01:00:00+01:00',
    })
    assert.equal(shifted[0].from, '2020-01-01T00:00:00.000000Z')
  })

  test('filtered exports carry the groups they show; verify as partial', async ({ assert }) => {
    for (const filter of [
      { types: 'create,deposit' },
      { type: 'transfer' },
      { objectId: alice.id },
      { objectPath: '/users/bob' },
      { path: '/op/create/' },
    ]) {
      const walked = await exportPages(realm.client, { realmId: realm.id, limit: 2, ...filter })
      const { findings, facts, notes } = verifyExport(JSON.stringify(walked))
      assert.deepEqual(findings, [], JSON.stringify(filter))
      assert.equal(facts.coverage, 'partial')
      assert.isAbove(facts.operations, 0)
      assert.lengthOf(notes, 1)
    }
  })

  test('every kind of operation leaves an export that verifies', async ({ assert }) => {
    const own = await realm.client.realm()
    const { client, id: realmId } = own
    const a = await own.account('/a', '100')
    await own.account('/b', '50')
    const labels = { labels: { team: 'north' } }
    accepted(
      await client.send('PATCH', `/api/v1/objects/${a.id}/labels?realmId=${realmId}`, labels)
    )
    accepted(await own.declareZone('/vault'))
    await own.object('/vault/x')
    await own.completed((await own.transfer('/a', '/vault/x', '5')).id)
    const part = (path: string) => ({
      path,
      sourceObjectPath: '/a',
      targetObjectPath: '/b',
      amount: '1',
    })
    accepted(
      await own.post('/transfers/bulk', {
        mode: 'atomic',
        transfers: [part('/op/bulk/1'), part('/op/bulk/2')],
      })
    )
    const defunded = accepted(
      await own.withdraw('/b', '10', { destinationAddress: `0x${'1'.repeat(40)}` })
    )
    await own.ended(defunded.operation.id)
    accepted(await own.remove(a.id, { sweepToPath: '/b' }))
    const walked = await exportPages(client, { realmId, limit: 2 })
    const { findings, facts } = verifyExport(JSON.stringify(walked))
    assert.deepEqual(findings, [])
    assert.equal(facts.coverage, 'complete')
    const types = walked.flatMap((page) =>
      page.operations.map(({ operation }: AnyData) => operation.type)
    )
    assert.includeMembers(types, ['create', 'deposit', 'transfer', 'withdrawal', 'delete'])
    const books = await app.container.make(CheckBooks)
    assert.deepEqual(await books.run({ realmId }), [])
  })

  test('a cursor of another export, or one that was made up, is refused', async ({ assert }) => {
    const query = { realmId: realm.id, ...ALWAYS, cursor: pages[0].nextCursor as string }
    const other = await realm.client.get('/api/v1/operations/export', { ...query, type: 'deposit' })
    assert.equal(other.status, 400)
    assert.equal(other.error.details!.fields![0]!.field, 'cursor')
    const again = accepted(
      await realm.client.get('/api/v1/operations/export', { ...query, limit: 3 })
    )
    assert.deepEqual(idsOf([again]), idsOf([pages[1]]))
    const elsewhere = await realm.client.realm()
    const foreign = await realm.client.get('/api/v1/operations/export', {
      ...query,
      realmId: elsewhere.id,
    })
    assert.equal(foreign.status, 400)
  })

  test('a restricted credential exports what it may read, without a chain', async ({ assert }) => {
    const allow = (...resources: string[]): PolicyStatement => ({
      effect: 'Allow',
      actions: ['svc:*'],
      resources,
    })
    const exporter = await app.container.make(ExportOperations)
    const present = { operation: presentOperation, event: presentEvent }
    const range = { realmId: realm.id, from: 0, to: Date.UTC(2100, 0, 1) * 1000 }
    const ofBob = await endUser(realm, allow('/users/bob'))
    let cursor: string | undefined
    let shown = 0
    do {
      const page = await exporter.run(ofBob, { ...range, limit: 5, cursor }, present)
      assert.isNull(page.chain)
      shown += page.operations.length
      const paths = page.operations.flatMap(({ deltas }) => deltas.map((delta) => delta.objectPath))
      assert.isTrue(paths.every((path) => path === '/users/bob'))
      cursor = page.nextCursor ?? undefined
      assert.isBelow(cursor?.length ?? 0, 512)
    } while (cursor !== undefined)
    assert.equal(shown, 14)
    const auditor = await endUser(realm, allow('*'))
    const whole = await exporter.run(auditor, { ...range, limit: 500 }, present)
    assert.deepEqual(findingsOf(whole), [])
    assert.equal(whole.chain?.coverage, 'complete', 'expected a read-only key to be an auditor')
    const hidden: PolicyStatement = {
      effect: 'Deny',
      actions: ['svc:ReadDelta'],
      resources: ['/users/bob'],
    }
    const blinkered = await endUser(realm, allow('*'), hidden)
    const partly = await exporter.run(blinkered, { ...range, limit: 500 }, present)
    assert.isNull(partly.chain)
    assert.deepEqual(findingsOf(partly), [])
  })

  test('a page costs as many statements however many operations it shows', async ({ assert }) => {
    const costOf = (limit: number) =>
      costInReads(/journal_|operations/, () =>
        realm.get('/operations/export', { ...ALWAYS, limit })
      )
    const [ofOne, ofMany] = [await costOf(1), await costOf(14)]
    assert.isAbove(ofOne.count, 3)
    assert.isAtMost(ofMany.count, ofOne.count + 3)
  })

  test('whatever is changed in an export is reported', ({ assert }) => {
    const text = JSON.stringify(pages)
    forAll(
      [fc.nat(), fc.nat(), fc.constantFrom(...MUTATIONS)],
      { numRuns: 400 },
      (where, how, mutate) => {
        const changed = JSON.parse(text) as AnyData[]
        mutate(placesOf(changed), where, how)
        if (JSON.stringify(changed) === text) return
        assert.isNotEmpty(findingsOf(changed))
      }
    )
  })

  test('a forger who makes the digests fit again is found by the journal itself', ({ assert }) => {
    for (const [what, forge] of Object.entries(FORGERIES)) {
      const forged = copyOf(pages)
      forge(forged)
      const findings = findingsOf(sealAgain(forged))
      assert.isNotEmpty(findings, what)
    }
    assert.deepEqual(findingsOf(sealAgain(copyOf(pages))), [])
  })

  test('a file that is no export is reported, whatever it holds', ({ assert }) => {
    const noExports = ['', '[]', '{}', 'null', '[1]', '"x"', '{"success":false,"data":{}}', 'x\ny']
    for (const text of noExports) assert.isNotEmpty(verifyExport(text).findings, text)
    forAll([fc.json()], (text) => {
      assert.isNotEmpty(verifyExport(text).findings)
    })
  })

  test('the command works without a service, and exits with 1 on a finding', async ({ assert }) => {
    const folder = await mkdtemp(join(tmpdir(), 'export-'))
    try {
      const good = join(folder, 'good.json')
      const cut = join(folder, 'cut.jsonl')
      await writeFile(good, JSON.stringify(single[0]))
      await writeFile(
        cut,
        pages
          .slice(0, -1)
          .map((page) => JSON.stringify(page))
          .join('\n')
      )
      const whole = await verifyFile(good)
      assert.deepEqual([whole.code, whole.output.includes('whole and consistent')], [0, true])
      const part = await verifyFile(cut)
      assert.equal(part.code, 1)
      assert.include(part.output, 'pages are missing')
      assert.equal((await verifyFile(join(folder, 'missing.json'))).code, 1)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

  test('wrong inputs are named', async ({ assert }) => {
    const query = { realmId: realm.id, ...ALWAYS }
    await refusesFields(
      assert,
      (input) => realm.client.get('/api/v1/operations/export', input as Record<string, string>),
      query,
      {
        realmId: [MISSING, 'x', ''],
        from: [MISSING, '', 'yesterday', '2026-01-01', '2026-01-01T00:00:00', '1700000000'],
        to: [MISSING, '', '2026-13-01T00:00:00Z', '2019-01-01T00:00:00Z'],
        limit: ['0', '501', '-1', '1.5'],
        type: ['payment'],
        types: [',', 'transfer,x'],
        objectPath: ['x', '/a//b'],
        objectId: ['', 'x'.repeat(65)],
        path: ['x'],
        cursor: ['x', '', pages[0].nextCursor.slice(0, -4), 'a'.repeat(513)],
      }
    )
  })
})
