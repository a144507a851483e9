import type { SqlReader } from '#app/storage/database'
import { BALANCE_CHECKS } from './balance_checks.ts'
import type { BookCheck, CheckScope } from './check_scope.ts'
import { DELETION_CHECKS } from './deletion_checks.ts'
import { JOURNAL_CHECKS } from './journal_checks.ts'
import { OWED_CHECKS } from './owed_checks.ts'
import { REFERENCE_CHECKS } from './reference_checks.ts'
import { ZONE_CHECKS } from './zone_checks.ts'

const VIOLATIONS_SHOWN = 10

export const BOOK_CHECKS: BookCheck[] = [
  ...JOURNAL_CHECKS,
  ...BALANCE_CHECKS,
  ...REFERENCE_CHECKS,
  ...DELETION_CHECKS,
  ...ZONE_CHECKS,
  ...OWED_CHECKS,
]

/** The first rows that break a promise; a few are enough to show the break. */
export async function violationsOf(
  session: SqlReader,
  { sql }: BookCheck,
  scope: CheckScope
): Promise<Record<string, unknown>[]> {
  const text = sql(scope)
  return session.read(`SELECT * FROM (${text}) violations LIMIT ${VIOLATIONS_SHOWN}`, scope.values)
}
