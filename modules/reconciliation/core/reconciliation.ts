import type { Micros } from '#app/clock/clock'
import type { Actor } from '#app/extension/principal'
import type { CsvMapping } from './formats/csv.ts'
import type { Day, LineProblem } from './file_line.ts'
import type { Encoding, FileFormat } from './read_lines.ts'
import type { MatchRule } from './rules.ts'
import type { Summary } from './summary.ts'

export const RECONCILIATION_STATUSES = ['running', 'completed', 'failed', 'cancelled'] as const
export type ReconciliationStatus = (typeof RECONCILIATION_STATUSES)[number]

/** One object, or all below a prefix, of which the other is null. */
export interface Scope {
  objectPath: string | null
  /** With its trailing slash. */
  prefix: string | null
}

/** A file that is compared with the books. It books nothing. */
export interface Reconciliation extends Scope {
  id: string
  realmId: string
  orgId: string
  objectId: string | null
  format: FileFormat
  encoding: Encoding
  mapping: CsvMapping | null
  rules: readonly MatchRule[]
  /** The days it compares; null until the file has said them. */
  fromDay: Day | null
  toDay: Day | null
  fileName: string
  fileBytes: number
  fileSha256: string
  status: ReconciliationStatus
  /** Lines that are read, items that are written, and items that there will be. */
  lines: number
  items: number
  totalItems: number | null
  /** Once it is completed. */
  summary: Summary | null
  /** Why it has failed: the first problems of the file. */
  problems: readonly LineProblem[] | null
  actor: Actor
  createdAt: Micros
  endedAt: Micros | null
}

/** The path that permissions are checked on. */
export function resourceOf({ objectPath, prefix }: Scope): string {
  return objectPath ?? prefix!
}
