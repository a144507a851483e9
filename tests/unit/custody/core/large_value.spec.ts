import { test } from '@japa/runner'
import { isLarge, valueOf } from '#modules/custody/core/large_value'

const LIMIT = { usd: '100.00' }
const AT = 100_000_000n

test.group('custody | which events are large', () => {
  const cases: [
    name: string,
    args: Record<string, string>,
    known: bigint | null,
    large: boolean,
  ][] = [
    ['Credited', { amount: String(AT) }, null, false],
    ['Credited', { amount: String(AT + 1n) }, null, true],
    ['Withdrawn', { amount: String(AT + 1n) }, null, true],
    ['Settled', { amount: String(AT + 1n) }, null, true],
    ['RecoveryWithdrawn', { amount: String(AT + 1n) }, null, true],
    ['VaultSettled', { delta: String(-AT - 1n) }, null, true],
    ['VaultSettled', { delta: String(-AT) }, null, false],
    ['SettlementRejected', { opSeq: '1' }, AT, false],
    ['SettlementRejected', { opSeq: '1' }, AT + 1n, true],
    ['SettlementRejected', { opSeq: '1' }, null, true],
    ['OperationRejected', { opId: '0x1' }, null, true],
    ['ExitCancelled', { opId: '0x1' }, null, true],
    // Moves nothing of the pool's books.
    ['Rescued', { amount: String(AT + 1n) }, null, false],
    ['OutflowCapChanged', { limit: String(AT + 1n) }, null, false],
  ]
  for (const [name, args, known, large] of cases) {
    const about = `${Object.values(args)[0]}${known === null ? '' : `, known to be ${known}`}`
    test(`${name} of ${about} is ${large ? 'large' : 'ordinary'}`, ({ assert }) => {
      assert.equal(isLarge(valueOf({ name, args }, known), 0n, LIMIT), large)
    })
  }

  test('a value is large with what was believed before it, and nothing is large that moves nothing', ({
    assert,
  }) => {
    assert.isFalse(isLarge(1n, AT - 1n, LIMIT))
    assert.isTrue(isLarge(1n, AT, LIMIT))
    assert.isFalse(isLarge(0n, 2n * AT, LIMIT))
    assert.isTrue(isLarge(null, 0n, LIMIT))
  })
})
