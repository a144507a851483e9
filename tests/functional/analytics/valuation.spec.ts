import { test } from '@japa/runner'
import { TestRealm, pluck } from '#tests/support/client'
import { MISSING, refusesFields } from '#tests/support/refusals'

const URL = '/api/v1/objects/valuation'

let realm: TestRealm

const valuation = (query: Record<string, string>, client = realm.client) => client.get(URL, query)

test.group('analytics | GET /objects/valuation', (group) => {
  group.setup(async () => {
    realm = await TestRealm.with({ '/users/u1/wallet': '125.5' })
  })

  test('shows what one object is worth, with ok in place of success', async ({ assert }) => {
    const object = await realm.object('/users/u9/wallet')
    await realm.fund('/users/u9/wallet', '40')
    const { status, body } = await valuation({ realmId: realm.id, path: '/users/u9/wallet' })
    assert.equal(status, 200)
    assert.deepEqual(body, {
      ok: true,
      data: {
        objectId: object.id,
        path: '/users/u9/wallet',
        objectPath: '/users/u9/wallet',
        type: 'denominated',
        denomination: 'USD',
        valueUsd: '40.00',
        balances: [{ denomination: 'USD', amount: '40.00', price: '1', valueUsd: '40.00' }],
        reservedBalances: [],
        positions: [],
      },
    })
  })

  test('is not taken for an object whose id is "valuation"', async ({ assert }) => {
    const { status, error } = await valuation({})
    assert.equal(status, 400)
    assert.sameMembers(pluck(error.details!.fields!, 'field'), ['realmId', 'path'])
  })

  test('an object that was never funded is worth zero', async ({ assert }) => {
    await realm.object('/users/u2/wallet', { type: 'escrow' })
    const { data } = await valuation({ realmId: realm.id, path: '/users/u2/wallet' })
    assert.containSubset(data, { valueUsd: '0.00', type: 'escrow' })
  })

  test('a path without an object, a folder and a prefix are no object', async ({ assert }) => {
    for (const path of ['/users/u1/missing', '/users/u1', '/users']) {
      const { status, error } = await valuation({ realmId: realm.id, path })
      assert.equal(status, 404)
      assert.equal(error.code, 'OBJECT_NOT_FOUND')
    }
  })

  test('every wrong field is named', async ({ assert }) => {
    const send = (input: object) => realm.client.get(URL, input as Record<string, string>)
    const valid = { realmId: realm.id, path: '/users/u1/wallet' }
    await refusesFields(assert, send, valid, {
      realmId: [MISSING, '', 'x', realm.id.toUpperCase(), `${realm.id}0`],
      path: [
        MISSING,
        '',
        '/',
        'users',
        '/users/',
        '/a//b',
        '/a b',
        '/*',
        '/..',
        `/${'a'.repeat(129)}`,
      ],
    })
    assert.equal((await realm.client.get(`${URL}?realmId=${realm.id}&path=/a&path=/b`)).status, 400)
    assert.equal((await valuation({ ...valid, path: '/abcdefghi'.repeat(52) })).status, 400)
  })
})
