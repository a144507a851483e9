import type { SqlReader } from '#app/storage/database'

/** What a module found about the books of one realm. */
export interface BookVerdict {
  /** Lower case with hyphens; unique among all checks. */
  name: string
  promise: string
  /** Rows that break the promise; empty when it holds. A handful is enough. */
  violations: Record<string, unknown>[]
}

/**
 * Proves what a module promises of the ledger's books, for `ledger:check` and the verification of one
 * realm. Everything is read through `session`, which may see one moment; it calls nobody outside.
 */
export interface BookCheckSource {
  readonly name: string

  /** The realms it knows something about, in order, after a given one. */
  realms(session: SqlReader, afterRealmId: string, limit: number): Promise<string[]>

  /**
   * @param budget rows it may read of each kind; what needs more is left out, so that a request
   *   stays bounded
   */
  check(session: SqlReader, realmId: string, budget: number): Promise<BookVerdict[]>
}
