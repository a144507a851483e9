import { singleton } from '#app/extension/singleton'
import { Database } from '#app/storage/database'
import { purgeRows } from '#app/storage/purge_rows'

const ACCOUNTS_AT_A_TIME = 500
const NEVER_MS = Number.MAX_SAFE_INTEGER

/** Records of the live venue that are of no use any more. */
@singleton()
export class LiveRemains {
  constructor(private database: Database) {}

  /**
   * Deletes booked actions from before a moment. An action that is not booked stays, however old it
   * is.
   */
  async dropActions(beforeMs: number): Promise<void> {
    await this.#dropBooked('due_at_ms < ?', [beforeMs])
    // A cash action is never due, because the settlement of its transfer asks for it.
    await this.#dropBooked('due_at_ms = ? AND created_at_ms < ?', [NEVER_MS, beforeMs])
  }

  async #dropBooked(where: string, values: readonly number[]): Promise<void> {
    const booked = `venue_live_actions WHERE state = 'booked' AND ${where}`
    await purgeRows(this.database, booked, values)
  }

  /**
   * Deletes, for each account, fills that lie this far before the time from which it asks the
   * venue.
   */
  async dropFills(keptMs: number): Promise<void> {
    let after = ''
    for (;;) {
      const accounts = await this.database.read<{ id: string; from_ms: string | number }>(
        `SELECT object_id AS id, fills_from_ms AS from_ms FROM venue_live_accounts
          WHERE object_id > ? ORDER BY object_id LIMIT ${ACCOUNTS_AT_A_TIME}`,
        [after]
      )
      for (const { id, from_ms: fromMs } of accounts) await this.#drop(id, Number(fromMs) - keptMs)
      if (accounts.length < ACCOUNTS_AT_A_TIME) return
      after = accounts.at(-1)!.id
    }
  }

  async #drop(objectId: string, beforeMs: number): Promise<void> {
    const old = 'venue_live_fills WHERE object_id = ? AND time_ms < ?'
    await purgeRows(this.database, old, [objectId, beforeMs])
  }
}
