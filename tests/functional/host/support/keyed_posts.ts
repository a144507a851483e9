import { randomUUID } from 'node:crypto'
import { type SqlValue } from '#app/storage/database'
import { PoolHand } from '#tests/functional/custody/support/pool_hand'
import { bare, freshAddress } from '#tests/functional/custody/support/withdrawing'
import { KEYED_TRADING } from '#tests/functional/host/support/keyed_trading'
import {
  number,
  operationsOf,
  rows,
  type Body,
  type KeyedPost,
  type MakeKeyedPost,
} from '#tests/functional/host/support/keyed_world'
import { broughtSamples } from '#tests/support/brought_samples'
import { TestRealm, accepted, formOf } from '#tests/support/client'
import { newSigningPair } from '#tests/support/signing_pair'

/** A request of the realm that leads to operations. */
function moving(address: string, body: Body, other: Body): MakeKeyedPost {
  return ({ realm: { client, id: realmId } }) => ({
    client,
    address: `/api/v1/${address}`,
    body: { realmId, ...body },
    other: { realmId, ...body, ...other },
    count: operationsOf(realmId),
  })
}

/** A request that makes a row of the realm. */
function making(
  { client, id: realmId }: TestRealm,
  address: string,
  body: Body,
  other: Body,
  from: string,
  ...values: SqlValue[]
): KeyedPost {
  return {
    client,
    address: `/api/v1/${address}`,
    body: { realmId, ...body },
    other: { realmId, ...other },
    count: () => rows(from, ...values),
  }
}

const between = { sourceObjectPath: '/idem/a', targetObjectPath: '/idem/b', amount: '1' }
const more = { amount: '2' }

/** What is done about a hold of its own. */
function ofHold(action: string, body: Body, other: Body | null): MakeKeyedPost {
  return async (world, key) => {
    const path = `/idem/holds/${randomUUID()}`
    const opened = await world.realm.post('/holds', { ...between, amount: '5', path })
    const { id } = accepted(opened).operation
    const made = await moving(`holds/${id}/${action}`, body, other ?? {})(world, key)
    return other === null ? { ...made, other } : made
  }
}

/** A transfer of its own, moved back. */
const reversing: MakeKeyedPost = async (world, key) => {
  const { id } = await world.realm.transfer('/idem/a', '/idem/b', '3')
  return moving(`operations/${id}/reverse`, { amount: '1' }, more)(world, key)
}

export const KEYED_POSTS: Record<string, MakeKeyedPost> = {
  'POST /api/v1/transfer': moving('transfer', between, more),
  'POST /api/v1/transfers/bulk': moving(
    'transfers/bulk',
    { mode: 'independent', transfers: [between, between] },
    { transfers: [between, between, between] }
  ),
  'POST /api/v1/holds': moving('holds', between, more),
  'POST /api/v1/holds/:operationId/capture': ofHold('capture', { amount: '1' }, more),
  'POST /api/v1/holds/:operationId/release': ofHold('release', {}, null),
  'POST /api/v1/operations/:id/reverse': reversing,
  'POST /api/v1/postings': moving('postings', { moves: [between] }, { moves: [between, between] }),
  'POST /api/v1/fund-account': moving('fund-account', { objectPath: '/idem/a', amount: '1' }, more),
  'POST /api/v1/defund-account': moving(
    'defund-account',
    { objectPath: '/idem/a', amount: '1' },
    more
  ),
  'POST /api/v1/fees/withdraw': async (world, key) => {
    await world.realm.transfer('/idem/a', '/idem/b', '1')
    return moving('fees/withdraw', { amount: '0.01' }, { amount: '0.02' })(world, key)
  },
  'POST /api/v1/payment-links': moving(
    'payment-links',
    { type: 'deposit', objectPath: '/idem/a', amount: '1' },
    { amount: '2' }
  ),
  'POST /api/v1/monitors': ({ realm }) => {
    const body = { objectPath: '/idem/a', measure: 'settled', direction: 'above' }
    const [one, two] = ['1000000', '2000000'].map((threshold) => ({ ...body, threshold }))
    return making(realm, 'monitors', one!, two!, 'monitors WHERE realm_id = ?', realm.id)
  },
  'POST /api/v1/reconciliations': ({ realm: { client, id: realmId } }) => {
    const mapping = { date: 'Date', amount: 'Amount' }
    const name = `${randomUUID()}.csv`
    const upload = (amount: string) =>
      formOf({
        realmId,
        objectPath: '/idem/a',
        format: 'csv',
        mapping,
        file: new File([`Date,Amount\n2026-01-02,${amount}\n`], name),
      })
    return {
      client,
      address: '/api/v1/reconciliations',
      body: upload('5.00'),
      other: upload('6.00'),
      count: () => rows('reconciliations WHERE file_name = ?', name),
    }
  },
  'POST /api/v1/schedules': ({ realm }) => {
    const name = `Keyed ${randomUUID()}`
    const body = { name, rule: 'FREQ=YEARLY', action: 'transfer', template: between }
    const other = { ...body, rule: 'FREQ=DAILY' }
    return making(realm, 'schedules', body, other, 'schedules WHERE name = ?', name)
  },
  'POST /api/v1/webhooks': ({ realm }) => {
    const url = `https://example.com/${randomUUID()}`
    const other = { url: `${url}-2` }
    return making(realm, 'webhooks', { url }, other, 'webhooks WHERE url = ?', url)
  },
  'POST /api/v1/webhooks/:id/rotate-secret': async ({ realm }) => {
    const made = []
    for (const url of ['https://example.com/a', 'https://example.com/b']) {
      made.push(accepted(await realm.post('/webhooks', { url })).webhook.id as string)
    }
    const [id, second] = made
    return {
      client: realm.client,
      address: `/api/v1/webhooks/${id}/rotate-secret`,
      body: {},
      other: {},
      otherAddress: `/api/v1/webhooks/${second}/rotate-secret`,
      count: () => rows('webhooks WHERE id = ? AND old_secret_sealed IS NOT NULL', id!),
    }
  },
  'POST /api/v1/objects': (world, key) => {
    const path = `/idem/new/${randomUUID()}`
    return moving('objects', { path }, { path: `${path}-2` })(world, key)
  },
  'POST /api/v1/objects/delete': async (world, key) => {
    const { path } = await world.realm.object(`/idem/old/${randomUUID()}`)
    return moving('objects/delete', { path }, { path: '/idem/b' })(world, key)
  },
  'POST /api/v1/nonce': ({ realm: { client, id: realmId } }) => {
    const prefix = `/op/drawn/${randomUUID()}`
    return {
      client,
      address: '/api/v1/nonce',
      body: { realmId, prefix },
      other: { realmId, prefix: `${prefix}-2` },
      count: () => number('SELECT value AS amount FROM nonces WHERE prefix = ?', prefix),
    }
  },
  'POST /api/v1/realms': ({ realm: { client } }) => {
    const name = `Keyed ${randomUUID()}`
    return {
      client,
      address: '/api/v1/realms',
      body: { name },
      other: { name: 'Another' },
      count: () => rows('realms WHERE name = ?', name),
    }
  },
  'POST /api/v1/isolation-zones': ({ realm }) => {
    const path = `/zones/${randomUUID()}`
    const other = { path: `${path}-2` }
    const zones = 'isolation_zones WHERE realm_id = ?'
    return making(realm, 'isolation-zones', { path }, other, zones, realm.id)
  },
  'POST /api/v1/api-keys': ({ realm: { client } }) => {
    const name = `Keyed ${randomUUID()}`
    return {
      client,
      address: '/api/v1/api-keys',
      body: { name },
      other: { name, permissions: 'read' },
      count: () => rows('api_keys WHERE name = ?', name),
    }
  },
  'POST /api/v1/auth/token': ({ realm: { client, id: realmId } }) => {
    const scope = { statements: [{ actions: ['svc:ReadObject'], resources: ['*'] }] }
    const body = { realmId, sub: 'user-1', scope }
    return {
      client,
      address: '/api/v1/auth/token',
      body,
      other: { ...body, sub: 'user-2' },
      count: () =>
        rows("credential_audit WHERE realm_id = ? AND event_type = 'token_minted'", realmId),
    }
  },
  'POST /api/v1/auth/invitations': ({ realm: { client } }) => {
    const email = `${randomUUID()}@example.com`
    return {
      client,
      address: '/api/v1/auth/invitations',
      body: { email, role: 'viewer' },
      other: { email, role: 'developer' },
      count: () => rows('invitations WHERE email = ?', email),
    }
  },
  'POST /api/v1/signing-keys': async ({ realm: { client } }) => {
    const name = `Keyed ${randomUUID()}`
    const body = { name, publicKey: (await newSigningPair()).publicKey }
    return {
      client,
      address: '/api/v1/signing-keys',
      body,
      other: { ...body, name: `${name} too` },
      count: () => rows('signing_keys WHERE name = ?', name),
    }
  },
  'POST /api/v1/signing-keys/:id/cancel': async ({ realm: { client } }) => {
    // The first key of an organization is active at once; only a later one can be cancelled.
    const made = []
    for (const name of ['First', 'Second', 'Third']) {
      const body = { name, publicKey: (await newSigningPair()).publicKey }
      made.push(accepted(await client.post<{ id: string }>('/api/v1/signing-keys', body)).id)
    }
    const [, id, third] = made as [string, string, string]
    return {
      client,
      address: `/api/v1/signing-keys/${id}/cancel`,
      body: {},
      other: {},
      otherAddress: `/api/v1/signing-keys/${third}/cancel`,
      count: () => rows("signing_key_events WHERE key_id = ? AND event_type = 'cancelled'", id),
    }
  },
  'POST /api/v1/aggregations/watch': ({ realm }) => {
    const [one, two] = ['/idem/', '/held/'].map((value) => ({
      sources: [{ type: 'prefix', value }],
    }))
    const watches = 'aggregation_watches WHERE realm_id = ?'
    return making(realm, 'aggregations/watch', one!, two!, watches, realm.id)
  },
  'POST /api/v1/custody/boundaries/:boundaryId/time-lock': ({ realm, boundaries }) => ({
    client: realm.client,
    address: `/api/v1/custody/boundaries/${boundaries.held}/time-lock`,
    body: { realmId: realm.id, seconds: 60 },
    other: { realmId: realm.id, seconds: 120 },
    count: null,
  }),
  'POST /api/v1/custody/boundaries/:boundaryId/arm': ({ realm, boundaries }) => ({
    client: realm.client,
    address: `/api/v1/custody/boundaries/${boundaries.held}/arm`,
    body: { realmId: realm.id },
    other: { realmId: realm.id, cosigner: freshAddress() },
    count: null,
  }),
  'POST /api/v1/custody/boundaries/:boundaryId/keys/cancel': async ({ realm, boundaries }) => {
    const { client, id: realmId } = realm
    const of = `/api/v1/custody/boundaries/${boundaries.waiting}`
    const walletAddress = freshAddress()
    const key = { realmId, boundaryId: boundaries.waiting, walletAddress }
    bare(await client.post('/api/v1/custody/recovery-key', key))
    const body = { realmId, role: 'recovery_key' }
    return {
      client,
      address: `${of}/keys/cancel`,
      body,
      other: { ...body, role: 'cosigner' },
      count: null,
    }
  },
  'POST /api/v1/custody/recovery-key': ({ realm, boundaries }) => {
    const body = { realmId: realm.id, boundaryId: boundaries.bare, walletAddress: freshAddress() }
    return {
      client: realm.client,
      address: '/api/v1/custody/recovery-key',
      body,
      count: null,
      other: { ...body, walletAddress: freshAddress() },
    }
  },
  'POST /api/v1/custody/withdrawals': async ({ realm, cosigner }, key) => {
    const { client, id: realmId } = realm
    const address = '/api/v1/custody/withdrawals'
    const terms = { realmId, objectPath: '/armed/a', amount: '1' }
    const to = { destinationAddress: freshAddress() as string }
    const asked = { ...terms, ...to, path: `/op/key/${key}` }
    const proposal = bare<{ nonce: string; deadline: number; typedData: object }>(
      await client.post(`${address}/propose`, asked)
    )
    const { nonce, deadline, typedData } = proposal
    const signature = await cosigner.sign(typedData)
    const body = { ...terms, ...to, nonce, deadline, signature }
    const other = { ...body, destinationAddress: freshAddress() }
    return { client, address, body, other, count: operationsOf(realmId) }
  },
  'POST /api/v1/admin/realms/:realmId/halt': async ({ admin }) => {
    const halted = await TestRealm.open()
    return {
      client: admin,
      address: `/api/v1/admin/realms/${halted.id}/halt`,
      body: { type: 'withdrawals', reason: 'A test.' },
      other: { type: 'all_flows', reason: 'A test.' },
      count: () => rows('custody_halts WHERE realm_id = ?', halted.id),
    }
  },
  'POST /api/v1/admin/realms/:realmId/rescues': async ({ admin }) => {
    const mistaken = await TestRealm.open()
    const pool = await PoolHand.of(mistaken)
    await pool.giveEther(5n)
    const body = { amount: '1', destinationAddress: freshAddress() as string }
    return {
      client: admin,
      address: `/api/v1/admin/realms/${mistaken.id}/rescues`,
      body,
      other: { ...body, amount: '2' },
      count: () => rows('custody_rescues WHERE realm_id = ?', mistaken.id),
    }
  },
  'POST /dev/chain/faucet': ({ realm: { client } }) => {
    const address = freshAddress()
    return {
      client,
      address: '/dev/chain/faucet',
      body: { address, amount: '5' },
      other: { address, amount: '6' },
      count: null,
    }
  },
  ...KEYED_TRADING,
}

/** Those of the service, and those that added modules bring. */
export const keyedPosts = async (): Promise<Record<string, MakeKeyedPost>> => ({
  ...KEYED_POSTS,
  ...(await broughtSamples()).keyedPosts,
})
