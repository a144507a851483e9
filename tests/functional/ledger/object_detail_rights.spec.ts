import { test } from '@japa/runner'
import { allow, scoped } from '#tests/functional/auth/support/credentials'
import { TestRealm, accepted, type ObjectView } from '#tests/support/client'

const PARTS = ['operations', 'events', 'deltas', 'balances'] as const

test.group('ledger | the parts of an object’s detail', (group) => {
  let realm: TestRealm
  let alice: ObjectView

  group.setup(async () => {
    realm = await TestRealm.open()
    alice = await realm.account('/u/alice', '10')
    await realm.account('/u/bob', '10')
    await realm.transfer('/u/bob', '/u/alice', '1')
  })

  const shownTo = async (...actions: string[]): Promise<string[]> => {
    const statements = ['svc:ReadObject', ...actions].map((action) => allow(action, '/u/alice'))
    const client = await scoped(realm, ...statements)
    const query = { realmId: realm.id, path: '/u/alice' }
    const byId = accepted(await client.get(`/api/v1/objects/${alice.id}`))
    const byPath = accepted(await client.get('/api/v1/objects/by-path', query))
    const filled = (detail: Record<string, unknown[]>) =>
      PARTS.filter((part) => detail[part]!.length > 0)
    if (String(filled(byId)) !== String(filled(byPath))) throw new Error('Two answers differ')
    return filled(byId)
  }

  test('reading an object alone shows neither its balances nor its history', async ({ assert }) => {
    assert.deepEqual(await shownTo(), [])
  })

  test('each part needs the action that its own endpoint needs', async ({ assert }) => {
    assert.deepEqual(await shownTo('svc:ReadBalance'), ['balances'])
    assert.deepEqual(await shownTo('svc:ReadOperation'), ['operations'])
    assert.deepEqual(await shownTo('svc:ReadEvent'), ['events'])
    assert.deepEqual(await shownTo('svc:ReadDelta'), ['deltas'])
    assert.deepEqual(await shownTo('svc:Read'), [...PARTS])
  })
})
