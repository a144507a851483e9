import { test } from '@japa/runner'
import fc from 'fast-check'
import type { BookEntry } from '#modules/reconciliation/core/book_entry'
import { beginOf, dayOfMicros } from '#modules/reconciliation/core/day'
import type { FileLine } from '#modules/reconciliation/core/file_line'
import { compare, type Comparison } from '#modules/reconciliation/core/match'
import { RULE_KINDS, type MatchRule } from '#modules/reconciliation/core/rules'
import { forAll } from '#tests/support/for_all'

const FIRST = 20_000

const day = fc.integer({ min: FIRST, max: FIRST + 6 })
const amount = fc.constantFrom(-2n, -1n, 1n, 2n)
const name = fc.constantFrom('a', 'b', 'c')

const line: fc.Arbitrary<FileLine> = fc.record({
  row: fc.constant(1),
  day,
  amount,
  references: fc.uniqueArray(name, { maxLength: 2 }),
  text: fc.option(name),
})

const entry: fc.Arbitrary<BookEntry> = fc.record({
  seq: fc.constant(1),
  at: day.map((of) => beginOf(of) + 1),
  type: fc.constant('transfer'),
  operationId: fc.constant(null),
  operationPath: fc.option(name),
  reference: fc.option(name),
  amount,
})

const rule: fc.Arbitrary<MatchRule> = fc.record({
  by: fc.constantFrom(...RULE_KINDS),
  days: fc.integer({ min: 0, max: 3 }),
})

const comparison: fc.Arbitrary<Comparison> = fc.record({
  lines: fc.array(line, { maxLength: 12 }),
  entries: fc.array(entry, { maxLength: 12 }),
  rules: fc.array(rule, { minLength: 1, maxLength: 4 }),
  from: fc.constant(FIRST + 1),
  to: fc.constant(FIRST + 5),
})

/** Whether a rule joins the two, looked at by themselves. */
function joins({ by, days }: MatchRule, there: FileLine, here: BookEntry): boolean {
  if (Math.abs(there.day - dayOfMicros(here.at)) > days) return false
  if (by === 'amount') return there.amount === here.amount
  const named = by === 'reference' ? there.references : [there.text]
  return named.some((each) => each !== null && [here.operationPath, here.reference].includes(each))
}

/** Whether a rule before this one has found that a line names a change of the books. */
function isNamed({ rules, entries }: Comparison, before: number, there: FileLine): boolean {
  return rules.slice(0, before).some(({ by }) => {
    if (by === 'amount') return false
    return entries.some((here) => joins({ by, days: Infinity }, there, here))
  })
}

test.group('reconciliation | each comparison', () => {
  test('has each line and each change once, joined by a rule, and leaves none that a rule would join', () => {
    forAll([comparison], { numRuns: 2000 }, (asked) => {
      const { lines, entries, rules, from, to } = asked
      const items = compare(asked)
      const ensure = (holds: boolean, what: string) => {
        if (!holds) throw new Error(what)
      }
      const told = items.flatMap((each) => each.line ?? [])
      ensure(told.length === lines.length, 'a line is missing or there twice')
      ensure(
        told.every((each, at) => each === lines[at]),
        'lines are in another order'
      )
      const claimed = items.flatMap((each) => each.entry ?? [])
      ensure(new Set(claimed).size === claimed.length, 'a change is there twice')
      const left = entries.filter((each) => !claimed.includes(each))
      const inPeriod = (each: BookEntry) => {
        return dayOfMicros(each.at) >= from && dayOfMicros(each.at) <= to
      }
      ensure(!left.some(inPeriod), 'a change of the period is left out')
      for (const { state, rule: by, line: there, entry: here } of items) {
        if (there && here) {
          ensure(joins(rules[by! - 1]!, there, here), 'a rule has joined what it does not')
          const isOther = rules[by! - 1]!.by === 'amount' && isNamed(asked, by! - 1, there)
          ensure(!isOther, 'a line that names a change is joined by its amount')
          ensure((state === 'matched') === (there.amount === here.amount), 'a wrong state')
        } else if (here) ensure(inPeriod(here) && state === 'missing_there', 'a wrong state')
        else ensure(state === 'missing_here', 'a wrong state')
      }
      const unjoined = [...left, ...items.flatMap((each) => (each.line ? [] : (each.entry ?? [])))]
      const alone = items.flatMap((each) => (each.entry ? [] : (each.line ?? [])))
      for (const there of alone) {
        const found = unjoined.find((here) =>
          rules.some((each, at) => {
            if (each.by === 'amount' && isNamed(asked, at, there)) return false
            return joins(each, there, here)
          })
        )
        ensure(found === undefined, 'what a rule would join is missing on both sides')
      }
    })
  })
})
