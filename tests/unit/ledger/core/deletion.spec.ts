import { test } from '@japa/runner'
import { parseUsd } from '#app/money/usd'
import {
  authorizationFor,
  deletionRefusal,
  isFunded,
  obstacles,
  type DeletionFacts,
} from '#modules/ledger/core/deletion'

const EMPTY: DeletionFacts = {
  status: 'active',
  settled: 0n,
  departing: 0n,
  heldOutboundCount: 0,
  heldInboundCount: 0,
  openPositionCount: 0,
  valueAtRisk: 0n,
  blocks: [],
}
const FUNDED = { ...EMPTY, settled: parseUsd('5'), valueAtRisk: parseUsd('5') }
const NOTHING = { sweep: false, liquidate: false }

test.group('ledger | core | what a deletion takes', () => {
  test('an object is funded by cash, by equity and by open positions', ({ assert }) => {
    assert.isFalse(isFunded(EMPTY))
    assert.isTrue(isFunded({ ...EMPTY, settled: 1n }))
    assert.isTrue(isFunded({ ...EMPTY, valueAtRisk: 1n }))
    assert.isTrue(isFunded({ ...EMPTY, openPositionCount: 1 }))
  })

  test('refusals come in this order: in flight, blocked, positions, value', ({ assert }) => {
    const worst = {
      ...FUNDED,
      heldInboundCount: 1,
      openPositionCount: 2,
      blocks: ['The venue is closed.'],
    }
    const refused = (facts: DeletionFacts, offer = NOTHING) =>
      deletionRefusal('/users/u1', facts, offer)?.code
    assert.equal(refused(worst), 'HELD_OPERATIONS')
    const outbound = refused({ ...worst, heldInboundCount: 0, heldOutboundCount: 1 })
    assert.equal(outbound, 'HELD_OPERATIONS')
    assert.equal(refused({ ...worst, heldInboundCount: 0 }), 'CONFLICT')
    const free = { ...worst, heldInboundCount: 0, blocks: [] }
    assert.equal(refused(free), 'LIQUIDATION_REQUIRED')
    assert.equal(refused(free, { sweep: false, liquidate: true }), 'SWEEP_REQUIRED')
    assert.isUndefined(refused(free, { sweep: true, liquidate: true }))
    assert.isUndefined(refused(EMPTY))
  })

  test('only a funded object needs anybody’s agreement', ({ assert }) => {
    const live = { realmAsset: 'live' as const, cosignArmed: false }
    assert.equal(authorizationFor(EMPTY, { ...live, cosignArmed: true }), 'none')
    assert.equal(authorizationFor(FUNDED, live), 'step_up')
    assert.equal(authorizationFor(FUNDED, { ...live, cosignArmed: true }), 'drain_first')
    assert.equal(authorizationFor(FUNDED, { realmAsset: 'paper', cosignArmed: false }), 'none')
    const drained = authorizationFor(FUNDED, { realmAsset: 'paper', cosignArmed: true })
    assert.equal(drained, 'drain_first')
  })

  test('everything that stands in the way is named', ({ assert }) => {
    assert.lengthOf(obstacles(EMPTY, 'none', []), 0)
    assert.lengthOf(obstacles(FUNDED, 'step_up', []), 0)
    const reasons = obstacles(
      { ...FUNDED, status: 'withdrawn', heldInboundCount: 1, blocks: ['A.'] },
      'drain_first',
      ['B.']
    )
    assert.lengthOf(reasons, 5)
    // What an object being deleted holds is its own sweep.
    const swept = obstacles({ ...EMPTY, status: 'deleting', heldOutboundCount: 1 }, 'none', [])
    assert.lengthOf(swept, 1)
    for (const status of ['deleting', 'deleted', 'withdrawn'] as const) {
      assert.lengthOf(obstacles({ ...EMPTY, status }, 'none', []), 1)
    }
  })
})
