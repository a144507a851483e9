import { test } from '@japa/runner'
import fc from 'fast-check'
import { formatUsd } from '#app/money/usd'
import {
  ImportProblems,
  rehearse,
  type ImportedTransaction,
} from '#modules/ledger/core/import_plan'
import { LedgerWorld } from '#tests/support/ledger_world'
import { forAll } from '#tests/support/for_all'

const CLEARING = '/clearing'
const PATHS = [CLEARING, '/alice', '/bob', '/carol']

/** Much comes in and little goes on, so that most books have no object below zero. */
const move = fc
  .oneof(
    { weight: 4, arbitrary: fc.record({ source: fc.constant(CLEARING), ...within(5_000_000n) }) },
    { weight: 1, arbitrary: fc.record({ source: fc.constantFrom(...PATHS), ...within(500_000n) }) }
  )
  .filter(({ source, target }) => source !== target)

function within(max: bigint) {
  return { target: fc.constantFrom(...PATHS), amount: fc.bigInt({ min: 1n, max }) }
}

const transactions = fc
  .array(fc.array(move, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 12 })
  .map((all) =>
    all.map((moves, at): ImportedTransaction => {
      return { id: String(at), line: at + 2, moves, at: null, note: null }
    })
  )

/** The lines that the ledger refuses when the clearing object has so much. */
function refused(all: readonly ImportedTransaction[], funding: bigint): number[] {
  const world = new LedgerWorld({ clearing: formatUsd(funding), alice: '0', bob: '0', carol: '0' })
  return all.flatMap(({ line, moves }) =>
    world.split(moves, { fee: '0' }).kind === 'accepted' ? [] : line
  )
}

test.group('ledger | rehearsing an import', () => {
  test('says the least that it needs from outside, and the first line that the ledger would refuse', () => {
    const seen = { fits: 0, needs: 0, short: 0 }
    forAll([transactions], { numRuns: 300 }, (all) => {
      const problems = new ImportProblems()
      const funding = rehearse(all, new Map(), { clearing: CLEARING, problems })
      const [first] = problems.shown
      if (first) {
        seen.short++
        // Enough for everything: what is refused lacks something elsewhere.
        const [line] = refused(all, 1_000_000_000n)
        if (line !== first.line) throw new Error(`line ${first.line}, the ledger says ${line}`)
        return
      }
      seen.fits++
      const lines = refused(all, funding)
      if (lines.length > 0) throw new Error(`funded with ${funding}, refused are ${lines.join()}`)
      if (funding === 0n) return
      seen.needs++
      if (refused(all, funding - 1n).length === 0) throw new Error(`${funding} is too much`)
    })
    if (Object.values(seen).some((count) => count < 10)) throw new Error(JSON.stringify(seen))
  })
})
