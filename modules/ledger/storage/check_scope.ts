import type { SqlParameter } from '#app/storage/database'
import { typesWith } from '../core/operation_types.ts'

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
   * The condition of the scope on a table, to be written into the statement where it is called,
   * because its values are bound in that order. `column` places a row of the table in the journal,
   * if the table has such a column: the number of its entry, or its time.
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

  /**
   * The index by which a part of the journal is read; for the whole journal the database chooses.
   */
  by(index: string): string {
    return this.whole ? '' : `FORCE INDEX (${index})`
  }
}

/** The types of operations that have a trait, as a list in a statement. */
export function sqlTypes(...asked: Parameters<typeof typesWith>): string {
  return typesWith(...asked)
    .map((type) => `'${type}'`)
    .join(', ')
}

/**
 * The invariants of the books as SQL. Each query returns the rows that break its promise, so that
 * an empty answer is a good one. The database has no foreign keys on the hot path; these checks
 * prove the references instead.
 */
export interface BookCheck {
  name: string
  promise: string
  /** Left out, the check can also read only the newest part of a journal. */
  whole?: true
  sql: (scope: CheckScope) => string
}
