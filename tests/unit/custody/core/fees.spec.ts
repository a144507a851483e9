import { test } from '@japa/runner'
import fc from 'fast-check'
import { DEVELOPMENT_FEES, feeBounds, offerFees } from '#modules/custody/core/fees'
import { forAll } from '#tests/support/for_all'

const LIVE_FEES = feeBounds('value', 500)
const wei = fc.bigInt({ min: 0n, max: 10n ** 13n })

test.group('custody | fees', () => {
  test('an offer survives a doubled base fee and never exceeds the cap', ({ assert }) => {
    forAll([wei, wei], (baseFee, tip) => {
      const offer = offerFees({ baseFee, tip }, LIVE_FEES)
      if (!offer) return assert.isTrue(2n * baseFee + LIVE_FEES.tipCeiling > LIVE_FEES.cap)
      assert.isTrue(offer.maxFee >= 2n * baseFee + offer.tip)
      assert.isTrue(offer.tip >= LIVE_FEES.tipFloor && offer.tip <= LIVE_FEES.tipCeiling)
      assert.isTrue(tip < LIVE_FEES.tipFloor || offer.tip <= tip)
      assert.isTrue(offer.maxFee <= LIVE_FEES.cap && offer.tip <= offer.maxFee)
    })
  })

  test('a local offer can be replayed on a new chain with a higher base fee', ({ assert }) => {
    const GENESIS_BASE_FEE = 1_000_000_000n
    const offer = offerFees({ baseFee: 7n, tip: 0n }, DEVELOPMENT_FEES)
    assert.isTrue(offer!.maxFee > GENESIS_BASE_FEE)
  })
})
