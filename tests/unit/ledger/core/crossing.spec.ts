import { test } from '@japa/runner'
import { VOCABULARY } from '#app/extension/vocabulary'
import { crossed } from '#modules/ledger/core/crossing'

test.group('ledger | crossing', () => {
  test('the fee of a transfer is a cost of its source, not value that went elsewhere', ({
    assert,
  }) => {
    const [amount, fee] = [10_000000n, 50_000n]
    assert.equal(crossed({ seq: 1, net: -amount, pays: true }, fee), -(amount - fee))
    assert.equal(crossed({ seq: 1, net: amount - fee, pays: false }, fee), amount - fee)
    assert.equal(crossed({ seq: 1, net: -fee, pays: true }, fee), 0n)
    assert.equal(crossed({ seq: 1, net: amount, pays: false }, 0n), amount)
  })

  test('what is earned, lost or charged is not moved', ({ assert }) => {
    assert.sameMembers(VOCABULARY.movedKinds, [
      'transfer',
      'deposit',
      'withdrawal',
      'sweep',
      'fee_distribution',
    ])
  })
})
