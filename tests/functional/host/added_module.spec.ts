import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import type { Assert } from '@japa/assert'
import { test } from '@japa/runner'
import {
  Client,
  accepted,
  eventually,
  type OperationView,
  type TestRealm,
} from '#tests/support/client'
import { ProjectCopy } from '#tests/support/project_copy'
import { isModuleName } from '../../../commands/make_module.ts'

const NAME = 'visit_log'
const FOLDER = `modules/${NAME}`
const URL = '/api/v1/visit-log'
const BOOT_MS = 240_000

interface ApiDocument {
  paths: object
  components: { schemas: Record<string, { properties: Record<string, { enum: string[] }> }> }
}

interface RecordView {
  realmId: string
  eventType: string
  state: string
}

/** The packages of `examples/` in plain JavaScript. */
const PACKAGES = ['bank_rail', 'rewards_module']

let copy: ProjectCopy

async function addPackages() {
  await copy.addProviders(...PACKAGES.map((name) => `./examples/${name}/provider.js`))
}

/** Opens a deposit; the bank has not said anything yet, so that it is pending for as long as it likes. */
async function bankDeposit(realm: TestRealm, objectPath: string): Promise<string> {
  const opened = await realm.deposit(objectPath, '100.00')
  return accepted(opened).operation.id
}

interface Evidenced {
  type: string
  outcome: string
  evidence: { journal: { entries: { opType: string }[]; legs: { amount: string; kind: string }[] } }
}

/** A package's own operation type, leg kind and object type, wherever the ledger speaks of such words. */
async function rewards(realm: TestRealm, assert: Assert) {
  const { client, id: realmId } = realm
  const account = await realm.object('/users/u1/rewards', { type: 'rewards' })
  const body = { realmId, objectPath: account.path, path: '/op/reward-1', amount: '5.00' }
  const grant = () => client.post<{ operation: OperationView }>('/api/v1/rewards', body)
  const { operation } = accepted(await grant())
  assert.deepEqual(accepted(await grant()).operation, operation)
  const other = await client.post('/api/v1/rewards', { ...body, amount: '6.00' })
  assert.equal(other.error?.code, 'IDEMPOTENCY_VIOLATION')
  const wallet = await realm.object('/users/u1/wallet')
  const onCash = { ...body, objectPath: wallet.path, path: '/op/reward-2' }
  assert.equal((await client.post('/api/v1/rewards', onCash)).error?.code, 'OBJECT_NOT_FOUND')

  const url = `/api/v1/operations/${operation.id}`
  const told = accepted(await client.get<Evidenced>(url, { includeEvidence: true }))
  assert.containSubset(told.evidence.journal.entries, [{ opType: 'reward' }])
  const legs = told.evidence.journal.legs.map(({ amount, kind }) => ({ amount, kind }))
  assert.sameDeepMembers(legs, [
    { amount: '5.00', kind: 'reward' },
    { amount: '-5.00', kind: 'reward' },
  ])
  const listed = await realm.get('/operations', { type: 'reward' })
  assert.lengthOf(accepted(listed).operations, 1)
  const found = await realm.get('/objects', { type: 'rewards' })
  assert.lengthOf(accepted(found).objects, 1)

  const moved = await realm.move(account.path, wallet.path, '1.00', { path: '/op/out' })
  assert.equal(moved.error?.code, 'SETTLEMENT_UNAVAILABLE')
  const paidOut = { realmId, objectPath: account.path, amount: '1.00' }
  assert.equal((await client.post('/api/v1/defund-account', paidOut)).status, 400)
  assert.isTrue(accepted(await realm.get('/verify')).ok)
}

test.group('host | make:module', (group) => {
  group.setup(async () => {
    copy = await ProjectCopy.make()
    return () => copy.remove()
  })

  test('a name that is none is refused, and nothing is written', async ({ assert }) => {
    for (const name of ['Visits', 'visit-log', '../evil', 'a', 'a'.repeat(41)]) {
      assert.isFalse(isModuleName(name), name)
    }
    const before = await readFile(copy.path('adonisrc.ts'), 'utf8')
    const { code, output } = await copy.ace('make:module', '../evil')
    assert.equal(code, 1)
    assert.match(output, /is no module name: use snake_case/)
    assert.equal(await readFile(copy.path('adonisrc.ts'), 'utf8'), before)
  })

  test('the name of a module that is there is refused', async ({ assert }) => {
    const before = await readFile(copy.path('modules/ledger/provider.ts'), 'utf8')
    const { code, output } = await copy.ace('make:module', 'ledger')
    assert.equal(code, 1)
    assert.match(output, /modules\/ledger is there already/)
    assert.equal(await readFile(copy.path('modules/ledger/provider.ts'), 'utf8'), before)
  })

  test('writes the module, its provider before the one that opens rooms', async ({ assert }) => {
    const { code, output } = await copy.ace('make:module', NAME)
    assert.equal(code, 0, output)
    for (const file of ['provider.ts', 'index.ts', 'README.md', 'http/routes.ts']) {
      assert.isTrue(existsSync(copy.path(FOLDER, file)), file)
    }
    const lines = (await readFile(copy.path('adonisrc.ts'), 'utf8')).split('\n')
    const place = lines.findIndex((line) => line.includes(`#modules/${NAME}/provider`))
    assert.include(lines[place + 1]!, '#providers/modules_provider')
  })

  test('what it writes passes lint and type check', async ({ assert }) => {
    const lint = await copy.node(['node_modules/eslint/bin/eslint.js', FOLDER])
    assert.equal(lint.code, 0, lint.output)
    const types = await copy.node([
      'node_modules/@typescript/native/bin/tsc',
      '--noEmit',
      '--incremental',
      'false',
    ])
    assert.equal(types.code, 0, types.output)
  })

  test('its tests pass, and so do those of the API reference with it', async ({ assert }) => {
    await addPackages()
    const migrated = await copy.ace('migration:run', '--force', '--disable-locks')
    assert.equal(migrated.code, 0, migrated.output)
    const specs = [
      `${FOLDER}/tests/unit/event_record.spec.ts`,
      `${FOLDER}/tests/functional/records.spec.ts`,
      'tests/functional/host/api_document.spec.ts',
    ]
    const { code, output } = await copy.test(specs)
    assert.equal(code, 0, output)
    const texts = await Promise.all(specs.map((spec) => readFile(copy.path(spec), 'utf8')))
    const written = texts.join('\n').match(/^ *test\(/gm)!.length
    assert.include(output, `Tests  ${written} passed`)
  })

  test('it and the packages of examples/ work in a running service', async ({ assert }) => {
    const statements = copy.path('bank_statements')
    await mkdir(statements)
    await copy.start()
    const builder = await Client.signIn(undefined, copy.url)
    const realm = await builder.realm()
    const records = await eventually('listener and job', async () => {
      const reply = await builder.get<{ records: RecordView[] }>(URL, { realmId: realm.id })
      const listed = accepted(reply).records
      return listed[0]?.state === 'done' ? listed : null
    })
    assert.lengthOf(records, 1)
    assert.containSubset(records[0], { realmId: realm.id, eventType: 'realm.created' })

    await realm.object('/bank/ada')
    await realm.object('/bank/bob')
    const credited = await bankDeposit(realm, '/bank/ada')
    const returned = await bankDeposit(realm, '/bank/bob')
    await writeFile(`${statements}/${credited}.json`, '{"reference":"wire-1"}')
    await writeFile(`${statements}/${returned}.json`, '{"returned":"account closed"}')
    assert.equal((await realm.completed(credited)).state, 'completed')
    const failed = await realm.ended(returned)
    assert.containSubset(failed, {
      state: 'failed',
      failureMessage: 'The bank returned it: account closed',
    })
    const evidence = await builder.get(`/api/v1/operations/${credited}`, { includeEvidence: true })
    assert.containSubset(accepted(evidence), {
      evidence: { journal: { proofs: [{ proofType: 'bank_wire', externalRef: 'wire-1' }] } },
    })

    await rewards(realm, assert)
    const { body } = await builder.get('/openapi.json')
    const { paths, components } = body as ApiDocument
    assert.containSubset(paths, { [URL]: {}, '/api/v1/rewards': {} })
    const words = (schema: string, field: string) =>
      components.schemas[schema]!.properties[field]!.enum
    assert.includeMembers(words('Operation', 'type'), ['transfer', 'reward'])
    assert.includeMembers(words('Object', 'type'), ['denominated', 'rewards'])
    assert.includeMembers(words('ChainLeg', 'kind'), ['transfer', 'reward'])
    await copy.stop()
  })

  test('a route that says nothing of access stops the service by its name', async ({ assert }) => {
    const file = copy.path(FOLDER, 'http/routes.ts')
    const routes = await readFile(file, 'utf8')
    await writeFile(file, routes.replace(/\n\s+\.access\(.*\)/, ''))
    const server = ['--import=./bin/typescript.js', 'bin/server.ts']
    const { code, output } = await copy.node(server, {}, BOOT_MS)
    await writeFile(file, routes)
    assert.equal(code, 1)
    assert.match(output, /\/api\/v1\/visit-log must declare \.access/)
  })
})
