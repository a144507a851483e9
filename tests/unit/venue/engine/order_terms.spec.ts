import { test } from '@japa/runner'
import { REASONS } from '#modules/venue/core/engine/refusals'
import { traders } from './venue_world.ts'

const SOL = 'vn:0:SOL'
const NVDA = 'vn:1:NVDA'

test.group('venue | engine | order payloads', () => {
  const refusedPayloads = [
    ['unknown_market', { market: 'vn:0:NONE', size: '1' }],
    ['size_required', { market: SOL }],
    ['invalid_size', { market: SOL, size: '0' }],
    ['invalid_size', { market: SOL, size: '-1' }],
    ['invalid_size', { market: SOL, size: '0.001' }],
    ['invalid_decimal', { market: SOL, size: '1e3' }],
    ['invalid_decimal', { market: SOL, size: 'NaN' }],
    ['invalid_decimal', { market: SOL, size: '9'.repeat(39) }],
    ['price_required', { market: SOL, size: '1', orderType: 'LIMIT' }],
    ['invalid_tick', { market: SOL, size: '1', price: '150.001' }],
    ['invalid_tick', { market: SOL, size: '1', price: '0' }],
    ['invalid_tick', { market: SOL, size: '1', price: '-150' }],
    ['invalid_tick', { market: SOL, size: '1', price: '150.000000001' }],
    ['invalid_decimal', { market: SOL, size: '1', price: '1,5' }],
    ['invalid_time_in_force', { market: SOL, size: '1', timeInForce: 'ALO' }],
    ['invalid_time_in_force', { market: SOL, size: '1', price: '150', timeInForce: 'FOK' }],
    ['invalid_leverage', { market: SOL, size: '1', leverage: 0 }],
    ['invalid_leverage', { market: SOL, size: '1', leverage: 21 }],
    ['invalid_leverage', { market: SOL, size: '1', leverage: 2.5 }],
    ['isolated_required', { market: NVDA, size: '1', leverage: 5 }],
    ['isolated_required', { market: NVDA, size: '1', leverage: 5, isolated: false }],
    ['isolated_required', { market: NVDA, size: '1', isolated: true }],
    ['trigger_fields_required', { market: SOL, size: '1', isTrigger: true, tpsl: 'sl' }],
    ['trigger_fields_required', { market: SOL, size: '1', isTrigger: true, triggerPx: '140' }],
    [
      'trigger_fields_required',
      { market: SOL, size: '1', isTrigger: true, triggerPx: '140', tpsl: 'sl', isMarket: false },
    ],
    ['trigger_fields_required', { market: SOL, size: '1', triggerPx: '140', tpsl: 'sl' }],
    ['trigger_fields_required', { market: SOL, size: '1', isTrigger: false, tpsl: 'tp' }],
    ['trigger_fields_required', { market: SOL, size: '1', price: '150', triggerPx: '140' }],
    ['size_to_max_needs_trigger', { market: SOL, sizeToMax: true, reduceOnly: true }],
    [
      'size_to_max_needs_trigger',
      { market: SOL, sizeToMax: true, isTrigger: true, triggerPx: '140', tpsl: 'sl' },
    ],
    ['invalid_tolerance', { market: SOL, size: '1', sizeTolerance: '1.1' }],
    ['invalid_tolerance', { market: SOL, size: '1', sizeTolerance: '-0.1' }],
    ['fee_too_high', { market: SOL, size: '1', applicationFeeTenthsBps: 101 }],
    ['fee_too_high', { market: SOL, size: '1', applicationFeeTenthsBps: -1 }],
    ['fee_too_high', { market: SOL, size: '1', applicationFeeTenthsBps: 0.5 }],
  ] as const

  for (const [reason, order] of refusedPayloads) {
    test(`${reason}: ${JSON.stringify(order)}`.slice(0, 110), ({ assert }) => {
      const world = traders()
      assert.equal(world.reason(world.order('alice', { ...order })), reason)
      assert.equal(REASONS[reason].phase, 'A')
    })
  }

  test('an account, its orders and the market data must be there', ({ assert }) => {
    const world = traders()
    const reason = world.reason(world.order('nobody', { market: SOL, size: '1' }))
    assert.equal(reason, 'object_not_found')
    const gone = { type: 'cancel_order', objectId: 'alice', orderId: 'ord_none' } as const
    assert.equal(world.reason(gone), 'order_not_found')
    const theirs = world.place('bob', { market: SOL, size: '1', price: '140' })
    assert.equal(world.reason({ ...gone, orderId: theirs }), 'order_not_found')
    const again = world.order('alice', { market: SOL, size: '1' })
    assert.equal(world.reason({ ...again, orderId: theirs }), 'id_in_use')
    world.dropPrices(SOL)
    assert.equal(world.reason(world.order('alice', { market: SOL, size: '1' })), 'no_market_data')
  })
})
