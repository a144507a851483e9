import type { SqlParameter } from '#app/storage/database'

/** What a check reads: all books, one realm's, or the newest entries of one realm. */
export class CheckScope {
  readonly values: SqlParameter[] = []

  /** @param since the last entry that is not read, with its DATETIME(6) time; null to read all */
  constructor(
    readonly realmId: string | null = null,
    private since: { seq: number; time: string } | null = null
  ) {}

  /** Whether the journal is read from its first entry. */
  get whole(): boolean {
    return this.since === null
  }

  /**
   * The condition of the scope on a table, to be written into the text where it is called: its
   * values are bound in that order. `column` names what places a row of the table in the journal,
   * where it has such a column: the number of its entry, or its time.
   */
  on(alias: string, column: 'seq' | 'seq_to' | 'created_at' | null = null): string {
    const parts: string[] = []
    if (this.realmId !== null) {
      parts.push(`${alias}.realm_id = ?`)
      this.values.push(this.realmId)
    }
    if (column !== null && this.since !== null) {
      parts.push(`${alias}.${column} > ?`)
      this.values.push(column === 'created_at' ? this.since.time : this.since.seq)
    }
    return parts.length === 0 ? '1 = 1' : parts.join(' AND ')
  }

  /** The index a part of the journal is read by; the whole is read as the database likes. */
  by(index: string): string {
    return this.whole ? '' : `FORCE INDEX (${index})`
  }
}

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
