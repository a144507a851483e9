import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import type { Address } from 'viem'
import { TestRealm, accepted, until, type Reply } from '#tests/support/client'
import { booksAreSound } from '#tests/support/sound_books'
import { Holder, boundaryOf, giveKey, poolOf, zoneOf } from './support/holder.ts'
import { chainOfApp } from './support/process.ts'

/** A realm with a zone that its holder has locked, and an object that is not concerned. */
async function lockedRealm() {
  const holder = await Holder.appear()
  const realm = await TestRealm.open()
  const boundaryId = await zoneOf(realm, '/vault')
  const object = await realm.account('/vault/a', '10')
  await realm.object('/vault/empty')
  await realm.account('/free/a', '10')
  await realm.object('/free/b')
  await giveKey(realm, boundaryId, holder)
  const pool = await poolOf(realm)
  await holder.lock(pool, boundaryId)
  await until('the lock', async () => {
    return (await boundaryOf(realm, boundaryId)).status === 'soft_frozen'
  })
  return { holder, realm, boundaryId, object, pool }
}

test.group('custody | a frozen boundary', (group) => {
  let holder: Holder
  let realm: TestRealm
  let boundaryId: string
  let objectId: string
  let pool: Address
  group.setup(async () => {
    const made = await lockedRealm()
    ;({ holder, realm, boundaryId, pool } = made)
    objectId = made.object.id
  })

  type Attempt = [what: string, ask: () => Promise<Reply<unknown>>]
  const post = (address: string, body: Record<string, unknown>) =>
    realm.client.post(address, { realmId: realm.id, ...body })
  const move = (sourceObjectPath: string, targetObjectPath: string) => ({
    path: `/op/${randomUUID()}`,
    sourceObjectPath,
    targetObjectPath,
    amount: '1.00',
  })
  const attempts: Attempt[] = [
    ['a transfer inside', () => post('/api/v1/transfer', move('/vault/a', '/vault/empty'))],
    ['a transfer out of it', () => post('/api/v1/transfer', move('/vault/a', '/free/b'))],
    ['a transfer into it', () => post('/api/v1/transfer', move('/free/a', '/vault/a'))],
    [
      'a transfer that is only tried',
      () => post('/api/v1/transfer', { ...move('/vault/a', '/free/b'), dryRun: true }),
    ],
    [
      'a bulk that touches it',
      () =>
        post('/api/v1/transfers/bulk', {
          mode: 'atomic',
          transfers: [move('/free/a', '/free/b'), move('/vault/a', '/free/b')],
        }),
    ],
    ['a deposit', () => post('/api/v1/fund-account', { objectPath: '/vault/a', amount: '1.00' })],
    [
      'a withdrawal',
      () =>
        post('/api/v1/defund-account', {
          objectPath: '/vault/a',
          amount: '1.00',
          destinationAddress: holder.address,
        }),
    ],
    [
      'a withdrawal of its fees',
      () =>
        post('/api/v1/fees/withdraw', {
          boundaryId,
          amount: '0.05',
          path: `/op/${randomUUID()}`,
          destinationAddress: holder.address,
        }),
    ],
    ['a new object', () => post('/api/v1/objects', { path: '/vault/new' })],
    ['a zone inside', () => post('/api/v1/isolation-zones', { path: '/vault/inner' })],
    ['a deletion', () => post('/api/v1/objects/delete', { path: '/vault/empty' })],
    [
      'a funded deletion',
      () => post('/api/v1/objects/delete', { path: '/vault/a', sweepToPath: '/free/b' }),
    ],
    [
      'a sweep into it',
      () => post('/api/v1/objects/delete', { path: '/free/a', sweepToPath: '/vault/a' }),
    ],
    [
      'labels of an object',
      () =>
        realm.client.send('PATCH', `/api/v1/objects/${objectId}/labels?realmId=${realm.id}`, {
          labels: { a: 'b' },
        }),
    ],
    [
      'labels of a folder',
      () =>
        realm.client.send('PUT', '/api/v1/folders/labels', {
          realmId: realm.id,
          path: '/vault/a',
          labels: { a: 'b' },
        }),
    ],
    [
      'a payment link',
      () =>
        post('/api/v1/payment-links', { type: 'deposit', objectPath: '/vault/a', amount: '1.00' }),
    ],
    [
      'a time lock',
      () => post(`/api/v1/custody/boundaries/${boundaryId}/time-lock`, { seconds: 60 }),
    ],
  ]

  test('refuses {$self}')
    .with(attempts.map(([what]) => what))
    .run(async ({ assert }, what) => {
      const [, ask] = attempts.find(([name]) => name === what)!
      const { status, error } = await ask()
      assert.equal(`${status} ${error?.code}`, '409 BOUNDARY_FROZEN')
      assert.deepInclude(error.details, { boundaryId, status: 'soft_frozen' })
    })

  test('shows on its objects, on all of them, and on no other', async ({ assert }) => {
    const { objects } = accepted(await realm.get('/objects'))
    // Of the chain, whose time other tests may have moved.
    const { timestamp } = (await (await chainOfApp()).gateway.header('latest'))!
    for (const object of objects) {
      if (!object.path.startsWith('/vault/')) assert.notExists(object.boundary)
      else {
        assert.deepInclude(object.boundary, {
          boundaryId,
          status: 'soft_frozen',
          frozenAt: null,
          recoveryActor: holder.address,
          recoveryTxHash: null,
          recoveryObjectPath: null,
        })
        assert.closeTo(Date.parse(object.boundary.lockedAt) / 1000, timestamp, 600)
      }
    }
  })

  test('the rest of the realm goes on, and the zone once it is unlocked', async ({ assert }) => {
    accepted(await post('/api/v1/transfer', move('/free/a', '/free/b')))
    await holder.unlock(pool, boundaryId)
    await until('the unlock', async () => {
      const { status } = await post('/api/v1/transfer', move('/vault/a', '/vault/empty'))
      return status === 201
    })
    const { object } = accepted(await realm.find('/vault/a'))
    assert.notExists(object.boundary)
  })
})

test.group('custody | a boundary that is being frozen', () => {
  test('captures that race the lock are booked or refused, and what is left stays held', async ({
    assert,
  }) => {
    const holder = await Holder.appear()
    const realm = await TestRealm.open()
    const boundaryId = await zoneOf(realm, '/vault')
    await realm.account('/vault/a', '1000')
    await realm.object('/vault/b')
    await giveKey(realm, boundaryId, holder)
    const pool = await poolOf(realm)
    const post = (address: string, body: Record<string, unknown>) =>
      realm.post(address, { path: `/op/${randomUUID()}`, ...body })
    const sides = { sourceObjectPath: '/vault/a', targetObjectPath: '/vault/b' }
    const captured = new Map<string, number>()
    const capture = async (holdId: string) => {
      const reply = await post(`/holds/${holdId}/capture`, { amount: '0.50' })
      if (reply.status === 201) captured.set(holdId, captured.get(holdId)! + 1)
      return reply
    }
    /** Holds twice what it captures, until something is refused. */
    const caller = async (): Promise<string> => {
      for (;;) {
        const held = await post('/holds', { ...sides, amount: '1.00' })
        if (held.status !== 201) return held.error.code
        const { id } = held.data.operation
        captured.set(id, 0)
        const reply = await capture(id)
        if (reply.status !== 201) return reply.error.code
      }
    }
    const [, ...ends] = await Promise.all([
      holder.lock(pool, boundaryId),
      ...Array.from({ length: 6 }, caller),
    ])
    assert.deepEqual([...new Set(ends)], ['BOUNDARY_FROZEN'])
    const ids = [...captured.keys()]
    const late = await capture(ids[0]!)
    assert.equal(`${late.status} ${late.error?.code}`, '409 BOUNDARY_FROZEN')
    const open = 1 * ids.length - 0.5 * [...captured.values()].reduce((sum, each) => sum + each, 0)
    assert.equal(Number((await realm.balance('/vault/a')).departing), open)
    for (const [id, times] of captured) {
      const { hold } = accepted(await realm.client.get(`/api/v1/holds/${id}`))
      assert.deepInclude(hold, { status: 'open', capturedAmount: (0.5 * times).toFixed(2) })
      assert.lengthOf(hold.captures, times)
    }
    await holder.unlock(pool, boundaryId)
    await until('the unlock', async () => (await capture(ids[0]!)).status === 201)
    await booksAreSound(realm)
  })
})
