import { test } from '@japa/runner'
import { clientOrderId } from '#modules/venue/live/core/client_order_id'
import { readErrorText } from '#modules/venue/live/core/error_texts'
import { readOrderStatus } from '#modules/venue/live/core/order_status'
import { BUCKET_SIZE, infoWeight, takeWeight } from '#modules/venue/live/core/rate_budget'
import { readReply } from '#modules/venue/live/core/read_reply'
import type { LivePlan } from '#modules/venue/live/core/plan'
import { liveSettings } from '#modules/venue/live/live_settings'

const KEY = 'ab'.repeat(32)
const SOUND = { url: 'https://api.example.com', keySecret: 'k'.repeat(32), masterKey: KEY }

test.group('venue | live wire', () => {
  test('a client order id follows from realm and path alone', ({ assert }) => {
    const id = clientOrderId('realm', '/op/1')
    assert.match(id, /^0x[0-9a-f]{32}$/)
    assert.equal(clientOrderId('realm', '/op/1'), id)
    const others = [
      clientOrderId('other', '/op/1'),
      clientOrderId('realm', '/op/2'),
      clientOrderId('realm', '/op/1', 1),
    ]
    assert.equal(new Set([id, ...others]).size, 4)
  })

  test('texts of the venue are read by fragment', ({ assert }) => {
    const reasons: [string, string][] = [
      ['Price must be divisible by tick size. asset=3', 'invalid_tick'],
      ['Order must have minimum value of $10. asset=0', 'below_min_notional'],
      ['Insufficient margin to place order. asset=0', 'insufficient_margin'],
      ['Reduce only order would increase position. asset=0', 'reduce_only_would_increase'],
      ['Post only order would have immediately matched, bbo was 1@2', 'post_only_would_cross'],
      ['Order could not immediately match against any resting orders', 'ioc_no_match'],
      ['Order was never placed, already canceled, or filled.', 'order_not_live'],
      ['Cannot switch leverage type with open position.', 'margin_mode_conflict'],
      ['Not sufficient margin available to decrease leverage', 'leverage_decrease_margin'],
    ]
    for (const [text, reason] of reasons) {
      assert.deepEqual(readErrorText(text), { kind: 'refused', reason } as never)
    }
    assert.equal(readErrorText('User or API Wallet 0x12 does not exist.').kind, 'unknown_signer')
    assert.equal(readErrorText('Must deposit before performing actions').kind, 'unknown_signer')
    assert.equal(readErrorText('Invalid nonce: duplicate nonce').kind, 'nonce_used')
    assert.equal(readErrorText('constructor').kind, 'unexpected')
  })

  test('a status nobody has documented is none', ({ assert }) => {
    assert.deepEqual(readOrderStatus('siblingFilledCanceled'), {
      kind: 'cancelled',
      reason: 'sibling_filled',
    })
    assert.deepEqual(readOrderStatus('iocCancelRejected'), {
      kind: 'refused',
      reason: 'ioc_no_match',
    })
    for (const unknown of ['', 'toString', 'constructor', '__proto__', 'Canceled']) {
      assert.isNull(readOrderStatus(unknown))
    }
  })

  test('cancels go when orders must wait, and orders when reading must', ({ assert }) => {
    let bucket = { tokens: BUCKET_SIZE, atMs: 0 }
    const drain = (priority: 'history' | 'state' | 'order' | 'cancel') => {
      for (;;) {
        const taken = takeWeight(bucket, 20, priority, 0)
        if ('waitMs' in taken) return taken.waitMs
        bucket = taken.bucket
      }
    }
    for (const priority of ['history', 'state', 'order', 'cancel'] as const) {
      const before = bucket.tokens
      const waitMs = drain(priority)
      assert.isBelow(bucket.tokens, before)
      assert.isAbove(waitMs, 0)
    }
    assert.isAtLeast(bucket.tokens, 0)
    assert.property(takeWeight(bucket, 960, 'cancel', 60_000), 'bucket')
    const weights = ['allMids', 'userRole', 'userFillsByTime'].map((type) => infoWeight(type))
    assert.deepEqual(weights, [2, 60, 20])
  })

  test('an answer that proves nothing is no answer', ({ assert }) => {
    const orders = [{ orderId: 'ord_1' }, { orderId: 'ord_2' }]
    const plan = { kind: 'orders', orders } as unknown as LivePlan
    const ok = (statuses: unknown[]) =>
      readReply(plan, { status: 'ok', response: { type: 'order', data: { statuses } } } as never)
    assert.isNull(ok([]))
    assert.isNull(ok([{ resting: { oid: 1 } }]))
    assert.isNull(readReply(plan, { status: 'err', response: 'Invalid nonce: duplicate nonce' }))
    assert.deepEqual(ok([{ error: 'Price must be divisible by tick size.' }]), {
      kind: 'refused',
      reason: 'invalid_tick',
    })
    assert.deepEqual(ok([{ resting: { oid: 1 } }, 'waitingForFill']), {
      kind: 'orders',
      orders: [
        { orderId: 'ord_1', kind: 'live', oid: 1 },
        { orderId: 'ord_2', kind: 'live', oid: null },
      ],
    })
  })

  test('settings are checked together, and no secret is repeated', ({ assert }) => {
    assert.isNull(liveSettings({}))
    assert.equal(liveSettings(SOUND)!.fundingUsd, '6')
    const wrong: [object, RegExp][] = [
      [{ url: 'http://api.example.com' }, /VENUE_LIVE_URL/],
      [{ url: 'nonsense' }, /VENUE_LIVE_URL/],
      [{ url: 'https://api.example.com/?a=1' }, /VENUE_LIVE_URL/],
      [{ keySecret: 'short' }, /VENUE_KEY_SECRET/],
      [{ masterKey: `${KEY}zz` }, /VENUE_MASTER_KEY/],
      [{ fundingUsd: '5' }, /VENUE_FUNDING_USD/],
      [{ fundingUsd: '-6' }, /VENUE_FUNDING_USD/],
      [{ builderAddress: '0x12' }, /VENUE_BUILDER_ADDRESS/],
    ]
    for (const [change, expected] of wrong) {
      assert.throws(() => liveSettings({ ...SOUND, ...change }), expected)
      try {
        liveSettings({ ...SOUND, ...change })
      } catch (error) {
        assert.notInclude((error as Error).message, KEY.slice(0, 10))
      }
    }
  })
})
