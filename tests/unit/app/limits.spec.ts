import { test } from '@japa/runner'
import { LIMITS, assertLimits } from '#app/limits'
import { assertAuthLimits } from '#modules/auth/limits'
import { LEDGER_LIMITS, assertLedgerLimits } from '#modules/ledger/limits'
import { assertPaymentLinkLimits } from '#modules/payment_links/limits'
import { assertVenueLimits } from '#modules/venue/limits'

test.group('limits', () => {
  test('the limits we ship do not contradict each other', ({ assert }) => {
    const all = [assertAuthLimits, assertLedgerLimits, assertPaymentLinkLimits, assertVenueLimits]
    for (const assertOwn of [assertLimits, ...all]) assert.doesNotThrow(() => assertOwn())
  })

  test('a group smaller than one request is refused at boot', ({ assert }) => {
    const tooSmall = () => assertLedgerLimits({ ...LEDGER_LIMITS, groupBytes: 1024 })
    assert.throws(tooSmall, /must always fit into a group/)
  })

  test('a path too long for an index key is refused at boot', ({ assert }) => {
    assert.throws(() => assertLimits({ ...LIMITS, pathBytes: 1024 }), /index key/)
  })
})
