import { Clock } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlSession } from '#app/storage/database'
import { purgeRows } from '#app/storage/purge_rows'
import { ANALYTICS_LIMITS } from '../limits.ts'
import type { Selector } from '../core/watch_sources.ts'

/** A watch as it is stored: resolved into selectors. */
export interface StoredWatch {
  id: string
  realmId: string
  selectors: readonly Selector[]
}

/**
 * The shortest time between two notes of a read, so that a watch that is read every second is not
 * written every second.
 */
const NOTED_EVERY_MS = 30_000

/** Stores the watches made over HTTP. */
@singleton()
export class WatchStore {
  constructor(
    private database: Database,
    private clock: Clock
  ) {}

  async add(writer: SqlSession, { id, realmId, selectors }: StoredWatch): Promise<void> {
    const now = toSqlDatetime(this.clock.nowMicros())
    await writer.write(
      `INSERT INTO aggregation_watches (id, realm_id, sources, created_at, read_at)
       VALUES (?, ?, ?, ?, ?)`,
      [id, realmId, JSON.stringify(selectors), now, now]
    )
  }

  /** How many watches of a realm were read recently enough to live. */
  async count(realmId: string): Promise<number> {
    const [row] = await this.database.read<{ amount: string }>(
      'SELECT COUNT(*) AS amount FROM aggregation_watches WHERE realm_id = ? AND read_at > ?',
      [realmId, this.#idleSince()]
    )
    return Number(row!.amount)
  }

  /** @returns null when there is none, or it was not read for too long */
  async find(id: string): Promise<StoredWatch | null> {
    const [row] = await this.database.read<{ realm_id: string; sources: string }>(
      'SELECT realm_id, sources FROM aggregation_watches WHERE id = ? AND read_at > ?',
      [id, this.#idleSince()]
    )
    if (!row) return null
    return { id, realmId: row.realm_id, selectors: JSON.parse(row.sources) as Selector[] }
  }

  async noteRead(id: string): Promise<void> {
    const now = this.clock.nowMicros()
    await this.database.write(
      'UPDATE aggregation_watches SET read_at = ? WHERE id = ? AND read_at < ?',
      [toSqlDatetime(now), id, toSqlDatetime(now - NOTED_EVERY_MS * 1000)]
    )
  }

  async remove(id: string): Promise<void> {
    await this.database.write('DELETE FROM aggregation_watches WHERE id = ?', [id])
  }

  /**
   * Deletes watches that were not read for too long.
   *
   * @returns how many were deleted
   */
  evict(): Promise<number> {
    const idle = 'aggregation_watches WHERE read_at <= ? ORDER BY read_at'
    return purgeRows(this.database, idle, [this.#idleSince()])
  }

  #idleSince(): string {
    return toSqlDatetime(this.clock.nowMicros() - ANALYTICS_LIMITS.watchIdleMs * 1000)
  }
}
