import { isBrokenTrigger, statementOf } from '#app/storage/database_errors'

/** A value that was written into a statement: it may hold any text, another statement too. */
const LITERAL = /'(?:[^'\\]|\\.)*'/gs
const WRITTEN = /\b(?:INSERT(?: IGNORE)? INTO|INTO TABLE|UPDATE|DELETE FROM)\s+`?(\w+)/gi
/** A transaction that runs meanwhile keeps its table open: the next failure tries again. */
const WAIT_SECONDS = 5

/**
 * Tables whose triggers MariaDB has lost. It reads the triggers of a table again for every copy of
 * the table that it opens. A session that is killed meanwhile, by KILL, `max_statement_time`, or a
 * transaction of another Galera node, leaves a copy with a trigger that ends in its middle. The copy
 * goes to the cache, and each statement that gets it fails, for as long as the copy stays there.
 */
export class BrokenTriggers {
  #closing: Promise<unknown> | null = null

  /**
   * Closes all copies of the tables that a failed statement writes, if they were the reason. REPAIR
   * is the one statement that closes them and needs no right but SELECT and INSERT; InnoDB has
   * nothing to repair, and LOCAL keeps the statement from other servers.
   *
   * @param run sends one statement, outside of any transaction
   */
  async closed(error: unknown, run: (sql: string) => Promise<unknown>): Promise<void> {
    if (!isBrokenTrigger(error)) return
    this.#closing ??= this.#close(tablesIn(statementOf(error)), run).finally(() => {
      this.#closing = null
    })
    await this.#closing
  }

  async #close(tables: readonly string[], run: (sql: string) => Promise<unknown>) {
    for (const table of tables) {
      // The caller hears of the failure that came first, and repeats its work in any case.
      await run(
        `SET STATEMENT lock_wait_timeout=${WAIT_SECONDS} FOR REPAIR LOCAL TABLE \`${table}\``
      ).catch(() => {})
    }
  }
}

/** @returns the tables that a statement writes, or several that are joined */
export function tablesIn(sql: string): string[] {
  const written = sql.replaceAll(LITERAL, "''").matchAll(WRITTEN)
  return [...new Set([...written].map(([, table]) => table!))]
}
