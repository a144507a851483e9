import { test } from '@japa/runner'
import fc from 'fast-check'
import { judgeTransaction, type SeenTransaction } from '#modules/custody/core/judge_transaction'
import { forAll } from '#tests/support/for_all'

const NONCE = 5
const seen = (change: Partial<SeenTransaction>): SeenTransaction => ({
  mined: null,
  finalBlock: 100,
  minedNonce: NONCE,
  finalNonce: NONCE,
  ...change,
})
const mined = (change: Partial<NonNullable<SeenTransaction['mined']>> = {}) => ({
  succeeded: true,
  blockNumber: 100,
  blockHash: '0xaa',
  canonical: true,
  ...change,
})

test.group('custody | judge_transaction', () => {
  test('a mined transaction is final once deep enough, not a block earlier', ({ assert }) => {
    const at = (finalBlock: number) => judgeTransaction(NONCE, seen({ mined: mined(), finalBlock }))
    assert.deepEqual(at(99), { kind: 'confirming', missing: 1 })
    assert.containSubset(at(100), { kind: 'final', succeeded: true, blockNumber: 100 })
  })

  test('a revert counts only when final, since a reorganisation can turn it', ({ assert }) => {
    const reverted = mined({ succeeded: false })
    assert.equal(
      judgeTransaction(NONCE, seen({ mined: reverted, finalBlock: 99 })).kind,
      'confirming'
    )
    assert.containSubset(judgeTransaction(NONCE, seen({ mined: reverted })), {
      kind: 'final',
      succeeded: false,
    })
  })

  test('a receipt of a block that left the chain decides nothing', ({ assert }) => {
    const verdict = judgeTransaction(NONCE, seen({ mined: mined({ canonical: false }) }))
    assert.deepEqual(verdict, { kind: 'unclear' })
  })

  test('an unknown transaction whose nonce is free is sent again', ({ assert }) => {
    assert.deepEqual(judgeTransaction(NONCE, seen({})), { kind: 'resend' })
  })

  test('a nonce taken by something else counts only at finality', ({ assert }) => {
    const shallow = seen({ minedNonce: NONCE + 1, finalNonce: NONCE })
    assert.deepEqual(judgeTransaction(NONCE, shallow), { kind: 'unclear' })
    const deep = seen({ minedNonce: NONCE + 1, finalNonce: NONCE + 1 })
    assert.deepEqual(judgeTransaction(NONCE, deep), { kind: 'displaced' })
  })

  test('nothing is ever given up while its nonce could still be mined', ({ assert }) => {
    const number = fc.nat(1000)
    forAll([number, number, number], (nonce, a, b) => {
      const [finalNonce, minedNonce] = [Math.min(a, b), Math.max(a, b)]
      const verdict = judgeTransaction(nonce, seen({ minedNonce, finalNonce }))
      if (minedNonce <= nonce) assert.equal(verdict.kind, 'resend')
      if (verdict.kind === 'displaced') assert.isAbove(finalNonce, nonce)
    })
  })
})
