import fc from 'fast-check'
import { test } from '@japa/runner'
import { countSpend, spendOf, windowKey } from '#modules/ledger/core/spending'
import { emptyState } from '#modules/ledger/core/state'
import { forAll } from '#tests/support/for_all'

const objects = ['obj_1', 'obj_2']
const move = fc.record({
  objectId: fc.constantFrom(...objects),
  credentialId: fc.constantFrom('key_1', 'key_11'),
  amount: fc.bigInt({ min: 1n, max: 60n }),
})

test.group('ledger | spending', () => {
  test('a movement is accepted exactly when it fits one window of its credential and object', () => {
    forAll([fc.array(move, { maxLength: 20 })], (moves) => {
      const windows = [
        { amount: 100n, seconds: 60 },
        { amount: 80n, seconds: 61 },
      ]
      const state = emptyState('realm', null)
      for (const spender of moves) {
        for (const { seconds } of windows) state.spent.set(windowKey(spender, seconds), 0n)
      }
      const naive = new Map<string, bigint>()
      return moves.every(({ objectId, credentialId, amount }, at) => {
        const spending = { credentialId, action: 'svc:TransferFrom', windows, askedAt: 0 }
        const operationId = `op_${at}`
        const found = spendOf(state, spending, { objectId, path: '/a', operationId, amount })
        const before = naive.get(`${credentialId} ${objectId}`) ?? 0n
        const fits = before + amount <= 100n
        if ('spends' in found) {
          found.spends.forEach((spend) => countSpend(state, spend))
          naive.set(`${credentialId} ${objectId}`, before + amount)
        }
        return 'spends' in found === fits
      })
    })
  })

  test('nothing is counted where nothing bounds it', ({ assert }) => {
    const asked = { objectId: 'obj_1', path: '/a', operationId: 'op_1', amount: 1n }
    assert.deepEqual(spendOf(emptyState('realm', null), undefined, asked), { spends: [] })
  })
})
