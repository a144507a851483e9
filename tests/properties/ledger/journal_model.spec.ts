import { test } from '@japa/runner'
import fc from 'fast-check'
import { unprovedBy, type Form } from '#tests/support/proofs'
import { forAll } from '#tests/support/for_all'
import { Duel } from './journal_duel.ts'
import { step } from './journal_steps.ts'

test.group('ledger | journal against the naive model', () => {
  test('any order of what moves, reserves, splits and reverses gives the books and answers the model predicts', ({
    assert,
  }) => {
    const granted = new Set<Form>()
    forAll([fc.array(step, { maxLength: 60, size: 'max' })], { numRuns: 1000 }, (steps) => {
      const duel = new Duel()
      for (const each of steps) duel.play(each)
      for (const form of duel.world.granted) granted.add(form)
    })
    assert.deepEqual(
      unprovedBy('model', granted),
      [],
      'requests that no plan has asked with success'
    )
  })
})
