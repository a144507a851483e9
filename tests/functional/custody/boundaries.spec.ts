import { test } from '@japa/runner'
import { privateKeyToAccount, generatePrivateKey } from 'viem/accounts'
import { allow, makeKey, scoped } from '#tests/functional/auth/support/credentials'
import { Member, askedBy, confirmedClient } from '#tests/functional/auth/support/confirmations'
import { Client, TestRealm, accepted, eventually, pluck, type AnyData } from '#tests/support/client'
import { MISTYPED } from '#tests/functional/payment_links/support/links'
import { MISSING, NOT_TEXT, refusesFields } from '#tests/support/refusals'
import { boundaryOf, hashOf, poolOf, zoneOf, type ShownBoundary } from './support/holder.ts'
import { Wallet } from './support/withdrawing.ts'

const LIST = '/api/v1/custody/boundaries'
const KEY = '/api/v1/custody/recovery-key'

const wallet = () => privateKeyToAccount(generatePrivateKey()).address

async function listed(client: Client, realmId: string): Promise<ShownBoundary[]> {
  const reply = await client.get(LIST, { realmId })
  return (reply.body as { boundaries: ShownBoundary[] }).boundaries
}

interface BoundaryPage {
  boundaries: ShownBoundary[]
  total: number
  nextCursor: string | null
}

async function pageOf(
  realm: TestRealm,
  page: { limit: number; cursor?: string },
  client: Client = realm.client
): Promise<BoundaryPage> {
  return (await client.get(LIST, { realmId: realm.id, ...page })).body as BoundaryPage
}

const idsOf = ({ boundaries }: BoundaryPage) => pluck(boundaries, 'id')

test.group('custody | boundaries of a realm', () => {
  test('the default boundary and all zones are listed, and on chain soon', async ({ assert }) => {
    const realm = await TestRealm.open()
    const zone = await zoneOf(realm, '/isolated')
    const boundaries = await listed(realm.client, realm.id)
    assert.lengthOf(boundaries, 2)
    assert.equal(boundaries[0]!.id, zone)
    assert.deepEqual(boundaries[0], {
      id: zone,
      realmId: realm.id,
      balance: '0.00',
      status: 'active',
      lockedBy: null,
      recoveryKey: null,
      agentAddress: null,
      timeLock: 0,
      pendingExit: null,
    } as unknown as ShownBoundary)
    assert.deepEqual(await boundaryOf(realm, zone), boundaries[0]!)
    const status = await eventually('the registration', async () => {
      const shown = await realm.get('/custody/status')
      const body = shown.body as { boundaries: ShownBoundary[]; exchangeObjects: unknown[] }
      return body.boundaries.length === 2 ? body : null
    })
    assert.sameMembers(pluck(status.boundaries, 'id'), pluck(boundaries, 'id'))
    assert.deepEqual(status.exchangeObjects, [])
    const objects = await realm.get('/custody/exchange-objects', { boundaryId: zone })
    assert.deepEqual(objects.body, { exchangeObjects: [], total: 0, nextCursor: null })
  })

  test('a walk shows each boundary once, though zones are added meanwhile', async ({ assert }) => {
    const realm = await TestRealm.open()
    const zones = []
    for (const name of ['a', 'b', 'c', 'd']) zones.push(await zoneOf(realm, `/${name}`))
    const first = await pageOf(realm, { limit: 2 })
    assert.deepEqual(idsOf(first), [zones[3], zones[2]])
    assert.equal(first.total, 5)
    await zoneOf(realm, '/later')
    const second = await pageOf(realm, { limit: 2, cursor: first.nextCursor! })
    assert.deepEqual(idsOf(second), [zones[1], zones[0]])
    const third = await pageOf(realm, { limit: 2, cursor: second.nextCursor! })
    assert.lengthOf(third.boundaries, 1)
    assert.notInclude(zones, third.boundaries[0]!.id, 'the default boundary is the last')
    assert.deepInclude(third, { total: 5, nextCursor: null })
    const reader = await scoped(realm, allow('svc:ReadCustody', '/b'))
    const seen = await pageOf(realm, { limit: 1 }, reader)
    assert.deepEqual(idsOf(seen), [zones[1]])
    assert.deepInclude(seen, { total: 1, nextCursor: null }, 'what may not be read is not counted')
  })

  test('a page outside of its range and a cursor of nobody are refused', async ({ assert }) => {
    const { client, id: realmId } = await TestRealm.open()
    for (const address of [LIST, '/api/v1/custody/exchange-objects']) {
      const wrong = [
        { limit: 0 },
        { limit: 1001 },
        { limit: 'x' },
        { limit: 1.5 },
        { cursor: '%%' },
      ]
      for (const page of [...wrong, { cursor: '' }, { cursor: 'bnd_1' }]) {
        const reply = await client.get(address, { realmId, ...page })
        assert.equal(reply.status, 400, `${address} ${JSON.stringify(page)}`)
        assert.equal(reply.error.code, 'VALIDATION_ERROR')
      }
    }
  })

  test('a boundary of another realm, nobody or a stranger is not there', async ({ assert }) => {
    const realm = await TestRealm.open()
    const second = await realm.client.realm()
    const zone = await zoneOf(second, '/isolated')
    const stranger = await TestRealm.open()
    const asked = [
      realm.client.get(`${LIST}/${zone}`, { realmId: realm.id }),
      realm.client.get(`${LIST}/bnd_01k00000000000000000000000`, { realmId: realm.id }),
      realm.get('/custody/exchange-objects', { boundaryId: zone }),
      stranger.client.get(`${LIST}/${zone}`, { realmId: second.id }),
      stranger.client.get(LIST, { realmId: second.id }),
      stranger.client.get('/api/v1/custody/exchange-objects', { realmId: second.id }),
      realm.client.post(KEY, { realmId: realm.id, boundaryId: zone, walletAddress: wallet() }),
      stranger.client.post(KEY, { realmId: second.id, boundaryId: zone, walletAddress: wallet() }),
    ]
    for (const reply of await Promise.all(asked)) {
      assert.containSubset(reply, { status: 404, error: { code: 'NOT_FOUND' } })
    }
  })

  test('a credential sees the boundaries whose root it may read', async ({ assert }) => {
    const realm = await TestRealm.open()
    const zone = await zoneOf(realm, '/isolated')
    await zoneOf(realm, '/other')
    const reader = await scoped(realm, allow('svc:ReadCustody', '/isolated'))
    const seen = await listed(reader, realm.id)
    assert.deepEqual(pluck(seen, 'id'), [zone])
    const defaultBoundary = (await listed(realm.client, realm.id)).at(-1)
    const refused = await reader.get(`${LIST}/${defaultBoundary!.id}`, { realmId: realm.id })
    assert.equal(refused.status, 403)
    const blind = await scoped(realm, allow('svc:ReadObject', '*'))
    assert.deepEqual(await listed(blind, realm.id), [])
  })
})

test.group('custody | recovery key', () => {
  test('is registered once; the answer to a second try shows who holds it', async ({ assert }) => {
    const realm = await TestRealm.open()
    const boundaryId = await zoneOf(realm, '/isolated')
    const walletAddress = wallet()
    const given = await realm.client.post(KEY, {
      realmId: realm.id,
      boundaryId,
      walletAddress: walletAddress.toLowerCase(),
    })
    assert.equal(given.status, 200)
    assert.deepEqual(given.body, { boundaryId, recoveryKey: walletAddress })
    for (const other of [wallet(), walletAddress]) {
      const again = await realm.client.post(KEY, {
        realmId: realm.id,
        boundaryId,
        walletAddress: other,
      })
      assert.containSubset(again, { status: 409, error: { code: 'RECOVERY_KEY_ALREADY_SET' } })
      assert.deepEqual(again.error.details, { boundaryId, recoveryKey: walletAddress })
    }
    assert.equal((await boundaryOf(realm, boundaryId)).recoveryKey, walletAddress)
    const query = { eventType: 'recovery_key_registered' }
    const { entries } = accepted(await realm.client.get('/api/v1/auth/audit', query))
    assert.lengthOf(entries, 1)
    const { realmId, address, details } = entries[0]
    assert.deepEqual([realmId, address], [realm.id, '127.0.0.1'])
    assert.deepEqual(details, { boundaryId, walletAddress })
  })

  test('of two registrations at once one wins, and the other is told', async ({ assert }) => {
    const realm = await TestRealm.open()
    const boundaryId = await zoneOf(realm, '/isolated')
    const replies = await Promise.all(
      [wallet(), wallet(), wallet()].map((walletAddress) =>
        realm.client.post(KEY, { realmId: realm.id, boundaryId, walletAddress })
      )
    )
    assert.deepEqual(pluck(replies, 'status').sort(), [200, 409, 409])
    const won = replies.find(({ status }) => status === 200)!.body as { recoveryKey: string }
    for (const { error } of replies.filter(({ status }) => status === 409)) {
      assert.equal(error.details!.recoveryKey, won.recoveryKey)
    }
  })

  test('waits for the time lock of its boundary, and says until when', async ({ assert }) => {
    const realm = await TestRealm.open()
    const boundaryId = await zoneOf(realm, '/isolated')
    const locked = await realm.client.post(`${LIST}/${boundaryId}/time-lock`, {
      realmId: realm.id,
      seconds: 3600,
    })
    assert.equal(locked.status, 200)
    const walletAddress = wallet()
    const given = await realm.client.post(KEY, { realmId: realm.id, boundaryId, walletAddress })
    assert.equal(given.status, 202)
    const body = given.body as Record<string, string | null>
    assert.deepInclude(body, {
      boundaryId,
      recoveryKey: null,
      pendingRecoveryKey: walletAddress,
    })
    assert.isAbove(Date.parse(body.effectiveAt!), Date.now() + 3_000_000)
    const again = await realm.client.post(KEY, {
      realmId: realm.id,
      boundaryId,
      walletAddress: wallet(),
    })
    assert.equal(again.error.code, 'RECOVERY_KEY_ALREADY_SET')
    assert.equal(again.error.details!.pendingRecoveryKey, walletAddress)
  })

  test('one that waits for a time lock is taken back', async ({ assert }) => {
    const realm = await TestRealm.open()
    const boundaryId = await zoneOf(realm, '/isolated')
    const keys = `/custody/boundaries/${boundaryId}/keys`
    const waiting = async () => ((await realm.get(keys)).body as AnyData).waiting as AnyData[]
    const register = async (walletAddress: string) =>
      (await realm.post('/custody/recovery-key', { boundaryId, walletAddress })).status
    const locked = await realm.post(`/custody/boundaries/${boundaryId}/time-lock`, {
      seconds: 3600,
    })
    assert.equal(locked.status, 200)
    const mistyped = wallet()
    assert.equal(await register(mistyped), 202)
    assert.containSubset(await waiting(), [
      { role: 'recovery_key', address: mistyped, word: 'not_needed', sign: null },
    ])
    const role = 'recovery_key'
    const word = { role, deadline: 4_000_000_000, signature: `0x${'ab'.repeat(65)}` }
    assert.equal((await realm.post(`${keys}/accept`, word)).status, 409, 'none is needed')
    const stranger = await TestRealm.open()
    assert.equal((await stranger.post(`${keys}/cancel`, { role })).status, 404)
    assert.equal((await realm.post(`${keys}/cancel`, { role: 'cosigner' })).status, 409)
    const gone = await realm.post(`${keys}/cancel`, { role })
    assert.deepEqual(gone.body, { boundaryId, role, address: mistyped })
    assert.deepEqual(await waiting(), [])
  })

  test('whom the holder names on the chain takes over by its signature', async ({ assert }) => {
    const realm = await TestRealm.open()
    const boundaryId = await zoneOf(realm, '/isolated')
    const keys = `/custody/boundaries/${boundaryId}/keys`
    const [holder, heir] = [new Wallet(), new Wallet()]
    await holder.hold(realm, boundaryId)
    await holder.call(realm, 'proposeRecoveryKey', [hashOf(boundaryId), heir.address])
    const [key] = ((await realm.get(keys)).body as AnyData).waiting as AnyData[]
    assert.containSubset(key, { address: heir.address, effectiveAt: null, word: 'missing' })
    const { typedData, deadline } = key!.sign as AnyData
    const body = { role: 'recovery_key', deadline, signature: await holder.sign(typedData) }
    assert.equal((await realm.post(`${keys}/accept`, body)).status, 400, 'not by the one before')
    body.signature = await heir.sign(typedData)
    for (let times = 0; times < 2; times++) {
      assert.containSubset(await realm.post(`${keys}/accept`, body), {
        status: 200,
        body: { boundaryId, address: heir.address, state: 'in_effect', effectiveAt: null },
      })
    }
    assert.equal((await boundaryOf(realm, boundaryId)).recoveryKey, heir.address)
    assert.equal((await realm.post(`${keys}/cancel`, { role: 'recovery_key' })).status, 409)
    await refusesFields(assert, (input) => realm.post(`${keys}/accept`, input), body, {
      role: [MISSING, ...NOT_TEXT, 'owner'],
      deadline: [MISSING, -1, 1.5, '1'],
      signature: [MISSING, ...NOT_TEXT, '0x', 'abc', `0x${'ab'.repeat(5000)}`],
    })
  })

  test('no address of the service, of nobody, or mistyped', async ({ assert }) => {
    const realm = await TestRealm.open()
    const boundaryId = await zoneOf(realm, '/isolated')
    const pool = await poolOf(realm)
    const { tokenAddress } = accepted(await Client.anonymous().get('/dev/chain'))
    for (const walletAddress of [`0x${'0'.repeat(40)}`, pool, tokenAddress, MISTYPED]) {
      const refused = await realm.client.post(KEY, { realmId: realm.id, boundaryId, walletAddress })
      assert.equal(refused.status, 400, walletAddress)
      assert.deepEqual(pluck(refused.error.details?.fields, 'field'), ['walletAddress'])
    }
    assert.isNull((await boundaryOf(realm, boundaryId)).recoveryKey)
  })

  test('malformed requests name the field', async ({ assert }) => {
    const realm = await TestRealm.open()
    const boundaryId = await zoneOf(realm, '/isolated')
    const body = { realmId: realm.id, boundaryId, walletAddress: wallet() }
    await refusesFields(assert, (input) => realm.client.post(KEY, input), body, {
      realmId: [MISSING, ...NOT_TEXT, 'x'],
      boundaryId: [MISSING, ...NOT_TEXT, 'a b', 'x'.repeat(65)],
      walletAddress: [MISSING, ...NOT_TEXT, '0x12', `${body.walletAddress}0`, 'vitalik.eth'],
    })
  })

  test('a scoped token or a key locked to a realm is not the organization', async ({ assert }) => {
    const realm = await TestRealm.open()
    const boundaryId = await zoneOf(realm, '/isolated')
    const body = { realmId: realm.id, boundaryId, walletAddress: wallet() }
    const token = await scoped(realm, allow('svc:*', '*'))
    const { client: locked } = await makeKey(realm.client, { realmId: realm.id })
    for (const client of [token, locked]) {
      assert.equal((await client.post(KEY, body)).status, 403)
    }
  })

  test('in a live realm a person confirms each protection first, once', async ({ assert }) => {
    const member = await Member.join()
    const realm = await member.client.realm({ asset: 'live' })
    const boundaryId = await zoneOf(realm, '/isolated')
    const walletAddress = wallet()
    const protections = [
      [
        'svc:RegisterRecoveryKey',
        KEY,
        { boundaryId, walletAddress },
        { walletAddress: wallet() },
        walletAddress,
      ],
      [
        'svc:SetTimeLock',
        `${LIST}/${boundaryId}/time-lock`,
        { seconds: 60 },
        { seconds: 61 },
        '60 s',
      ],
      ['svc:ArmBoundary', `${LIST}/${boundaryId}/arm`, {}, { cosigner: wallet() }, walletAddress],
    ] as const
    for (const [action, address, terms, others, seen] of protections) {
      const body = { realmId: realm.id, ...terms }
      const asked = askedBy(await member.client.post(address, body))
      assert.deepInclude(asked, { action, resources: ['/isolated', seen] })
      await member.approve(asked.confirmUrl)
      const confirmed = await confirmedClient(member.client, asked)
      assert.equal((await confirmed.post(address, { ...body, ...others })).status, 401, action)
      assert.equal((await confirmed.post(address, body)).status, 200, action)
      assert.equal((await confirmed.post(address, body)).status, 401, action)
    }
    const { recoveryKey, timeLock } = await boundaryOf(realm, boundaryId)
    assert.deepEqual([recoveryKey, timeLock], [walletAddress, 60])
  })
})
