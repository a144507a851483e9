import { formatUsd, type Atoms } from '#app/money/usd'
import { LEDGER_LIMITS } from '../limits.ts'
import type { ImportLine, ImportProblem } from './import_line.ts'

/** Lines of one id, which are booked together. */
export interface ImportedTransaction {
  id: string
  /** The first of its lines. */
  line: number
  moves: { source: string; target: string; amount: Atoms }[]
  at: string | null
  note: string | null
}

/** Problems of a file, of which only the first are kept. */
export class ImportProblems {
  readonly shown: ImportProblem[] = []
  count = 0

  add(...problems: ImportProblem[]) {
    for (const problem of problems) {
      this.count++
      if (this.shown.length < LEDGER_LIMITS.importProblems) this.shown.push(problem)
    }
  }
}

/** Gathers the lines of a file to transactions, in the order of the file. */
export class ImportedFile {
  readonly transactions: ImportedTransaction[] = []
  /** Paths of all objects that it names, in the order of the file. */
  readonly objects = new Map<string, { line: number }>()
  /** Lines of accounts without value. */
  empty = 0
  #lineOf = new Map<string, number>()
  #open: ImportedTransaction | null = null

  constructor(private problems: ImportProblems) {}

  /** @param column header of the column with the ids */
  add({ line, id, source, target, amount, at, note }: ImportLine, column: string) {
    for (const path of [source, target]) {
      if (!this.objects.has(path)) this.objects.set(path, { line })
    }
    if (this.#open?.id !== id) {
      const before = this.#lineOf.get(id)
      if (before !== undefined) {
        const message = `is ${JSON.stringify(id)} again, after line ${before}: lines of one transaction follow each other`
        this.problems.add({ line, column, message })
        return
      }
      this.#lineOf.set(id, line)
      this.#open = { id, line, moves: [], at, note }
    }
    if (amount === 0n) {
      this.empty++
      return
    }
    const { moves } = this.#open
    if (moves.length === 0) this.transactions.push(this.#open)
    if (moves.length < LEDGER_LIMITS.splitMoves) moves.push({ source, target, amount })
    else {
      const message = `begins a transaction of more than ${LEDGER_LIMITS.splitMoves} lines, which cannot be booked together`
      this.problems.add({ line, column, message })
    }
  }
}

/** What moves together change in each object, by its path. */
export function netOf({ moves }: Pick<ImportedTransaction, 'moves'>): Map<string, Atoms> {
  const net = new Map<string, Atoms>()
  const change = (path: string, by: Atoms) => net.set(path, (net.get(path) ?? 0n) + by)
  for (const { source, target, amount } of moves) {
    change(source, -amount)
    change(target, amount)
  }
  return net
}

/**
 * Books transactions on paper, in their order. Every object but the clearing one has to have what it
 * gives.
 *
 * @param available what each object has before
 * @returns the least that the clearing object must have besides, so that nothing is refused
 */
export function rehearse(
  transactions: readonly ImportedTransaction[],
  available: ReadonlyMap<string, Atoms>,
  { clearing, problems }: { clearing: string; problems: ImportProblems }
): Atoms {
  const has = new Map(available)
  const short = new Set<string>()
  let missing = 0n
  for (const transaction of transactions) {
    for (const [path, change] of netOf(transaction)) {
      const left = (has.get(path) ?? 0n) + change
      has.set(path, left)
      if (left >= 0n || change >= 0n) continue
      if (path === clearing) {
        if (-left > missing) missing = -left
      } else if (!short.has(path)) {
        short.add(path)
        const message = `leaves ${path} with ${formatUsd(left)}: an object is never below zero. Put the lines into their order, or name the account in "outside"`
        problems.add({ line: transaction.line, column: null, message })
      }
    }
  }
  return missing
}

/** What transactions move, and what of it comes from outside and goes there. */
export interface ImportSums {
  transactions: number
  moved: Atoms
  fromOutside: Atoms
  toOutside: Atoms
  /** What each object has more, by its path. */
  net: Map<string, Atoms>
}

export function sumsOf(transactions: readonly ImportedTransaction[], clearing: string): ImportSums {
  const sums: ImportSums = {
    transactions: transactions.length,
    moved: 0n,
    fromOutside: 0n,
    toOutside: 0n,
    net: new Map(),
  }
  for (const transaction of transactions) {
    for (const { source, target, amount } of transaction.moves) {
      sums.moved += amount
      if (source === clearing) sums.fromOutside += amount
      if (target === clearing) sums.toOutside += amount
    }
    for (const [path, change] of netOf(transaction)) {
      sums.net.set(path, (sums.net.get(path) ?? 0n) + change)
    }
  }
  return sums
}

/** Objects of which two sums say something else. */
export function differences(one: ImportSums, other: ImportSums): string[] {
  const paths = new Set([...one.net.keys(), ...other.net.keys()])
  return [...paths].filter((path) => (one.net.get(path) ?? 0n) !== (other.net.get(path) ?? 0n))
}

/** Whether two sums say the same, in the whole and of each object. */
export function agree(one: ImportSums, other: ImportSums): boolean {
  const whole = ({ transactions, moved, fromOutside, toOutside }: ImportSums) =>
    [transactions, moved, fromOutside, toOutside].join()
  return whole(one) === whole(other) && differences(one, other).length === 0
}
