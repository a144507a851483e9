import { test } from '@japa/runner'
import { TestRealm, accepted } from '#tests/support/client'
import { MISSING, NOT_TEXT, refusesFields } from '#tests/support/refusals'

const URL = '/api/v1/fees/estimate'

test.group('ledger | GET /fees/estimate', (group) => {
  let realm: TestRealm

  group.setup(async () => {
    realm = await TestRealm.open()
  })

  const ask = (more: Record<string, string> = {}) =>
    realm.client.get(URL, { realmId: realm.id, action: 'transfer', amount: '10', ...more })

  test('a transfer pays the default fee, or what the override says', async ({ assert }) => {
    assert.deepEqual(accepted(await ask()), {
      fee: { amount: '0.05', denomination: 'USD' },
      netAmount: '9.95',
    })
    assert.deepEqual(accepted(await ask({ feeOverride: '0' })), {
      fee: { amount: '0.00', denomination: 'USD' },
      netAmount: '10.00',
    })
    assert.equal(accepted(await ask({ feeOverride: '9.999999' })).netAmount, '0.000001')
    const paths = { sourcePath: '/a', targetPath: '/b' }
    assert.equal(accepted(await ask(paths)).netAmount, '9.95')
  })

  test('what a transfer refuses, its estimate refuses', async ({ assert }) => {
    for (const [wrong, field] of [
      [{ amount: '0.05' }, 'amount'],
      [{ amount: '1', feeOverride: '1' }, 'amount'],
      [{ sourcePath: '/a', targetPath: '/a' }, 'targetObjectPath'],
    ] as const) {
      const reply = await ask(wrong)
      assert.equal(reply.status, 400)
      assert.equal(reply.error.details!.fields![0]!.field, field)
    }
    const live = await realm.client.realm({ asset: 'live' })
    const reply = await ask({ realmId: live.id, feeOverride: '0' })
    assert.equal(reply.status, 400)
    assert.equal(reply.error.details!.fields![0]!.field, 'feeOverride')
  })

  test('an order pays venue, platform and application, each rounded down', async ({ assert }) => {
    const order = { action: 'order', amount: '33.333333' }
    // 0.045 % to the venue.
    assert.deepEqual(accepted(await ask(order)), {
      fee: { amount: '0.014999', denomination: 'USD' },
      netAmount: '33.318334',
      feeBreakdown: { exchange: '0.014999', platform: '0.00', builder: '0.00' },
    })
    accepted(
      await realm.client.send('PATCH', `/api/v1/realms/${realm.id}/settings`, {
        defaultApplicationFeeTenthsBps: 25,
      })
    )
    assert.deepEqual(accepted(await ask(order)), {
      fee: { amount: '0.023332', denomination: 'USD' },
      netAmount: '33.310001',
      feeBreakdown: { exchange: '0.014999', platform: '0.00', builder: '0.008333' },
    })
    const refused = await ask({ ...order, feeOverride: '1' })
    assert.equal(refused.error.details!.fields![0]!.field, 'feeOverride')
  })

  test('each wrong field is refused by its name', async ({ assert }) => {
    const valid = { realmId: realm.id, action: 'transfer', amount: '1' }
    const send = (query: Record<string, unknown>) => {
      const text = Object.entries(query).map(([name, value]) => [name, String(value)])
      return realm.client.get(URL, Object.fromEntries(text) as Record<string, string>)
    }
    const notText = NOT_TEXT.filter((value) => typeof value === 'string')
    await refusesFields(assert, send, valid, {
      realmId: [MISSING, ...notText, 'x'],
      action: [MISSING, ...notText, 'withdrawal'],
      amount: [MISSING, ...notText, '0', '-1', '1e3', 'NaN', '0.0000001', '1'.repeat(25)],
      sourcePath: ['x', '/a/', '/_system/fees'],
      targetPath: ['x', '/a b'],
      feeOverride: ['-1', 'x'],
    })
  })
})
