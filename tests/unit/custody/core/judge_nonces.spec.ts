import { test } from '@japa/runner'
import type { Hex, MinedTransaction } from '#modules/custody/core/chain_types'
import { unexplainedNonces } from '#modules/custody/core/judge_nonces'

const [OURS, TARGET, OTHER] = ['a1', 'b2', 'c3'].map((digits) => `0x${digits.repeat(20)}` as const)
const hash = (digits: string): Hex => `0x${digits.repeat(32)}`

const ORDER = { nonce: 7, to: TARGET!, data: '0xAB' as Hex, hashes: [hash('01'), hash('02')] }
const MINED: MinedTransaction = {
  hash: hash('02'),
  blockNumber: 5,
  from: OURS!,
  to: TARGET!,
  nonce: 7,
  data: '0xab',
  value: 0n,
}

test.group('custody | what explains a mined nonce', () => {
  const scenarios: [what: string, mined: MinedTransaction[], explained: boolean][] = [
    ['an attempt that was mined as it was ordered', [MINED], true],
    [
      'a receiver in another spelling',
      [{ ...MINED, to: TARGET!.toUpperCase().replace('X', 'x') as Hex }],
      true,
    ],
    ['nothing of ours', [], false],
    ['another receiver', [{ ...MINED, to: OTHER! }], false],
    ['no receiver', [{ ...MINED, to: null }], false],
    ['other data', [{ ...MINED, data: '0xabcd' }], false],
    ['value that was not ordered', [{ ...MINED, value: 1n }], false],
    ['another nonce', [{ ...MINED, nonce: 8 }], false],
    ['a hash of nobody', [{ ...MINED, hash: hash('03') }], false],
  ]
  for (const [what, mined, explained] of scenarios) {
    test(`${what} ${explained ? 'does' : 'does not'}`, ({ assert }) => {
      const found = unexplainedNonces({ from: 7, end: 8 }, [ORDER], mined)
      assert.deepEqual(found, explained ? [] : [7])
    })
  }

  test('nonces that were never ordered are told one by one', ({ assert }) => {
    const orders = [ORDER, { ...ORDER, nonce: 9, hashes: [hash('04')] }]
    const mined = [MINED, { ...MINED, nonce: 9, hash: hash('04') }]
    assert.deepEqual(unexplainedNonces({ from: 6, end: 11 }, orders, mined), [6, 8, 10])
  })
})
