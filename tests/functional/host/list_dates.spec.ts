import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import { made } from '#tests/functional/schedules/support/scheduling'
import { upload } from '#tests/functional/reconciliation/support/comparing'
import { TestRealm, accepted, type AnyData, type ObjectView } from '#tests/support/client'
import { holdQueues } from '#tests/support/held_queues'
import { newSigningPair } from '#tests/support/signing_pair'

const READING = { statements: [{ actions: ['svc:ReadObject'], resources: ['*'] }] }
const LONG_AGO = '2020-01-01T00:00:00Z'

let realm: TestRealm
let object: ObjectView
let ids: Record<'signingKey' | 'webhook', string>

/** The rows and the count of a list, whatever its envelope is. */
async function page(address: string, query: Record<string, string | number> = {}) {
  const { status, body, error } = await realm.client.get(address, query)
  if (status !== 200) return { status, field: error.details!.fields![0]!.field }
  const answer = body as AnyData
  const data: AnyData = answer.data ?? answer
  return { status, rows: Object.values(data).find(Array.isArray) as AnyData[], total: data.total }
}

/** Every list that has rows here, by its address. */
const LISTS: [string, () => string, boolean][] = [
  ['sessions', () => '/api/v1/auth/sessions', false],
  ['members', () => '/api/v1/auth/members', false],
  ['invitations', () => '/api/v1/auth/invitations', false],
  ['API keys', () => '/api/v1/api-keys', false],
  ['scoped tokens', () => '/api/v1/auth/tokens', false],
  ['signing keys', () => '/api/v1/signing-keys', false],
  ['history of a signing key', () => `/api/v1/signing-keys/${ids.signingKey}/events`, false],
  ['realms', () => '/api/v1/realms', false],
  ['versions', () => `/api/v1/objects/${object.id}/versions`, false],
  ['holds', () => '/api/v1/holds', true],
  ['webhooks', () => '/api/v1/webhooks', true],
  ['deliveries', () => `/api/v1/webhooks/${ids.webhook}/deliveries`, false],
  ['schedules', () => '/api/v1/schedules', true],
  ['monitors', () => '/api/v1/monitors', true],
  ['reconciliations', () => '/api/v1/reconciliations', true],
  ['approvals', () => '/api/v1/approvals', false],
]
/** Those that nobody has put anything on here. */
const EMPTY = ['approvals']

test.group('host | dates of lists', (group) => {
  group.setup(async () => {
    realm = await TestRealm.open()
    const { client } = realm
    object = await realm.account('/users/a', '100')
    await realm.object('/users/b')
    accepted(await client.post('/api/v1/auth/invitations', invitation()))
    accepted(await client.post('/api/v1/api-keys', { name: 'Backend' }))
    accepted(await realm.post('/auth/token', { sub: 'u1', scope: READING }))
    const { publicKey } = await newSigningPair()
    const signingKey = accepted(
      await client.post<{ id: string }>('/api/v1/signing-keys', { name: 'Laptop', publicKey })
    ).id
    const between = { sourceObjectPath: '/users/a', targetObjectPath: '/users/b' }
    accepted(await realm.post('/holds', { ...between, amount: '1.00', path: '/op/held' }))
    const { webhook } = accepted(await realm.post('/webhooks', { url: 'https://example.com/' }))
    accepted(await client.post(`/api/v1/webhooks/${webhook.id}/test`))
    await made(realm, '/op/rent')
    const watched = { objectPath: '/users/a', measure: 'settled', direction: 'below' }
    accepted(await realm.post('/monitors', { ...watched, threshold: '50' }))
    accepted(await upload(realm, { objectPath: '/users/a' }))
    ids = { signingKey, webhook: webhook.id }
    // A delivery that is tried between two looks at a list would move its next attempt.
    return holdQueues('webhook-delivery')
  })

  for (const [name, address, ofRealm] of LISTS) {
    test(`${name} are narrowed by when they were made`, async ({ assert }) => {
      const asked: Record<string, string> = ofRealm ? { realmId: realm.id } : {}
      const every = await page(address(), asked)
      if (EMPTY.includes(name)) assert.isEmpty(every.rows)
      else assert.isNotEmpty(every.rows)
      assert.deepEqual(await page(address(), { ...asked, from: LONG_AGO }), every)
      const none = { status: 200, rows: [], total: 0 }
      assert.deepEqual(await page(address(), { ...asked, to: LONG_AGO }), none)
      const [newest] = every.rows ?? []
      if (newest?.createdAt) {
        const then = { from: newest.createdAt, to: newest.createdAt }
        const found = await page(address(), { ...asked, ...then })
        assert.deepEqual(
          found.rows,
          every.rows!.filter(({ createdAt }) => createdAt === then.from)
        )
      }
      const reversed = { ...asked, from: '2020-01-02T00:00:00Z', to: LONG_AGO }
      assert.deepEqual(await page(address(), reversed), { status: 400, field: 'to' })
    })
  }
})

const invitation = () => ({ email: `${randomUUID()}@example.com`, role: 'viewer' })
