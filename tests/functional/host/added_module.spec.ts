import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { appendFile, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import ace from '@adonisjs/core/services/ace'
import { Client, accepted, eventually, pluck, type AnyData } from '#tests/support/client'
import { ProjectCopy } from '#tests/support/project_copy'
import { bankDeposits, rewards, toldOnce } from './support/package_scenarios.ts'
import { isModuleName } from '../../../commands/make_module.ts'

const NAME = 'visit_log'
const FOLDER = `modules/${NAME}`
const URL = '/api/v1/visit-log'
/** A package that the command makes; all else that is done with it a stranger would do. */
const PACKAGE = '@acme/visit-notes'
const PACKED_NAME = 'visit_notes'
/** Ships JavaScript, the other one TypeScript. */
const PLAIN = '@operator/rewards'
const OBJECTS = 8
const BOOT_MS = 240_000
const EMAIL = 'ann@packed.example'

let copy: ProjectCopy
/** Of the package, outside the service. */
let folder: string

/** In this process: what is refused writes nothing, here or elsewhere. */
async function refused(...args: string[]): Promise<string> {
  ace.ui.switchMode('raw')
  try {
    const command = await ace.exec('make:module', args)
    if (command.exitCode !== 1) throw new Error(`make:module ${args.join(' ')} was not refused`)
    return pluck(command.ui.logger.getLogs(), 'message').join('\n')
  } finally {
    ace.ui.switchMode('normal')
  }
}

async function migrated() {
  const { code, output } = await copy.ace('migration:run', '--force', '--disable-locks')
  if (code !== 0) throw new Error(output)
}

test.group('host | make:module', () => {
  test('a name that is none is refused', async ({ assert }) => {
    for (const name of ['Visits', 'visit-log', '../evil', 'a', 'a'.repeat(41)]) {
      assert.isFalse(isModuleName(name), name)
    }
    assert.match(await refused('../evil'), /is no module name: use snake_case/)
  })

  test('{0} is refused, and nothing is written')
    .with([
      ['the name of a module that is there', 'ledger', [], /modules\/ledger is there already/],
      ['a name that npm refuses', 'x_notes', ['--package=No Name'], /is no name of an npm package/],
      [
        'a folder of the service',
        'x_notes',
        ['--package=@acme/x', '--to=packages/x'],
        /is inside the service/,
      ],
      ['a folder that is there', 'x_notes', ['--package=@acme/x', '--to=..'], /is there already/],
      ['a folder without a package', 'x_notes', ['--to=../x'], /say --package=NAME/],
    ] as const)
    .run(async ({ assert }, [, name, flags, told]) => {
      const provider = () => readFile(app.makePath('modules/ledger/provider.ts'), 'utf8')
      const before = [await readFile(app.makePath('adonisrc.ts'), 'utf8'), await provider()]
      assert.match(await refused(name, ...flags), told)
      const after = [await readFile(app.makePath('adonisrc.ts'), 'utf8'), await provider()]
      assert.deepEqual(after, before)
      for (const path of ['packages', 'modules/x_notes', '../x']) {
        assert.isFalse(existsSync(app.makePath(path)), path)
      }
    })
})

/** One copy takes over what the test before left: each of its starts costs more than what is asked of it. */
test.group('host | modules that are added', (group) => {
  group.setup(async () => {
    copy = await ProjectCopy.make()
    folder = `${copy.root}_made`
    return async () => {
      await copy.remove()
      await rm(folder, { recursive: true, force: true })
    }
  })

  test('make:module writes it, its provider before the one that opens rooms', async ({
    assert,
  }) => {
    const { code, output } = await copy.ace('make:module', NAME)
    assert.equal(code, 0, output)
    for (const file of ['provider.ts', 'index.ts', 'README.md', 'http/routes.ts']) {
      assert.isTrue(existsSync(copy.path(FOLDER, file)), file)
    }
    const lines = (await readFile(copy.path('adonisrc.ts'), 'utf8')).split('\n')
    const place = lines.findIndex((line) => line.includes(`#modules/${NAME}/provider`))
    assert.include(lines[place + 1]!, '#providers/modules_provider')
    const lint = await copy.node(['node_modules/eslint/bin/eslint.js', FOLDER])
    assert.equal(lint.code, 0, lint.output)
  })

  test('of the example that a package was made of no name is left', async ({ assert }) => {
    const args = [PACKED_NAME, `--package=${PACKAGE}`, `--to=${folder}`]
    const made = await copy.ace('make:module', ...args)
    assert.equal(made.code, 0, made.output)
    const files = await readdir(folder, { recursive: true, withFileTypes: true })
    const texts = files.filter((file) => file.isFile())
    assert.includeMembers(
      texts.map(({ name }) => name),
      ['package.json', 'README.md', 'provider.ts', 'visit_notes.js', 'visit_notes.spec.ts']
    )
    for (const { name, parentPath } of texts) {
      const text = await readFile(join(parentPath, name), 'utf8')
      assert.notMatch(text, /ACTIVITY|Activity|activity[_-]|\/activity|@operator/, name)
    }
  })

  test('a package added by one line is told a history once, though a worker dies', async ({
    assert,
  }) => {
    await migrated()
    await copy.start()
    const builder = await Client.signIn(EMAIL, copy.url)
    const realms = [await builder.realm(), await builder.realm(), await builder.realm()]
    const all = realms.flatMap((realm) =>
      Array.from({ length: OBJECTS }, (_, index) => realm.account(`/o/${index}`, '1'))
    )
    await Promise.all(all)
    await copy.stop()

    await copy.install(folder, PACKAGE)
    await copy.install('examples/rewards_module', PLAIN)
    const rail = './examples/bank_rail/provider.js'
    await copy.addProviders(`${PACKAGE}/provider`, `${PLAIN}/provider`, rail)
    await mkdir(copy.path('bank_statements'))
    await migrated()
    await copy.startServer()
    const doomed = await copy.startWorker({ FAILPOINT: 'listener_backfill.noted:2:kill' })
    if (doomed.exitCode === null && doomed.signalCode === null) await once(doomed, 'exit')
    assert.equal(doomed.signalCode, 'SIGKILL')
    await copy.startWorker()
    const client = await Client.signIn(EMAIL, copy.url)
    for (const { id } of realms) await toldOnce(assert, client, id, OBJECTS)
  })

  test('API, permissions, errors, metrics and console show what it brings', async ({ assert }) => {
    const client = await Client.signIn(undefined, copy.url)
    const realm = await client.realm()
    const text = async (address: string) => String((await client.get(address)).body)
    const { permissions = [], actions = [] } = accepted(await client.get('/api/v1/permissions'))
    assert.include(JSON.stringify([permissions, actions]), 'svc:ReadVisitNotes')
    const unknown = { realmId: realm.id, objectPath: '/nobody' }
    const refusal = await client.get('/api/v1/visit-notes/object', unknown)
    assert.equal(refusal.error?.code, 'VISIT_NOTES_UNKNOWN')
    const stranger = await Client.signIn(undefined, copy.url)
    const foreign = await stranger.get('/api/v1/visit-notes', { realmId: realm.id })
    assert.equal(foreign.status, 404)
    await eventually('its metric', async () => {
      return /^visit_notes_objects [1-9]/m.test(await text('/metrics')) || null
    })
    assert.include(await text('/console'), '/console/assets/modules/visit_notes/visit_notes.js')
    const script = await client.get('/console/assets/modules/visit_notes/visit_notes.js')
    assert.equal(script.status, 200)
    assert.equal((await client.get('/console/assets/modules/visit_notes/provider.ts')).status, 404)
    const paused = await copy.ace('queue:pause', 'visit-notes-forget', '--reason', 'a look')
    assert.equal(paused.code, 0, paused.output)
  })

  test('a module and the packages of examples/ work in one service', async ({ assert }) => {
    const builder = await Client.signIn(undefined, copy.url)
    const realm = await builder.realm()
    const records = await eventually('listener and job', async () => {
      const listed = accepted(await builder.get(URL, { realmId: realm.id })).records as AnyData[]
      return listed[0]?.state === 'done' ? listed : null
    })
    assert.lengthOf(records, 1)
    assert.containSubset(records[0], { realmId: realm.id, eventType: 'realm.created' })
    await bankDeposits(assert, realm, copy.path('bank_statements'))
    await rewards(assert, realm)
    const { paths, components } = (await builder.get('/openapi.json')).body as AnyData
    assert.containSubset(paths, { [URL]: {}, '/api/v1/rewards': {} })
    assert.containSubset(paths['/api/v1/visit-notes'].get, { tags: ['Visit notes'] })
    const { schemas } = components
    assert.include(schemas.VisitNotes.properties.events.description, 'How many events')
    const words = (schema: string, field: string) => schemas[schema].properties[field].enum
    assert.includeMembers(words('Operation', 'type'), ['transfer', 'reward'])
    assert.includeMembers(words('Object', 'type'), ['denominated', 'rewards'])
    assert.includeMembers(words('ChainLeg', 'kind'), ['transfer', 'reward'])
    await copy.stop()
  })

  test('their tests pass, and so do those of the API reference with them', async ({ assert }) => {
    const specs = [
      `${FOLDER}/tests/unit/event_record.spec.ts`,
      `${FOLDER}/tests/functional/records.spec.ts`,
      `node_modules/${PACKAGE}/tests/functional/visit_notes.spec.ts`,
      'tests/functional/host/api_document.spec.ts',
    ]
    const { code, output } = await copy.test(specs)
    assert.equal(code, 0, output)
    const texts = await Promise.all(specs.map((spec) => readFile(copy.path(spec), 'utf8')))
    const written = texts.join('\n').match(/^ *test\(/gm)!.length
    assert.include(output, `Tests  ${written} passed`)
  })

  test('the type check reads both, and finds a mistake in the package alone', async ({
    assert,
  }) => {
    const wrong = '\nexport const wrong: string = 1\n'
    await appendFile(copy.path('node_modules', PACKAGE, 'provider.ts'), wrong)
    const compiler = 'node_modules/@typescript/native/bin/tsc'
    const types = await copy.node([compiler, '--noEmit', '--incremental', 'false'])
    const found = types.output.split('\n').filter((line) => line.includes('error TS'))
    assert.lengthOf(found, 1, types.output)
    assert.include(found[0], `${PACKAGE}/provider.ts`)
  })

  test('a route that says nothing of access stops the service by its name', async ({ assert }) => {
    const file = copy.path(FOLDER, 'http/routes.ts')
    const routes = await readFile(file, 'utf8')
    await writeFile(file, routes.replace(/\n\s+\.access\(.*\)/, ''))
    const server = ['--import=./bin/typescript.js', 'bin/server.ts']
    const { code, output } = await copy.node(server, {}, BOOT_MS)
    assert.equal(code, 1)
    assert.match(output, /\/api\/v1\/visit-log must declare \.access/)
  })
})
