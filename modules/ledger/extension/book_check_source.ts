import type { SqlReader } from '#app/storage/database'

/** What a module found in the books of one realm. */
export interface BookVerdict {
  /** Lower case with hyphens; unique among all checks. */
  name: string
  promise: string
  /** Rows that break the promise; empty when it holds. A few are enough. */
  violations: Record<string, unknown>[]
}

/**
 * Checks what a module promises about the ledger's books, for `ledger:check` and the verification
 * of one realm. Everything is read through `session`, which may be a snapshot; nothing outside the
 * database is asked.
 */
export interface BookCheckSource {
  readonly name: string

  /** The realms that the module has data of, in order, after a given one. */
  realms(session: SqlReader, afterRealmId: string, limit: number): Promise<string[]>

  /**
   * @param budget how many rows of each kind it may read; checks that need more are left out, so
   *   that a request stays bounded
   */
  check(session: SqlReader, realmId: string, budget: number): Promise<BookVerdict[]>
}

declare module '#app/extension/module' {
  interface ServiceModule {
    bookChecks?: BookCheckSource[]
  }
}
