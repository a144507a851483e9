import { test } from '@japa/runner'
import { Client, accepted, pluck, atOnce } from '#tests/support/client'
import { refusesFields } from '#tests/support/refusals'

test.group('ledger | realms', (group) => {
  let client: Client

  group.setup(async () => {
    client = await Client.signIn()
  })

  test('a realm is paper and temporary unless said otherwise', async ({ assert }) => {
    const reply = await client.post('/api/v1/realms', { name: 'My first realm' })
    assert.equal(reply.status, 201)
    assert.containSubset(reply.data, {
      name: 'My first realm',
      slug: 'my-first-realm',
      type: 'development',
      asset: 'paper',
      lifecycle: 'temporary',
      backing: 'chain',
    })
    assert.deepEqual((await client.get(`/api/v1/realms/${reply.data.id}`)).data, reply.data)
  })

  test('asset wins over the legacy type', async ({ assert }) => {
    const reply = await client.post('/api/v1/realms', {
      name: 'Live',
      asset: 'live',
      type: 'development',
      description: 'Real money.',
    })
    assert.containSubset(reply.data, {
      type: 'production',
      lifecycle: 'permanent',
      description: 'Real money.',
    })
  })

  test('realms of one name get slugs of their own, also when made at once', async ({ assert }) => {
    const own = await Client.signIn()
    const replies = await atOnce(6, () => own.post('/api/v1/realms', { name: 'Twin' }))
    const slugs = replies.map(({ data }) => data.slug).sort()
    assert.deepEqual(slugs, ['twin', 'twin-2', 'twin-3', 'twin-4', 'twin-5', 'twin-6'])
  })

  test('lists the organization’s realms, newest first', async ({ assert }) => {
    const own = await Client.signIn()
    for (const name of ['One', 'Two', 'Three']) await own.post('/api/v1/realms', { name })
    const { data } = await own.get('/api/v1/realms')
    assert.equal(data.total, 3)
    assert.deepEqual(pluck(data.realms, 'name'), ['Three', 'Two', 'One'])
  })

  test('the list is filtered by asset and lifecycle, and so is a cursor', async ({ assert }) => {
    const own = await Client.signIn()
    const live = await own.realm({ asset: 'live', lifecycle: 'permanent' })
    const kept = await own.realm({ lifecycle: 'permanent' })
    const paper = await own.realm()
    const list = (query: Record<string, string | number>) => own.get('/api/v1/realms', query)
    const idsOf = async (query: Record<string, string>) => {
      const { realms, total } = accepted(await list(query))
      assert.equal(total, realms.length)
      return pluck(realms, 'id')
    }
    assert.deepEqual(await idsOf({ asset: 'paper' }), [paper.id, kept.id])
    assert.deepEqual(await idsOf({ lifecycle: 'permanent' }), [kept.id, live.id])
    assert.deepEqual(await idsOf({ asset: 'live', lifecycle: 'temporary' }), [])
    await refusesFields(
      assert,
      (query) => list(query as Record<string, string>),
      {},
      { asset: ['', 'gold'], lifecycle: ['', 'short'] }
    )
    const { nextCursor } = accepted(await list({ asset: 'paper', limit: 1 }))
    const other = await list({ limit: 1, cursor: nextCursor })
    assert.equal(other.error.details?.fields?.[0]?.field, 'cursor')
  })

  test('wrong fields are all named')
    .with([
      { name: 1, asset: 'gold', lifecycle: 'x', backing: 'x', type: 'x', description: 1 },
      { name: '', asset: 1, lifecycle: 2, backing: 3, type: 4, description: [] },
      {
        name: 'x'.repeat(101),
        asset: [],
        lifecycle: {},
        backing: true,
        type: false,
        description: 'x'.repeat(1001),
      },
    ])
    .run(async ({ assert }, wrong) => {
      const reply = await client.post('/api/v1/realms', wrong)
      assert.equal(reply.status, 400)
      assert.sameMembers(pluck(reply.error.details!.fields!, 'field'), [
        'name',
        'asset',
        'lifecycle',
        'backing',
        'type',
        'description',
      ])
    })

  test('a name is one line, and every text is one that can be told again: {$self}')
    .with([
      { name: 'two\nlines' },
      { name: 'a\u0000b' },
      { name: 'half \ud83d' },
      { name: 'x', description: 'half \ud83d' },
    ])
    .run(async ({ assert }, wrong) => {
      const reply = await client.post('/api/v1/realms', wrong)
      assert.deepEqual([reply.status, reply.error.code], [400, 'VALIDATION_ERROR'])
    })

  test('the reserved backing is refused by name', async ({ assert }) => {
    const reply = await client.post('/api/v1/realms', { name: 'x', backing: 'ledger-only' })
    assert.equal(reply.status, 400)
    assert.equal(reply.error.details!.fields![0]!.field, 'backing')
  })

  test('an id that is no UUID is refused, an unknown one is missing', async ({ assert }) => {
    assert.equal((await client.get('/api/v1/realms/x')).status, 400)
    const missing = await client.get('/api/v1/realms/01900000-0000-7000-8000-000000000000')
    assert.equal(missing.status, 404)
  })
})
