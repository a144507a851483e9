import { randomUUID } from 'node:crypto'
import type { Assert } from '@japa/assert'
import { test } from '@japa/runner'
import {
  allow,
  forbidden,
  makeKey,
  refusal,
  scoped,
} from '#tests/functional/auth/support/credentials'
import { TestRealm, accepted, pluck, type Client, type Reply } from '#tests/support/client'

const WALLET = '/users/u1/wallet'
const SAVINGS = '/users/u1/savings'
const STRANGER = '/users/u2/wallet'

let realm: TestRealm
let wallet: string
let strangersWallet: string

const read = (client: Client, id: string) => client.get(`/api/v1/objects/${id}`)
const list = (client: Client) => client.get('/api/v1/objects', { realmId: realm.id })
const create = (client: Client, path: string) =>
  client.post('/api/v1/objects', { realmId: realm.id, path })
const fund = (client: Client, objectPath: string) =>
  client.post('/api/v1/fund-account', { realmId: realm.id, objectPath, amount: '1' })
const move = (client: Client, sourceObjectPath: string, targetObjectPath: string) =>
  client.post('/api/v1/transfer', {
    realmId: realm.id,
    path: `/op/new-user/${randomUUID()}`,
    sourceObjectPath,
    targetObjectPath,
    amount: '1',
  })
const mint = (client: Client, action: string, resource: string) =>
  client.post('/api/v1/auth/token', {
    realmId: realm.id,
    sub: 'u1',
    scope: { statements: [allow(action, resource)] },
  })

async function areForbidden(
  assert: Assert,
  asked: [reply: Promise<Reply<unknown>>, action: string, resource: string][]
) {
  for (const [reply, action, resource] of asked)
    assert.deepEqual(refusal(await reply), forbidden(action, resource))
}

/** What somebody does on their first day: sign in, make one credential for each program, use them. */
test.group('auth | a new user', (group) => {
  group.setup(async () => {
    realm = await TestRealm.open({ name: 'First day' })
    wallet = (await realm.account(WALLET, '100')).id
    await realm.object(SAVINGS)
    strangersWallet = (await realm.object(STRANGER)).id
  })

  test('a read key of one realm reads all of it and changes nothing', async ({ assert }) => {
    const { client } = await makeKey(realm.client, { permissions: 'read', realmId: realm.id })
    assert.equal((await read(client, wallet)).status, 200)
    assert.equal(accepted(await list(client)).total, accepted(await list(realm.client)).total)
    for (const address of ['/operations', '/custody/status']) {
      assert.equal((await client.get(`/api/v1${address}`, { realmId: realm.id })).status, 200)
    }
    await areForbidden(assert, [
      [create(client, '/new'), 'svc:CreateObject', '/new'],
      [fund(client, WALLET), 'svc:ReceiveTo', WALLET],
      [move(client, WALLET, SAVINGS), 'svc:TransferFrom', WALLET],
    ])
    const second = await realm.client.realm()
    const elsewhere = await client.get('/api/v1/objects', { realmId: second.id })
    assert.deepEqual([elsewhere.status, elsewhere.error.code], [403, 'REALM_SCOPE_MISMATCH'])
  })

  test('a trade key reads and trades in every realm, and moves no money', async ({ assert }) => {
    const { client } = await makeKey(realm.client, { permissions: 'trade' })
    assert.equal((await read(client, strangersWallet)).status, 200)
    const second = await realm.client.realm()
    assert.equal((await client.get('/api/v1/objects', { realmId: second.id })).status, 200)
    assert.equal((await mint(client, 'svc:PlaceOrder', '*')).status, 201)
    await areForbidden(assert, [
      [fund(client, WALLET), 'svc:ReceiveTo', WALLET],
      [move(client, WALLET, SAVINGS), 'svc:TransferFrom', WALLET],
      [mint(client, 'svc:TransferFrom', '*'), 'svc:TransferFrom', '*'],
    ])
  })

  test('a token on /users/u1/* is at home there and nowhere else', async ({ assert }) => {
    const client = await scoped(
      realm,
      allow(['svc:Read', 'svc:Transfer', 'svc:Lifecycle'], '/users/u1/*')
    )
    assert.equal((await read(client, wallet)).status, 200)
    const { operation } = accepted(await move(client, WALLET, SAVINGS))
    assert.equal(operation.state, 'completed')
    assert.containSubset(operation, { actorType: 'end_user', actorId: 'user-1' })
    assert.equal((await create(client, '/users/u1/new')).status, 201)
    const paths = pluck(accepted(await list(client)).objects, 'path')
    assert.isTrue(paths.every((path: string) => path.startsWith('/users/u1/')))
    assert.isNotEmpty(paths)

    await areForbidden(assert, [
      [read(client, strangersWallet), 'svc:ReadObject', strangersWallet],
      [move(client, WALLET, STRANGER), 'svc:ReceiveTo', STRANGER],
      [move(client, STRANGER, WALLET), 'svc:TransferFrom', STRANGER],
      [create(client, '/users/u2/new'), 'svc:CreateObject', '/users/u2/new'],
      [mint(client, 'svc:ReadObject', '/users/*'), 'svc:ReadObject', '/users/*'],
    ])
  })
})
