import { test } from '@japa/runner'
import type { Hex } from '#modules/custody/core/chain_types'
import { judgeNumbers, type KnownNumber } from '#modules/custody/core/judge_numbers'

const hashOf = (id: string): Hex => `0x${id}`
const known = (state: KnownNumber['state'] = 'batched') =>
  new Map([[7, { operationId: 'ours', state }]])
const event = (name: string, opId = '0xours', opSeq = '7') => ({
  name,
  seq: 40,
  args: { opSeq, opId },
})

test.group('custody | judge_numbers', () => {
  test('a number with our operation has its outcome', ({ assert }) => {
    const executed = judgeNumbers([event('Settled')], known(), hashOf)
    assert.deepEqual(executed, {
      executed: [7],
      rejected: [],
      operationIds: ['ours'],
      foreign: [],
      contradiction: null,
    })
    const rejected = judgeNumbers([event('SettlementRejected')], known(), hashOf)
    assert.deepEqual(rejected.rejected, [7])
  })

  test('a number with another operation, or one we never gave out, is of others', ({ assert }) => {
    const other = judgeNumbers([event('Settled', '0xtheirs')], known(), hashOf)
    assert.deepEqual(other.foreign, [0])
    assert.isEmpty(other.executed)
    const unknown = judgeNumbers(
      [event('Settled'), event('Settled', '0xours', '8')],
      known(),
      hashOf
    )
    assert.deepEqual([unknown.executed, unknown.foreign], [[7], [1]])
  })

  test('a number of others that is passed over later contradicts nothing', ({ assert }) => {
    const skipped = { name: 'Skipped', seq: 41, args: { opSeq: '7' } }
    const page = [event('Settled', '0xtheirs'), skipped]
    assert.isNull(judgeNumbers(page, known(), hashOf).contradiction)
    assert.isNull(judgeNumbers([skipped], new Map(), hashOf, new Set([7])).contradiction)
  })

  test('a number that is passed over is ours only when we know its outcome', ({ assert }) => {
    const skipped = { name: 'Skipped', seq: 41, args: { opSeq: '7' } }
    assert.isNull(judgeNumbers([skipped], known('executed'), hashOf).contradiction)
    assert.isNull(judgeNumbers([event('Settled'), skipped], known(), hashOf).contradiction)
    assert.isNotNull(judgeNumbers([skipped], known('batched'), hashOf).contradiction)
    assert.isNotNull(judgeNumbers([skipped], new Map(), hashOf).contradiction)
  })

  test('results of vaults take numbers without a transfer', ({ assert }) => {
    const verdict = judgeNumbers([event('VaultSettled', '0xvault', '9')], known(), hashOf)
    assert.isNull(verdict.contradiction)
  })
})
