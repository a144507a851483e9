import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { newId } from '#app/ids/ids'
import { Poster } from '#modules/ledger/services/poster/poster'
import { allow, deny, scoped } from '#tests/functional/auth/support/credentials'
import { remove, whileObjects } from '#tests/functional/ledger/support/statuses'
import { TestRealm, accepted, until, pluck, type AnyData, type Client } from '#tests/support/client'
import { NOT_TEXT, refusesFields } from '#tests/support/refusals'
import { costInReads } from '#tests/support/statements'
import { readRows } from '#tests/support/rows'
import { creationOf, draftOf } from './support/drafts.ts'

/** What a page of objects and folders is read from. */
const TABLES = /folder|zone|objects|realm_heads/

const OUTSIDE = {
  isBoundaryRoot: false,
  isInsideBoundary: false,
  boundaryRootPath: null,
  boundaryId: null,
}

type Query = Record<string, string | number | boolean | undefined>

const browse = (realm: TestRealm, query: Query = {}, client: Client = realm.client) =>
  client.get('/api/v1/objects/browse', { realmId: realm.id, ...query })

const names = (entries: AnyData[]): string[] => pluck(entries, 'path')

/** Objects posted without their workflow: for folders larger than a test could create one by one. */
async function fill({ id: realmId }: TestRealm, paths: readonly string[]) {
  const poster = await app.container.make(Poster)
  const made = await Promise.all(
    paths.map(async (path) => {
      const operationId = newId('op')
      const operation = draftOf('create', { id: operationId, path: `/op/fill${path}` })
      await poster.post(creationOf(realmId, path, { operation }))
      return operationId
    })
  )
  await Promise.all(
    made.map((operationId) =>
      poster.post({
        kind: 'complete_create',
        realmId,
        operationId,
        ids: { event: newId('evt'), delta: newId('dlt') },
        jobs: [],
      })
    )
  )
}

/** Whether entries are newest first, and by path where they are equally old. */
function inOrder(entries: AnyData[]): boolean {
  return entries.every((entry, index) => {
    const before = entries[index - 1]
    if (!before || before.createdAt > entry.createdAt) return true
    return before.createdAt === entry.createdAt && before.path < entry.path
  })
}

test.group('ledger | browse', (group) => {
  let realm: TestRealm

  group.setup(async () => {
    realm = await TestRealm.open()
    for (const path of ['/top', '/a/1', '/a/b/c/deep', '/a/b', '/z/x']) await realm.object(path)
  })

  test('shows the objects of a folder and its child paths, newest first', async ({ assert }) => {
    const { data } = await browse(realm)
    assert.onlyProperties(data, ['folders', 'paths', 'currentIsolation', 'objects', 'nextCursor'])
    assert.deepEqual(names(data.objects), ['/top'])
    assert.deepEqual(names(data.paths), ['/z', '/a'])
    assert.deepEqual(data.folders, ['/z', '/a'])
    assert.deepEqual(data.currentIsolation, OUTSIDE)
    assert.isNull(data.nextCursor)
    const all = await realm.get('/objects')
    const oldest = all.data.objects.find(({ path }: AnyData) => path === '/a/1')
    assert.deepEqual(data.paths[1], {
      path: '/a',
      kind: 'folder',
      hasObjects: true,
      isEmpty: false,
      createdAt: oldest.createdAt,
      isolation: OUTSIDE,
    })
  })

  test('a path can be an object and a folder at once', async ({ assert }) => {
    for (const prefix of ['/a', '/a/']) {
      const { data } = await browse(realm, { prefix })
      assert.deepEqual(names(data.objects), ['/a/b', '/a/1'])
      assert.deepEqual(names(data.paths), ['/a/b'])
    }
    const deeper = await browse(realm, { prefix: '/a/b' })
    assert.deepEqual(names(deeper.data.objects), [])
    assert.deepEqual(names(deeper.data.paths), ['/a/b/c'])
  })

  test('a missing folder is empty; one that begins alike is another', async ({ assert }) => {
    for (const prefix of ['/nowhere', '/to', '/a/b/c/deep']) {
      const { status, data } = await browse(realm, { prefix })
      assert.equal(status, 200)
      assert.deepEqual([data.folders, data.paths, data.objects], [[], [], []])
    }
  })

  test('names in any script are cut where their segment ends', async ({ assert }) => {
    const own = await realm.client.realm()
    for (const path of ['/Δ/ключ/😀/ж', '/Δ/ключ/y']) await own.object(path)
    const { data } = await browse(own, { prefix: '/Δ/ключ' })
    assert.deepEqual(names(data.paths), ['/Δ/ключ/😀'])
    assert.deepEqual(names(data.objects), ['/Δ/ключ/y'])
    const client = await scoped(own, allow('svc:ReadObject', '/Δ/*'))
    assert.deepEqual((await browse(own, { prefix: '/Δ/ключ' }, client)).data, data)
  })

  test('zones are listed, empty too, with labels, boundary and own age', async ({ assert }) => {
    const own = await realm.client.realm()
    const { client, id: realmId } = own
    const zone = accepted(await own.declareZone('/f/zone'))
    await own.object('/f/plain/a')
    const labels = { team: 'ops' }
    accepted(
      await client.send('PUT', '/api/v1/folders/labels', { realmId, path: '/f/zone', labels })
    )
    const { data } = await browse(own, { prefix: '/f' })
    assert.deepEqual(names(data.paths), ['/f/plain', '/f/zone'])
    assert.notProperty(data.paths[0], 'labels')
    assert.deepEqual(data.paths[1], {
      path: '/f/zone',
      kind: 'isolation_zone',
      hasObjects: false,
      isEmpty: true,
      createdAt: zone.createdAt,
      labels,
      isolation: zone.isolation,
    })
    // The folder above is there because the zone is, and holds no object of its own.
    const root = await browse(own)
    assert.containSubset(root.data.paths, [{ path: '/f', hasObjects: true, isEmpty: false }])

    await own.object('/f/zone/in/a')
    const inside = await browse(own, { prefix: '/f/zone' })
    assert.deepEqual(inside.data.currentIsolation, zone.isolation)
    assert.deepEqual(inside.data.paths[0].isolation, { ...zone.isolation, isBoundaryRoot: false })
    const deep = await browse(own, { prefix: '/f/zone/in' })
    assert.deepEqual(deep.data.currentIsolation, { ...zone.isolation, isBoundaryRoot: false })
    assert.deepEqual(deep.data.objects[0].isolation, { ...zone.isolation, isBoundaryRoot: false })
    const filled = await browse(own, { prefix: '/f' })
    assert.containSubset(filled.data.paths, [
      { path: '/f/zone', hasObjects: true, isEmpty: false, createdAt: zone.createdAt },
    ])
  })

  test('deleted and deleting objects show on request, withdrawn always', async ({ assert }) => {
    const own = await realm.client.realm()
    const made = new Map<string, string>()
    for (const name of ['deleted', 'deleting', 'withdrawn', 'active']) {
      for (const path of [`/${name}`, `/in-${name}/x`]) made.set(path, (await own.object(path)).id)
    }
    for (const path of ['/deleted', '/in-deleted/x']) await remove(own, path)
    const idsOf = (...paths: string[]) => paths.map((path) => made.get(path)!)
    const reader = await scoped(own, allow('svc:ReadObject', '/*'))
    const check = async () => {
      for (const who of [own.client, reader]) {
        const living = await browse(own, {}, who)
        assert.deepEqual(names(living.data.objects), ['/active', '/withdrawn'])
        assert.deepEqual(names(living.data.paths), ['/in-active', '/in-withdrawn'])
        const all = await browse(own, { includeDeleted: true }, who)
        assert.lengthOf(all.data.objects, 4)
        assert.lengthOf(all.data.paths, 4)
        const list = (includeDeleted: boolean) =>
          who.get('/api/v1/objects', { realmId: own.id, prefix: '/', includeDeleted })
        assert.equal((await list(false)).data.total, 4)
        assert.equal((await list(true)).data.total, 8)
      }
    }
    await whileObjects(idsOf('/deleting', '/in-deleting/x'), { status: 'deleting' }, () =>
      whileObjects(idsOf('/withdrawn', '/in-withdrawn/x'), { status: 'withdrawn' }, check)
    )
  })

  test('a reader sees what may be read, and folders where something may', async ({ assert }) => {
    const own = await realm.client.realm()
    const paths = ['/u/1/w', '/u/1/s/x', '/u/2/w', '/u/3', '/v/1', '/w/secret/x', '/w/open/x']
    for (const path of paths) await own.object(path)
    const shown = async (prefix: string, ...policy: Parameters<typeof scoped>[1][]) => {
      const client = await scoped(own, ...policy)
      const { data } = await browse(own, { prefix }, client)
      return [names(data.paths).sort(), names(data.objects).sort()]
    }
    assert.deepEqual(await shown('/', allow('svc:ReadObject', '/u/1/*')), [['/u'], []])
    assert.deepEqual(await shown('/u', allow('svc:ReadObject', '/u/1/*')), [['/u/1'], []])
    assert.deepEqual(await shown('/u', allow('svc:ReadObject', '/u/3')), [[], ['/u/3']])
    assert.deepEqual(await shown('/u/1', allow('svc:ReadObject', '/u/1/*')), [
      ['/u/1/s'],
      ['/u/1/w'],
    ])
    assert.deepEqual(await shown('/u', allow('svc:ReadObject', '/u/*/w')), [['/u/1', '/u/2'], []])
    assert.deepEqual(
      await shown('/', allow('svc:Read', '*'), deny('svc:ReadObject', '/u/*', '/w/secret/*')),
      [['/u', '/v', '/w'], []]
    )
    assert.deepEqual(
      await shown('/w', allow('svc:Read', '*'), deny('svc:ReadObject', '/w/secret', '/w/secret/*')),
      [['/w/open'], []]
    )
    assert.deepEqual(await shown('/', allow('svc:ReadBalance', '*')), [[], []])
    // The folder itself: whoever may read its path sees it.
    assert.deepEqual(await shown('/', allow('svc:ReadObject', '/v')), [['/v'], []])
  })

  test('whoever may read everything sees the same, however it was granted', async ({ assert }) => {
    const client = await scoped(realm, allow('svc:ReadObject', '/*'))
    accepted(await realm.declareZone('/q/zone'))
    for (const prefix of ['/', '/a', '/a/b', '/q', '/z']) {
      const [whole, granted] = [
        await browse(realm, { prefix }),
        await browse(realm, { prefix }, client),
      ]
      assert.deepEqual(granted.data, whole.data, prefix)
    }
  })

  test('the service’s own part of the tree is shown on request only', async ({ assert }) => {
    const { data } = await browse(realm)
    assert.notInclude(data.folders, '/_system')
    const system = await browse(realm, { prefix: '/_system' })
    assert.sameMembers(names(system.data.objects), ['/_system/external', '/_system/fees'])
  })

  test('what was created after a walk began is not part of it', async ({ assert }) => {
    for (const restricted of [false, true]) {
      const own = await realm.client.realm()
      for (const path of ['/1', '/2', '/3', '/x/1', '/y/1', '/z/1']) await own.object(path)
      const client = restricted ? await scoped(own, allow('svc:ReadObject', '/*')) : own.client
      const objects: string[] = []
      const paths: string[] = []
      let cursor: string | undefined
      for (let page = 0; page < 3; page++) {
        const { data } = await browse(own, { limit: 1, cursor }, client)
        objects.push(...names(data.objects))
        paths.push(...names(data.paths))
        assert.equal(data.nextCursor === null, page === 2)
        cursor = data.nextCursor
        await own.object(`/late-${page}`)
        await own.object(`/late-folder-${page}/x`)
      }
      assert.deepEqual(objects, ['/3', '/2', '/1'])
      assert.deepEqual(paths, ['/z', '/y', '/x'])
    }
  })

  test('a cursor tells a restricted reader nothing and serves nobody else', async ({ assert }) => {
    const own = await realm.client.realm()
    for (const path of ['/u/1', '/secret/1', '/u/2', '/secret/2']) await own.object(path)
    const reader = await scoped(own, allow('svc:ReadObject', '/u/*'))
    for (const address of ['/api/v1/objects', '/api/v1/objects/browse']) {
      const query = { realmId: own.id, prefix: '/u', limit: 1 }
      const { data } = await reader.get(address, query)
      assert.deepEqual(names(data.objects), ['/u/2'])
      assert.notInclude(Buffer.from(data.nextCursor, 'base64url').toString(), '/u/')
      const next = await reader.get(address, { ...query, cursor: data.nextCursor })
      assert.deepEqual(names(next.data.objects), ['/u/1'])
      assert.isNull(next.data.nextCursor)
      const foreign = await own.client.get(address, { ...query, cursor: data.nextCursor })
      assert.equal(foreign.status, 400)
    }
    const listed = await reader.get('/api/v1/objects', { realmId: own.id })
    assert.equal(listed.data.total, 2, 'the total tells nothing of what may not be read')
  })

  test('2,000 objects take no more statements than two', async ({ assert }) => {
    const large = await realm.client.realm()
    const small = await realm.client.realm()
    await small.object('/f/a/x')
    await small.object('/f/one')
    const paths = Array.from({ length: 1000 }, (_, index) => [`/f/d${index}/x`, `/f/o${index}`])
    await fill(large, paths.flat())
    const reader = await scoped(large, allow('svc:ReadObject', '/f/*'))
    const [ofTwo, ofMany, ofReader] = [
      await costInReads(TABLES, () => browse(small, { prefix: '/f' })),
      await costInReads(TABLES, () => browse(large, { prefix: '/f' })),
      await costInReads(TABLES, () => browse(large, { prefix: '/f' }, reader)),
    ]
    assert.isAbove(ofTwo.count, 3)
    assert.isAtMost(ofMany.count, ofTwo.count)
    assert.isAtMost(ofReader.count, ofTwo.count + 2)
    for (const { reply } of [ofMany, ofReader]) {
      assert.lengthOf(reply.data.objects, 1000)
      assert.lengthOf(reply.data.paths, 1000)
      assert.isTrue(inOrder(reply.data.objects))
      assert.isTrue(inOrder(reply.data.paths))
      assert.isNull(reply.data.nextCursor)
    }
  })

  test('the cost follows the folder: no other folder is read', async ({ assert }) => {
    const large = await realm.client.realm()
    await fill(
      large,
      Array.from({ length: 5000 }, (_, index) => `/big/${index % 100}/${index}`)
    )
    await large.object('/tiny/a/x')
    await large.object('/tiny/one')
    const read = async () => {
      const [row] = await readRows<{ Value: string }>`SHOW GLOBAL STATUS LIKE 'Handler_read_next'`
      return Number(row!.Value)
    }
    // Others of this database server read too, but not every time; the large folder is 5000 rows.
    await until('a look that reads no other folder', async () => {
      const before = await read()
      const { data } = await browse(large, { prefix: '/tiny' })
      const rows = (await read()) - before
      assert.deepEqual(names(data.objects), ['/tiny/one'])
      return rows < 2500
    })
  })

  test('wrong fields are refused by name', async ({ assert }) => {
    const send = (query: Record<string, unknown>) => browse(realm, query as Query)
    await refusesFields(
      assert,
      send,
      { prefix: '/' },
      {
        realmId: ['', 'x', '1'],
        prefix: ['', 'a', '//', '/a//', '/a/../b', '/a b', '/a*', `${'/x'.repeat(256)}yz`],
        includeDeleted: ['', 'yes', '1', 'TRUE'],
        include: ['', 'balances', 'labels,x'],
        limit: ['', '0', '1001', '-1', '1.5', 'x'],
      }
    )
    assert.include(NOT_TEXT, '')
    const forged = ['', 'x', '[]', '["2026-01-01 00:00:00.000000",null,null,1]', '{}', 'null']
    const parts = ['["x",null,null]', '["2026-01-01 00:00:00.000000",["x","y"],null]']
    for (const text of [...forged, ...parts]) {
      const cursor = Buffer.from(text).toString('base64url')
      assert.equal((await browse(realm, { cursor })).status, 400, text)
    }
    assert.equal((await browse(realm, { cursor: 'A'.repeat(5000) })).status, 400)
  })

  test('another organization’s realm does not exist', async ({ assert }) => {
    const other = await TestRealm.open()
    const reply = await browse(realm, {}, other.client)
    assert.containSubset(reply, { status: 404, error: { code: 'NOT_FOUND' } })
  })
})
