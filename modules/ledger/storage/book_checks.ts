import type { SqlReader } from '#app/storage/database'
import { BALANCE_CHECKS } from './balance_checks.ts'
import type { CheckScope } from './check_scope.ts'
import { DELETION_CHECKS } from './deletion_checks.ts'
import { JOURNAL_CHECKS } from './journal_checks.ts'
import { REFERENCE_CHECKS } from './reference_checks.ts'
import { ZONE_CHECKS } from './zone_checks.ts'

/**
 * The invariants of the books as SQL: each query returns the rows that break its promise, so an
 * empty answer is a good one. The database keeps no foreign keys on the hot path; these checks
 * prove the references instead.
 */
export interface BookCheck {
  name: string
  promise: string
  /** Without `whole` the check can also be made of the newest part of a journal alone. */
  whole?: true
  sql: (scope: CheckScope) => string
}

const VIOLATIONS_SHOWN = 10

export const BOOK_CHECKS: BookCheck[] = [
  ...JOURNAL_CHECKS,
  ...BALANCE_CHECKS,
  ...REFERENCE_CHECKS,
  ...DELETION_CHECKS,
  ...ZONE_CHECKS,
]

/** The rows that break a promise, bounded: more than a handful say nothing more. */
export async function violationsOf(
  session: SqlReader,
  { sql }: BookCheck,
  scope: CheckScope
): Promise<Record<string, unknown>[]> {
  const text = sql(scope)
  return session.read(`SELECT * FROM (${text}) violations LIMIT ${VIOLATIONS_SHOWN}`, scope.values)
}
