import { test } from '@japa/runner'
import { VOCABULARY } from '#app/extension/vocabulary'
import { crossed } from '#modules/ledger/core/crossing'

test.group('ledger | crossing', () => {
  test('the fee of a transfer is a cost of its source, not value gone elsewhere', ({ assert }) => {
    const [amount, fee] = [10_000000n, 50_000n]
    const paid = { amount: fee, moves: 1 }
    const entry = { seq: 1, pays: 0, gets: 0 }
    assert.equal(crossed({ ...entry, net: -amount, pays: 1 }, paid), -(amount - fee))
    assert.equal(crossed({ ...entry, net: amount - fee, gets: 1 }, paid), amount - fee)
    assert.equal(crossed({ ...entry, net: -fee, pays: 1, gets: 1 }, paid), 0n)
    assert.equal(crossed({ ...entry, net: amount, gets: 1 }, undefined), amount)
  })

  test('each move of a posting pays its fee, and a fee back is no value in', ({ assert }) => {
    const [amount, fee] = [10_000000n, 50_000n]
    const entry = { seq: 1, pays: 0, gets: 0 }
    const ofThree = { amount: 3n * fee, moves: 3 }
    assert.equal(crossed({ ...entry, net: -2n * amount, pays: 2 }, ofThree), -2n * (amount - fee))
    const back = { amount: -fee, moves: 1 }
    assert.equal(crossed({ ...entry, net: -amount, pays: 1 }, back), -amount)
    assert.equal(crossed({ ...entry, net: amount + fee, gets: 1 }, back), amount)
    assert.equal(crossed({ ...entry, net: fee, pays: 1, gets: 1 }, back), 0n)
    const backOfTwo = { amount: -2n * fee, moves: 2 }
    assert.equal(crossed({ ...entry, net: amount + fee, gets: 1 }, backOfTwo), amount)
    assert.equal(crossed({ ...entry, net: 2n * (amount + fee), gets: 2 }, backOfTwo), 2n * amount)
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
