import { test } from '@japa/runner'
import { formatUsd, type Atoms } from '#app/money/usd'
import { netEntries, type BookEntry } from '#modules/reconciliation/core/book_entry'
import { beginOf } from '#modules/reconciliation/core/day'
import type { FileLine } from '#modules/reconciliation/core/file_line'
import { compare, type Item } from '#modules/reconciliation/core/match'
import { DEFAULT_RULES, type MatchRule } from '#modules/reconciliation/core/rules'
import { summarize } from '#modules/reconciliation/core/summary'

const DAY = 20_000

const usd = (amount: number): Atoms => BigInt(Math.round(amount * 1e6))

/** A line of the file, so many days after the first one. */
const line = (
  amount: number,
  reference = '',
  more: { day?: number; text?: string } = {}
): FileLine => ({
  row: 1,
  day: DAY + (more.day ?? 0),
  amount: usd(amount),
  references: reference === '' ? [] : [reference],
  text: more.text ?? null,
})

const booked = (
  amount: number,
  path: string | null = null,
  day = 0,
  reference: string | null = null
): BookEntry => ({
  seq: 1,
  at: beginOf(DAY + day) + 3_600_000_000,
  type: 'transfer',
  operationId: null,
  operationPath: path,
  reference,
  amount: usd(amount),
})

function compared(
  lines: FileLine[],
  entries: BookEntry[],
  {
    rules = DEFAULT_RULES,
    from = DAY,
    to = DAY + 30,
  }: { rules?: readonly MatchRule[]; from?: number; to?: number } = {}
): string[] {
  return compare({ lines, entries, rules, from, to }).map(short)
}

/** `1 matched by 2: 5.00 | 5.00`, with what it suggests. */
function short({ number, state, rule, line: there, entry: here, suggestion }: Item): string {
  const by = rule === null ? '' : ` by ${rule}`
  const amounts = [there, here].map((side) => (side ? formatUsd(side.amount) : '-')).join(' | ')
  return `${number} ${state}${by}: ${amounts}${suggestion === null ? '' : ` like ${suggestion}`}`
}

test.group('reconciliation | comparing', () => {
  test('a reference joins despite case and space, as does a word of the text', ({ assert }) => {
    const told = compared(
      [
        line(5, 'INV 1', { day: 20 }),
        line(6, '', { text: 'Rent for /op/inv-2, thanks' }),
        line(7, '0xAB'),
      ],
      [booked(5, 'inv1'), booked(6, '/op/inv-2'), booked(7, null, 0, '0xab')]
    )
    assert.deepEqual(told, [
      '1 matched by 1: 5.00 | 5.00',
      '2 matched by 2: 6.00 | 6.00',
      '3 matched by 1: 7.00 | 7.00',
    ])
  })

  test('the same reference with another amount or another sign differs', ({ assert }) => {
    const told = compared([line(5, '/a'), line(-6, '/b')], [booked(4, '/a'), booked(6, '/b')])
    assert.deepEqual(told, ['1 differs by 1: 5.00 | 4.00', '2 differs by 1: -6.00 | 6.00'])
  })

  test('of lines with one reference those with the right amount are joined first', ({ assert }) => {
    const told = compared(
      [line(9, '/a'), line(5, '/a'), line(5, '/a')],
      [booked(5, '/a'), booked(4, '/a')]
    )
    assert.deepEqual(told, [
      '1 differs by 1: 9.00 | 4.00',
      '2 matched by 1: 5.00 | 5.00',
      '3 missing_here: 5.00 | - like 2',
    ])
  })

  test('a line that names what another one has matched is told, and joined with nothing else', ({
    assert,
  }) => {
    const entries = [booked(5, '/op/inv-0'), booked(5, '/op/inv-1'), booked(7, '/op/inv-2')]
    const twice = [line(5, '/op/inv-0'), line(5, 'OP /op/inv-1'), line(5, '/op/inv-0')]
    assert.deepEqual(compared(twice, entries), [
      '1 matched by 1: 5.00 | 5.00',
      '2 matched by 3: 5.00 | 5.00',
      '3 missing_here: 5.00 | - like 1',
      '4 missing_there: - | 7.00',
    ])
    const inText = [
      line(5, '', { text: 'for /op/inv-0' }),
      line(7, '', { text: '/op/inv-0 again' }),
    ]
    assert.deepEqual(compared(inText, entries), [
      '1 matched by 2: 5.00 | 5.00',
      '2 missing_here: 7.00 | - like 1',
      '3 missing_there: - | 5.00',
      '4 missing_there: - | 7.00',
    ])
    const unasked = compared(twice, entries, { rules: [{ by: 'amount', days: 0 }] })
    assert.include(unasked[1], 'matched by 1')
  })

  test('an amount alone joins the same day first, and then within the window', ({ assert }) => {
    const told = compared(
      [line(5, '', { day: 3 }), line(5, '', { day: 1 })],
      [booked(5, '/a', 0), booked(5, '/b', 3)]
    )
    assert.deepEqual(told, ['1 matched by 3: 5.00 | 5.00', '2 matched by 4: 5.00 | 5.00'])
  })

  test('rules are applied in order, and nothing joins that none of them does', ({ assert }) => {
    const lines = [line(5, '/a')]
    const entries = [booked(5, '/b'), booked(4, '/a')]
    const first: MatchRule = { by: 'amount', days: 0 }
    const second: MatchRule = { by: 'reference', days: 0 }
    assert.deepEqual(compared(lines, entries, { rules: [first, second] }), [
      '1 matched by 1: 5.00 | 5.00',
      '2 missing_there: - | 4.00',
    ])
    assert.deepEqual(compared(lines, entries, { rules: [second] }), [
      '1 differs by 1: 5.00 | 4.00',
      '2 missing_there: - | 5.00',
    ])
  })

  test('what lies about the period can match, and is not missing there', ({ assert }) => {
    const told = compared(
      [line(5)],
      [booked(5, '/a', -2), booked(6, '/b', -1), booked(7, '/c', 0), booked(8, '/d', 1)],
      { to: DAY }
    )
    assert.deepEqual(told, ['1 matched by 4: 5.00 | 5.00', '2 missing_there: - | 7.00'])
  })

  test('what one amount lacks on both sides is suggested, and not joined', ({ assert }) => {
    const told = compared([line(5), line(5)], [booked(5, '/a', 20), booked(6, '/b')])
    assert.deepEqual(told, [
      '1 missing_here: 5.00 | - like 3',
      '2 missing_here: 5.00 | -',
      '3 missing_there: - | 5.00 like 1',
      '4 missing_there: - | 6.00',
    ])
  })

  test('entries of one operation are one, and what leaves nothing is none', ({ assert }) => {
    const both = { ...booked(5, '/a'), operationId: 'op_1' }
    const back = { ...both, seq: 2, amount: usd(-5) }
    const part = { ...booked(3, '/b'), operationId: 'op_2' }
    const net = netEntries([both, part, back, { ...part, seq: 3, amount: usd(1), reference: '0x' }])
    assert.deepEqual(net, [{ ...part, amount: usd(4), reference: '0x' }])
  })

  test('the sums of the states explain the difference between file and books', ({ assert }) => {
    const items = compare({
      lines: [line(5, '/a'), line(7, '/x'), line(1)],
      entries: [booked(5, '/a'), booked(6.5, '/x'), booked(9, '/y')],
      rules: DEFAULT_RULES,
      from: DAY,
      to: DAY,
    })
    assert.deepEqual(summarize(items), {
      matched: { count: 1, there: '5.00', here: '5.00' },
      differs: { count: 1, there: '7.00', here: '6.50' },
      missing_here: { count: 1, there: '1.00', here: '0.00' },
      missing_there: { count: 1, there: '0.00', here: '9.00' },
    })
  })

  test('100,000 lines of one reference and amount take no longer than others', ({ assert }) => {
    const workedMs = (pathOf: (index: number) => string) => {
      const paths = Array.from({ length: 100_000 }, (_, index) => pathOf(index))
      const lines = paths.map((path) => line(5, path, { text: `${path} `.repeat(60) }))
      const entries = paths.map((path) => booked(5, path))
      const before = process.cpuUsage()
      const items = compare({ lines, entries, rules: DEFAULT_RULES, from: DAY, to: DAY })
      assert.equal(items.filter(({ state }) => state === 'matched').length, 100_000)
      return process.cpuUsage(before).user / 1000
    }
    const others = workedMs((index) => `/${index}`)
    // Comparing each with each would take thousands of times as long.
    assert.isBelow(
      workedMs(() => '/a'),
      20 * others
    )
  })
})
