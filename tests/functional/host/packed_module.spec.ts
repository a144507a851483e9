import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { appendFile, readFile, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { Client, accepted, eventually, pluck, type AnyData } from '#tests/support/client'
import { ProjectCopy } from '#tests/support/project_copy'

/** Made by the command; all else here is what a stranger would do with it. */
const PACKAGE = '@acme/visit-notes'
const NAME = 'visit_notes'
/** Ships JavaScript, the other one TypeScript. */
const PLAIN = '@operator/rewards'
const OBJECTS = 8

interface Known {
  objectPath: string
  events: number
}

let copy: ProjectCopy
let folder: string

/** What the journal says of each object: how many events were about it. */
async function eventsByObject(client: Client, realmId: string): Promise<Known[]> {
  const { events } = accepted(await client.get<AnyData>('/api/v1/events', { realmId, limit: 500 }))
  const paths = pluck(events, 'objectPath').filter((path: string | null) => path !== null)
  const counted = Map.groupBy<string, string>(paths, (path) => path)
  return [...counted].map(([objectPath, { length }]) => ({ objectPath, events: length }))
}

async function known(client: Client, realmId: string): Promise<Known[]> {
  const { objects } = accepted(await client.get('/api/v1/visit-notes', { realmId }))
  return objects.map(({ objectPath, events }: Known) => ({ objectPath, events }))
}

test.group('host | a module in a packed npm package', (group) => {
  group.setup(async () => {
    copy = await ProjectCopy.make()
    folder = `${copy.root}_made`
    return async () => {
      await copy.remove()
      await rm(folder, { recursive: true, force: true })
    }
  })

  test('added by one line it is told a history once, though a worker dies', async ({ assert }) => {
    assert.equal((await copy.ace('migration:run', '--force', '--disable-locks')).code, 0)
    await copy.start()
    const email = 'ann@packed.example'
    const builder = await Client.signIn(email, copy.url)
    const realms = [await builder.realm(), await builder.realm(), await builder.realm()]
    const all = realms.flatMap((realm) =>
      Array.from({ length: OBJECTS }, (_, index) => realm.account(`/o/${index}`, '1'))
    )
    await Promise.all(all)
    await copy.stop()

    const made = await copy.ace('make:module', NAME, `--package=${PACKAGE}`, `--to=${folder}`)
    assert.equal(made.code, 0, made.output)
    await copy.install(folder, PACKAGE)
    await copy.install('examples/rewards_module', PLAIN)
    await copy.addProviders(`${PACKAGE}/provider`, `${PLAIN}/provider`)
    const migrated = await copy.ace('migration:run', '--force', '--disable-locks')
    assert.equal(migrated.code, 0, migrated.output)
    await copy.startServer()
    const doomed = await copy.startWorker({ FAILPOINT: 'listener_backfill.noted:2:kill' })
    if (doomed.exitCode === null && doomed.signalCode === null) await once(doomed, 'exit')
    assert.equal(doomed.signalCode, 'SIGKILL')
    await copy.startWorker()
    const client = await Client.signIn(email, copy.url)
    for (const { id } of realms) {
      const journal = await eventsByObject(client, id)
      assert.isAtLeast(journal.length, OBJECTS)
      const told = await eventually('the history of a realm', async () => {
        const objects = await known(client, id)
        const count = (list: Known[]) => list.reduce((sum, { events }) => sum + events, 0)
        return count(objects) >= count(journal) ? objects : null
      })
      assert.sameDeepMembers(told, journal)
    }
  })

  test('of the example that it was made of no name is left', async ({ assert }) => {
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

  test('{0} is refused, and nothing is written')
    .with([
      ['a name that npm refuses', ['--package=No Name'], /is no name of an npm package/],
      [
        'a folder of the service',
        ['--package=@acme/x', '--to=packages/x'],
        /is inside the service/,
      ],
      ['a folder that is there', ['--package=@acme/x', '--to=..'], /is there already/],
      ['a folder without a package', ['--to=../x'], /say --package=NAME/],
    ] as const)
    .run(async ({ assert }, [, flags, told]) => {
      const { code, output } = await copy.ace('make:module', 'x_notes', ...flags)
      assert.equal(code, 1, output)
      assert.match(output, told)
      assert.isFalse(existsSync(copy.path('packages')))
    })

  test('API, permissions, errors, metrics and console show what it brings', async ({ assert }) => {
    const client = await Client.signIn(undefined, copy.url)
    const realm = await client.realm()
    const text = async (address: string) => String((await client.get(address)).body)
    const { body } = await client.get('/openapi.json')
    const { paths, components } = body as AnyData
    assert.containSubset(paths['/api/v1/visit-notes'].get, { tags: ['Visit notes'] })
    assert.property(paths, '/api/v1/rewards')
    assert.include(components.schemas.VisitNotes.properties.events.description, 'How many events')
    const { permissions = [], actions = [] } = accepted(await client.get('/api/v1/permissions'))
    assert.include(JSON.stringify([permissions, actions]), 'svc:ReadVisitNotes')
    const unknown = { realmId: realm.id, objectPath: '/nobody' }
    const refused = await client.get('/api/v1/visit-notes/object', unknown)
    assert.equal(refused.error?.code, 'VISIT_NOTES_UNKNOWN')
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

  test('its specs pass, and so does the type check of a service with it', async ({ assert }) => {
    await copy.stop()
    const spec = `node_modules/${PACKAGE}/tests/functional/visit_notes.spec.ts`
    const { code, output } = await copy.test([spec])
    assert.equal(code, 0, output)
    assert.match(output, /1 passed/)
    await appendFile(
      copy.path('node_modules', PACKAGE, 'provider.ts'),
      '\nexport const wrong: string = 1\n'
    )
    const types = await copy.node([
      'node_modules/@typescript/native/bin/tsc',
      '--noEmit',
      '--incremental',
      'false',
    ])
    const found = types.output.split('\n').filter((line) => line.includes('error TS'))
    assert.lengthOf(found, 1, types.output)
    assert.include(found[0], 'provider.ts')
  })
})
