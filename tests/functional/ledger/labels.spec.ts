import { test } from '@japa/runner'
import { newId } from '#app/ids/ids'
import { allow, refusal, scoped } from '#tests/functional/auth/support/credentials'
import { remove, whileObjects } from '#tests/functional/ledger/support/statuses'
import { TestRealm, accepted, pluck, type Client, atOnce } from '#tests/support/client'
import { MISSING, refusesFields } from '#tests/support/refusals'
import { readRows } from '#tests/support/rows'

const UNKNOWN_REALM = '01900000-0000-7000-8000-000000000000'

test.group('ledger | labels of objects', (group) => {
  let realm: TestRealm

  group.setup(async () => {
    realm = await TestRealm.open()
  })

  const patch = (id: string, labels: unknown, client: Client = realm.client, realmId = realm.id) =>
    client.send('PATCH', `/api/v1/objects/${id}/labels?realmId=${realmId}`, { labels })

  test('the service’s own objects take no labels', async ({ assert }) => {
    const { client, id: realmId } = realm
    const where = { realmId, path: '/_system/fees' }
    const { object } = accepted(await client.get('/api/v1/objects/by-path', where))
    const reply = await patch(object.id, { team: 'ops' })
    assert.equal(reply.status, 400)
    assert.deepInclude(reply.error.details?.fields?.[0], { field: 'id', rule: 'path_reserved' })
    assert.isNull(accepted(await client.get('/api/v1/objects/by-path', where)).object.labels)
  })

  test('a merge sets, removes and keeps, and every answer shows the labels', async ({ assert }) => {
    const { id } = await realm.object('/merge')
    const shown = await realm.client.get(`/api/v1/objects/${id}`)
    assert.isNull(shown.data.object.labels)

    const first = await patch(id, { team: 'ops', tier: 'gold' })
    assert.equal(first.status, 200)
    assert.onlyProperties(first.data, ['object'])
    assert.deepEqual(first.data.object.labels, { team: 'ops', tier: 'gold' })
    const updatedAt = Date.parse(first.data.object.updatedAt)
    assert.isAbove(updatedAt, Date.parse(shown.data.object.createdAt) - 1)
    const second = await patch(id, { tier: null, region: '' })
    assert.deepEqual(second.data.object.labels, { team: 'ops', region: '' })

    const { client } = realm
    for (const reply of [
      await client.get(`/api/v1/objects/${id}`),
      await realm.find('/merge'),
      await realm.post('/objects', { path: '/merge' }),
    ]) {
      assert.deepEqual(reply.data.object.labels, { team: 'ops', region: '' })
    }
    assert.isNull((await patch(id, { team: null, region: null })).data.object.labels)
  })

  test('lists carry labels only when asked for them', async ({ assert }) => {
    const own = await realm.client.realm()
    const { id } = await own.object('/a')
    accepted(await patch(id, { team: 'ops' }, own.client, own.id))
    const list = (include?: string) => own.get('/objects', { include })
    assert.isNull((await list()).data.objects[0].labels)
    assert.deepEqual((await list('labels')).data.objects[0].labels, { team: 'ops' })
    assert.deepEqual((await list('labels,labels')).data.objects[0].labels, { team: 'ops' })
    for (const wrong of ['', 'label', 'labels,', 'balances', 'labels,balances', 'LABELS']) {
      const reply = await list(wrong)
      assert.equal(reply.status, 400, wrong)
      assert.equal(reply.error.code, 'VALIDATION_ERROR')
    }
  })

  test('the change is in the object’s history, without an operation', async ({ assert }) => {
    const { id } = await realm.object('/history')
    accepted(await patch(id, { team: 'ops' }))
    accepted(await patch(id, { team: 'ops' }))
    const deltas =
      await readRows`SELECT delta_type, before_value, after_value, operation_id FROM deltas
          WHERE object_id = ${id} AND delta_type = 'labels_change'`
    const told = deltas.map((row) => ({ ...row }))
    assert.deepEqual(told, [
      {
        delta_type: 'labels_change',
        before_value: null,
        after_value: '{"team":"ops"}',
        operation_id: null,
      },
    ])
    const { client } = realm
    const detail = accepted(await client.get(`/api/v1/objects/${id}`))
    const listed = accepted(await realm.get('/deltas', { objectPath: '/history' }))
    for (const shown of [detail.deltas, listed.deltas]) {
      const [newest, first] = shown
      assert.containSubset(newest, {
        deltaType: 'labels_change',
        objectPath: '/history',
        beforeValue: null,
        afterValue: '{"team":"ops"}',
        operationId: null,
        denomination: null,
        internal: false,
      })
      assert.equal(first.deltaType, 'creation')
    }
  })

  test('of 60 concurrent merges none is lost, and 32 labels are the most', async ({ assert }) => {
    const { id } = await realm.object('/race')
    const replies = await atOnce(60, (index) => patch(id, { [`k${index}`]: 'x' }))
    const set = replies.filter(({ status }) => status === 200).length
    const { data } = await realm.client.get(`/api/v1/objects/${id}`)
    assert.equal(set, 32)
    assert.lengthOf(Object.keys(data.object.labels), 32)
    const refused = replies.filter(({ status }) => status !== 200)
    assert.isTrue(refused.every(({ error }) => error.details!.fields![0]!.rule === 'label_count'))
  })

  test('every limit holds at its edge', async ({ assert }) => {
    const { id } = await realm.object('/edge')
    assert.equal((await patch(id, { ['x'.repeat(63)]: '😀'.repeat(256) })).status, 200)
    assert.equal((await patch(id, { ['x'.repeat(63)]: null })).status, 200)
    const keys = Array.from({ length: 32 }, (_, index) => `k${String(index).padStart(2, '0')}`)
    const full = Object.fromEntries(keys.map((key) => [key, 'x'.repeat(118)]))
    full.k00 += 'x'.repeat(4096 - Buffer.byteLength(JSON.stringify(full)))
    assert.equal(Buffer.byteLength(JSON.stringify(full)), 4096)
    assert.equal((await patch(id, full)).status, 200)
    const over = await patch(id, { k31: `${full.k31}x` })
    assert.equal(over.status, 400)
    assert.equal(over.error.details!.fields![0]!.rule, 'label_bytes')
    assert.equal((await patch(id, { k32: '' })).status, 400)
    const { data } = await realm.client.get(`/api/v1/objects/${id}`)
    assert.deepEqual(data.object.labels, full, 'a refused merge changes nothing')
  })

  test('what is no label is refused by name', async ({ assert }) => {
    const { id } = await realm.object('/hostile')
    const send = (body: Record<string, unknown>) =>
      realm.client.send('PATCH', `/api/v1/objects/${id}/labels?realmId=${realm.id}`, body)
    await refusesFields(
      assert,
      send,
      { labels: { team: 'ops' } },
      {
        labels: [
          MISSING,
          null,
          'team=ops',
          ['team'],
          1,
          true,
          { team: 1 },
          { team: true },
          { team: {} },
          { team: ['x'] },
          { '': 'x' },
          { '1a': 'x' },
          { 'a b': 'x' },
          { 'te\u0430m': 'x' },
          { 'te\u200bam': 'x' },
          { ['x'.repeat(64)]: 'x' },
          { team: 'x'.repeat(257) },
          { team: '\ud800' },
          { 'arca.tier': 'x' },
          { 'arca.tier': null },
          { _internal: 'x' },
          { team: 'ops', _internal: null },
          Object.fromEntries(Array.from({ length: 33 }, (_, index) => [`k${index}`, 'x'])),
        ],
      }
    )
    const { data } = await realm.client.get(`/api/v1/objects/${id}`)
    assert.isNull(data.object.labels)
  })

  test('keys that poison objects elsewhere are dropped or plain data here', async ({ assert }) => {
    const { id } = await realm.object('/poison')
    const address = `/api/v1/objects/${id}/labels?realmId=${realm.id}`
    const poisoned = await realm.client.send('PATCH', address, '{"labels":{"__proto__":"x"}}')
    assert.include([200, 400], poisoned.status)
    assert.isNull((await realm.client.get(`/api/v1/objects/${id}`)).data.object.labels)
    assert.equal((await patch(id, { constructor: 'x', hasOwnProperty: 'y' })).status, 200)
    const { data } = await realm.client.get(`/api/v1/objects/${id}`)
    assert.deepEqual(Object.entries(data.object.labels), [
      ['constructor', 'x'],
      ['hasOwnProperty', 'y'],
    ])
  })

  test('an object elsewhere, gone or another organization’s is not found', async ({ assert }) => {
    const { id } = await realm.object('/mine')
    const other = await TestRealm.open()
    const sibling = await realm.client.realm()
    for (const reply of [
      await patch(id, { a: 'b' }, other.client, other.id),
      await patch(id, { a: 'b' }, other.client, realm.id),
      await patch(id, { a: 'b' }, realm.client, sibling.id),
      await patch(id, { a: 'b' }, realm.client, UNKNOWN_REALM),
      await patch(newId('obj'), { a: 'b' }),
    ]) {
      assert.containSubset(reply, { status: 404, error: { code: 'OBJECT_NOT_FOUND' } })
    }
    await whileObjects([id], { status: 'deleting' }, async () =>
      assert.equal((await patch(id, { a: 'b' })).error.code, 'CONFLICT')
    )
    await whileObjects([id], { status: 'withdrawn' }, async () =>
      assert.equal((await patch(id, { a: 'b' })).error.code, 'OBJECT_NOT_FOUND')
    )
    await remove(realm, '/mine')
    assert.equal((await patch(id, { a: 'b' })).error.code, 'OBJECT_NOT_FOUND')
  })

  test('the realm must be named, and by its id', async ({ assert }) => {
    const { id } = await realm.object('/realm-named')
    for (const query of ['', '?realmId=', '?realmId=x', `?realmId=${realm.id}&realmId=x`]) {
      const reply = await realm.client.send('PATCH', `/api/v1/objects/${id}/labels${query}`, {
        labels: { a: 'b' },
      })
      assert.equal(reply.status, 400, query)
    }
  })

  test('it needs svc:UpdateObject on the object’s path', async ({ assert }) => {
    const { id } = await realm.object('/u/1/wallet')
    const reader = await scoped(realm, allow('svc:Read', '*'))
    const stranger = await scoped(realm, allow('svc:UpdateObject', '/u/2/*'))
    const owner = await scoped(realm, allow('svc:UpdateObject', '/u/1/*'))
    for (const client of [reader, stranger]) {
      assert.deepEqual(refusal(await patch(id, { a: 'b' }, client)), {
        status: 403,
        code: 'FORBIDDEN',
        action: 'svc:UpdateObject',
        resource: id,
      })
    }
    assert.equal((await patch(id, { a: 'b' }, owner)).status, 200)
  })
})

test.group('ledger | labels of folders', (group) => {
  let realm: TestRealm

  group.setup(async () => {
    realm = await TestRealm.open()
  })

  const put = (path: string, labels: unknown, client: Client = realm.client, realmId = realm.id) =>
    client.send('PUT', '/api/v1/folders/labels', { realmId, path, labels })
  const get = (path: string, client: Client = realm.client, realmId = realm.id) =>
    client.get('/api/v1/folders/labels', { realmId, path })

  test('labels are replaced as a whole, and an empty map clears the folder', async ({ assert }) => {
    const none = { realmId: realm.id, path: '/users', labels: {}, createdAt: null, updatedAt: null }
    assert.deepEqual((await get('/users')).data, none)
    const first = await put('/users', { team: 'ops', tier: 'gold' })
    assert.equal(first.status, 200)
    assert.deepEqual(first.data.labels, { team: 'ops', tier: 'gold' })
    const second = await put('/users', { region: 'eu' })
    assert.deepEqual(second.data.labels, { region: 'eu' })
    assert.equal(second.data.createdAt, first.data.createdAt)
    assert.isAbove(Date.parse(second.data.updatedAt), Date.parse(first.data.createdAt) - 1)
    assert.deepEqual((await get('/users')).data, second.data)
    assert.deepEqual((await put('/users', {})).data, none)
    assert.deepEqual((await get('/users')).data, none)
    assert.lengthOf(await readRows`SELECT 1 FROM folder_labels WHERE realm_id = ${realm.id}`, 0)
  })

  test('of 30 concurrent overwrites one stands, whole', async ({ assert }) => {
    const sets = Array.from({ length: 30 }, (_, index) => ({ [`k${index}`]: String(index) }))
    const replies = await Promise.all(sets.map((labels) => put('/race', labels)))
    assert.isTrue(replies.every(({ status }) => status === 200))
    const { data } = await get('/race')
    assert.deepInclude(sets, data.labels)
  })

  test('clearing and setting at once never fails', async ({ assert }) => {
    const replies = await atOnce(40, (index) => put('/flip', index % 2 ? {} : { a: 'b' }))
    assert.deepEqual([...new Set(pluck(replies, 'status'))], [200])
  })

  test('what is no folder or no set of labels is refused by name', async ({ assert }) => {
    const valid = { realmId: realm.id, path: '/users', labels: { team: 'ops' } }
    const send = (body: Record<string, unknown>) =>
      realm.client.send('PUT', '/api/v1/folders/labels', body)
    const paths = [
      '',
      '/',
      'users',
      '/users/',
      '//users',
      '/a/../b',
      '/a/.',
      '/a b',
      '/_system',
      '/_system/x',
      '/_builder/y',
      `/${'x'.repeat(129)}`,
      `${'/x'.repeat(256)}y`,
      '/a*',
      '/a,b',
      '/a\u0000',
    ]
    const twelve = Array.from({ length: 20 }, (_, index) => [`k${index}`, 'x'.repeat(250)])
    await refusesFields(assert, send, valid, {
      realmId: [MISSING, null, 1, 'x', {}],
      path: [MISSING, null, 1, {}, ...paths],
      labels: [
        MISSING,
        null,
        [],
        'x',
        { team: null },
        { team: 1 },
        { 'arca.x': 'y' },
        { _x: 'y' },
        Object.fromEntries(Array.from({ length: 33 }, (_, index) => [`k${index}`, 'x'])),
        Object.fromEntries(twelve),
      ],
    })
    for (const path of paths) assert.equal((await get(path)).status, 400, path)
  })

  test('another organization’s folders do not exist', async ({ assert }) => {
    const other = await TestRealm.open()
    accepted(await put('/private', { a: 'b' }))
    for (const reply of [
      await get('/private', other.client),
      await put('/private', { a: 'c' }, other.client),
      await get('/private', realm.client, UNKNOWN_REALM),
    ]) {
      assert.containSubset(reply, { status: 404, error: { code: 'NOT_FOUND' } })
    }
    assert.deepEqual((await get('/private', other.client, other.id)).data.labels, {})
  })

  test('it needs the permission of its own', async ({ assert }) => {
    const reader = await scoped(realm, allow('svc:ReadObject', '/t/*'))
    const keeper = await scoped(realm, allow('svc:UpdateFolderLabels', '/t/*'))
    assert.equal((await get('/t/a', reader)).status, 200)
    assert.equal((await get('/t', reader)).error.code, 'FORBIDDEN')
    assert.deepEqual(refusal(await put('/t/a', { a: 'b' }, reader)), {
      status: 403,
      code: 'FORBIDDEN',
      action: 'svc:UpdateFolderLabels',
      resource: '/t/a',
    })
    assert.equal((await put('/t/a', { a: 'b' }, keeper)).status, 200)
    assert.equal((await get('/t/a', keeper)).error.code, 'FORBIDDEN')
  })
})
