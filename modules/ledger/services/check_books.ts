import type { Database } from '#app/storage/database'
import { BOOK_CHECKS, boundedSql } from '#modules/ledger/storage/book_checks'

export interface BookFinding {
  name: string
  promise: string
  /** The first rows that break the promise. */
  violations: Record<string, unknown>[]
}

/** Proves the invariants of all books, reading everything: for operators and tests, not requests. */
export class CheckBooks {
  constructor(private database: Database) {}

  /** @param onProgress called before each check with how many are done */
  async run(onProgress: (done: number, total: number) => void = () => {}): Promise<BookFinding[]> {
    const findings: BookFinding[] = []
    for (const [index, check] of BOOK_CHECKS.entries()) {
      onProgress(index, BOOK_CHECKS.length)
      const violations = await this.database.read<Record<string, unknown>>(boundedSql(check))
      const { name, promise } = check
      if (violations.length > 0) findings.push({ name, promise, violations })
    }
    onProgress(BOOK_CHECKS.length, BOOK_CHECKS.length)
    return findings
  }
}
