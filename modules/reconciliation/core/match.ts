import type { Atoms } from '#app/money/usd'
import type { BookEntry } from './book_entry.ts'
import { dayOfMicros } from './day.ts'
import type { Day, FileLine } from './file_line.ts'
import type { MatchRule } from './rules.ts'
import { RECONCILIATION_LIMITS } from '../limits.ts'

export const ITEM_STATES = ['matched', 'differs', 'missing_here', 'missing_there'] as const
export type ItemState = (typeof ITEM_STATES)[number]

/** One result: a line of the file, a change of the books, or both. */
export interface Item {
  /** From 1: the lines in the order of the file, then what the file lacks in that of the books. */
  number: number
  state: ItemState
  /** Which rule has joined them, from 1. */
  rule: number | null
  line: FileLine | null
  entry: BookEntry | null
  /**
   * The item on the other side that has the same amount at another time, and is missing too. Of a line
   * that names what another line is joined with, that line: a payment may have come twice.
   */
  suggestion: number | null
}

export interface Comparison {
  lines: readonly FileLine[]
  /** Of the period and of the days about it that a rule reaches. */
  entries: readonly BookEntry[]
  rules: readonly MatchRule[]
  /** First and last day that the file speaks of: what lies outside is not missing there. */
  from: Day
  to: Day
}

/** A side of a pair, with its place on its side. */
interface Side {
  at: number
  day: Day
  amount: Atoms
  /** Without regard to case and to space. */
  names: string[]
}

interface Pair {
  entry: number
  rule: number
  state: 'matched' | 'differs'
}

/**
 * Compares a file with the books, by each rule in its turn. A line and a change of the books that share a
 * reference and not an amount differ; each is in one item. The same input gives the same items, and no
 * input takes longer than sorting it.
 */
export function compare({ lines, entries, rules, from, to }: Comparison): Item[] {
  const pairing = new Pairing(lines.map(lineSide), entries.map(entrySide))
  rules.forEach((rule, at) => pairing.apply(rule, at + 1, lines))
  const items = lines.map((line, at): Item => {
    const pair = pairing.pairOf(at)
    const entry = pair ? entries[pair.entry]! : null
    const rule = pair?.rule ?? null
    const state = pair?.state ?? 'missing_here'
    const joined = pair ? undefined : pairing.joinedBefore(at)
    const suggestion = joined === undefined ? null : joined + 1
    return { number: at + 1, state, rule, line, entry, suggestion }
  })
  entries.forEach((entry, at) => {
    const day = dayOfMicros(entry.at)
    if (pairing.isTaken(at) || day < from || day > to) return
    const base = { rule: null, line: null, suggestion: null } as const
    items.push({ ...base, number: items.length + 1, state: 'missing_there', entry })
  })
  suggest(items)
  return items
}

class Pairing {
  #pairs = new Map<number, Pair>()
  #taken = new Set<number>()
  #named: ReadonlySet<string>
  /** By each name of an entry that is taken, the first line that is joined with one. */
  #lineOf = new Map<string, number>()
  /** The names of the books that a line was found to give, by the rules so far. */
  #given = new Map<number, string[]>()

  constructor(
    private lines: readonly Side[],
    private entries: readonly Side[]
  ) {
    this.#named = new Set(entries.flatMap(({ names }) => names))
  }

  pairOf(line: number): Pair | undefined {
    return this.#pairs.get(line)
  }

  isTaken(entry: number): boolean {
    return this.#taken.has(entry)
  }

  /** The line that is joined with what another one names; undefined where none is. */
  joinedBefore(line: number): number | undefined {
    return this.#given
      .get(line)
      ?.map((name) => this.#lineOf.get(name))
      .find((other) => other !== undefined)
  }

  apply({ by, days }: MatchRule, rule: number, texts: readonly FileLine[]) {
    const lines = this.lines.filter(({ at }) => !this.#pairs.has(at))
    const entries = this.entries.filter(({ at }) => !this.#taken.has(at))
    if (by === 'amount') {
      // A line that says what it is for is no other: a double payment would hide what is missing.
      const nameless = lines.filter(({ at }) => !this.#given.has(at))
      return this.#join(nameless, entries, amountKey, { days, rule, state: 'matched' })
    }
    const named =
      by === 'reference' ? lines : lines.map((line) => this.#inText(line, texts[line.at]!))
    for (const { at, names } of named) {
      const known = names.filter((name) => this.#named.has(name))
      if (known.length > 0) this.#given.set(at, [...(this.#given.get(at) ?? []), ...known])
    }
    this.#join(named, entries, namesWithAmount, { days, rule, state: 'matched' })
    this.#join(named, entries, ({ names }) => names, { days, rule, state: 'differs' })
  }

  /** A line whose names are the words of its text that are names of the books. */
  #inText(line: Side, { text }: FileLine): Side {
    const words = (text ?? '').split(/[\s,;]+/, RECONCILIATION_LIMITS.words).map(nameOf)
    return { ...line, names: [...new Set(words.filter((word) => this.#named.has(word)))] }
  }

  /** Joins what has a key in common and lies near enough, in the order of the days. */
  #join(
    lines: readonly Side[],
    entries: readonly Side[],
    keysOf: (side: Side) => string[],
    { days, ...pair }: Omit<Pair, 'entry'> & { days: number }
  ) {
    const entriesOf = grouped(entries, keysOf)
    for (const [key, some] of grouped(lines, keysOf)) {
      const others = entriesOf.get(key)
      if (others === undefined) continue
      const left = some.filter(({ at }) => !this.#pairs.has(at)).sort(byDay)
      const right = others.filter(({ at }) => !this.#taken.has(at)).sort(byDay)
      for (let l = 0, r = 0; l < left.length && r < right.length;) {
        const apart = right[r]!.day - left[l]!.day
        if (apart < -days) r += 1
        else if (apart > days) l += 1
        else this.#pair(left[l++]!, right[r++]!, pair)
      }
    }
  }

  #pair({ at }: Side, entry: Side, pair: Omit<Pair, 'entry'>) {
    this.#pairs.set(at, { ...pair, entry: entry.at })
    this.#taken.add(entry.at)
    for (const name of entry.names) if (!this.#lineOf.has(name)) this.#lineOf.set(name, at)
  }
}

/** What is missing on one side may be there at another time; nobody joins the two for that. */
function suggest(items: Item[]) {
  const here = items.filter(({ state }) => state === 'missing_there')
  const there = items.filter((item) => item.state === 'missing_here' && item.suggestion === null)
  const found = Map.groupBy(here, ({ entry }) => entry!.amount)
  const seen = new Map<Atoms, number>()
  for (const item of there) {
    const { amount } = item.line!
    const at = seen.get(amount) ?? 0
    const other = found.get(amount)?.[at]
    if (!other) continue
    seen.set(amount, at + 1)
    item.suggestion = other.number
    other.suggestion = item.number
  }
}

function grouped(sides: readonly Side[], keysOf: (side: Side) => string[]): Map<string, Side[]> {
  const groups = new Map<string, Side[]>()
  for (const side of sides) {
    for (const key of keysOf(side)) {
      const group = groups.get(key)
      if (group) group.push(side)
      else groups.set(key, [side])
    }
  }
  return groups
}

const byDay = (one: Side, other: Side) => one.day - other.day || one.at - other.at
const amountKey = ({ amount }: Side) => [String(amount)]
const namesWithAmount = ({ names, amount }: Side) => names.map((name) => `${amount} ${name}`)
const nameOf = (text: string) => text.replaceAll(/\s+/g, '').toLowerCase()

function lineSide({ day, amount, references }: FileLine, at: number): Side {
  return { at, day, amount, names: [...new Set(references.map(nameOf))] }
}

function entrySide(entry: BookEntry, at: number): Side {
  const { reference, operationPath, operationId } = entry
  const names = [reference, operationPath, operationId].flatMap((each) => each ?? []).map(nameOf)
  return { at, day: dayOfMicros(entry.at), amount: entry.amount, names: [...new Set(names)] }
}
