import { test } from '@japa/runner'
import { TestRealm, accepted, atOnce } from '#tests/support/client'
import { MISSING, NOT_TEXT, refusesFields } from '#tests/support/refusals'

const LONGEST_SEGMENT = 'x'.repeat(128)

test.group('ledger | nonces', (group) => {
  let realm: TestRealm

  group.setup(async () => {
    realm = await TestRealm.open()
  })

  const reserve = (body: Record<string, unknown>) => realm.post('/nonce', body)

  test('numbers go up from 1 per prefix, and each is given out once', async ({ assert }) => {
    const replies = await atOnce(20, () => reserve({ prefix: '/op/once' }))
    const numbers: number[] = replies.map((reply) => accepted(reply).nonce)
    assert.deepEqual(
      numbers.toSorted((left, right) => left - right),
      Array.from({ length: 20 }, (_, index) => index + 1)
    )
    assert.deepEqual(accepted(await reserve({ prefix: '/op/other' })), {
      nonce: 1,
      path: '/op/other-1',
    })
    assert.equal(accepted(await reserve({ prefix: '/op/in/' })).path, '/op/in/1')
    const next = accepted(await reserve({ prefix: '/op/create/a', separator: ':' })).path
    assert.equal(next, '/op/create/a:1')
  })

  test('a path the service makes for an operation skips those already used', async ({ assert }) => {
    await realm.account('/payer', '10.00')
    await realm.object('/payee')
    for (const path of ['/op/create/taken:1', '/op/fund/taken:1', '/op/fund/taken:2']) {
      const transfer = {
        realmId: realm.id,
        path,
        sourceObjectPath: '/payer',
        targetObjectPath: '/payee',
        amount: '1',
      }
      accepted(await realm.client.post('/api/v1/transfer', transfer))
    }
    const own = '/op/create/taken:2'
    const first = await realm.object('/taken', { operationPath: own })
    await realm.fund('/taken', '3')
    const body = { realmId: realm.id, path: '/taken', sweepToPath: '/payee' }
    accepted(await realm.client.post('/api/v1/objects/delete', body))

    const again = accepted(await realm.post('/objects', { path: '/taken' }))
    assert.equal(again.operation.path, '/op/create/taken:3')
    assert.notEqual(
      again.object.id,
      first.id,
      'the stored result of the first creation is no answer'
    )
  })

  test('what would make no usable path is refused before a number is spent', async ({ assert }) => {
    const valid = { realmId: realm.id, prefix: '/op/valid' }
    const send = (body: Record<string, unknown>) => realm.client.post('/api/v1/nonce', body)
    await refusesFields(assert, send, valid, {
      realmId: [MISSING, ...NOT_TEXT, 'x'],
      prefix: [
        MISSING,
        ...NOT_TEXT,
        'op',
        '/a//b',
        '/a*',
        '/_system/x',
        '/_builder/',
        `/${LONGEST_SEGMENT}`,
        '/x'.repeat(250),
      ],
      separator: [1, {}, '*', '/////', ' '],
    })
    for (const body of [
      { prefix: '/a/', separator: '/' },
      { prefix: '/a', separator: '//' },
      { prefix: '/_system', separator: '/' },
    ]) {
      const reply = await reserve(body)
      assert.equal(reply.status, 400, JSON.stringify(body))
      assert.equal(reply.error.code, 'VALIDATION_ERROR')
    }
    assert.equal(accepted(await reserve({ prefix: '/a' })).nonce, 1)
  })

  test('a path with the longest segment is funded without operation path', async ({ assert }) => {
    const path = `/long/${LONGEST_SEGMENT}`
    await realm.object(path)
    const reply = await realm.deposit(path, '1')
    const { operation } = accepted(reply)
    const found = await realm.get('/operations', { path: operation.path })
    assert.equal(accepted(found).operations[0].id, operation.id)
  })
})
