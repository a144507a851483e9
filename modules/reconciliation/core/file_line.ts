import type { Atoms } from '#app/money/usd'
import { RECONCILIATION_LIMITS } from '../limits.ts'

/** Days since 1970-01-01. */
export type Day = number

/** One movement as the file tells it. */
export interface FileLine {
  /** The line of the file, from 1; of a record over several lines the last one. */
  row: number
  day: Day
  /** Positive: it came into the account. */
  amount: Atoms
  /** What may name the movement in the books, the most telling first. */
  references: string[]
  text: string | null
}

/** Why a file cannot be compared: nothing is left out of a report in silence. */
export interface LineProblem {
  /** The line of the file, from 1. */
  row: number
  /** The column, element or tag. */
  field: string
  message: string
}

/** What a reader finds, in the order of the file. After a problem it may end. */
export type Found = FileLine | LineProblem

/** A file as text, piece by piece. */
export type Slices = AsyncIterable<string>

export function isProblem(found: Found): found is LineProblem {
  return 'message' in found
}

/** The references that say something, each once. */
export function telling(references: readonly (string | null | undefined)[]): string[] {
  const given = references.flatMap((each) => {
    const text = each?.trim()
    // What banks write where the payer has given none.
    return text && !/^(NOTPROVIDED|NONREF)$/i.test(text) ? [shortened(text)] : []
  })
  return [...new Set(given)].slice(0, RECONCILIATION_LIMITS.references)
}

/** A text on one line, as long as it is kept; null when it is empty. */
export function keptText(parts: readonly (string | null | undefined)[]): string | null {
  const text = parts
    .filter(Boolean)
    .join(' ')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  return text === '' ? null : text.slice(0, RECONCILIATION_LIMITS.textLength).toWellFormed()
}

/** The beginning of what a file says, for a problem: files decide how long that is. */
export function quoted(text: string): string {
  return `"${text.slice(0, RECONCILIATION_LIMITS.quotedLength).toWellFormed()}"`
}

function shortened(reference: string): string {
  return reference
    .replaceAll(/\p{Cc}/gu, '')
    .slice(0, RECONCILIATION_LIMITS.referenceLength)
    .toWellFormed()
}
