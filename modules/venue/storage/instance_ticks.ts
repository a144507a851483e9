import { singleton } from '#app/extension/singleton'
import { Database } from '#app/storage/database'
import { MOVING, WITHOUT_HISTORY } from './feed_store.ts'

/** Open realms with accounts that are behind their feed; the value is the shared feed. */
const BEHIND = `FROM venue_instances instance
  JOIN realms realm ON realm.id = instance.realm_id AND realm.closed_at IS NULL
  LEFT JOIN venue_feeds own ON own.realm_id = instance.realm_id
  JOIN venue_feeds feed ON feed.id = COALESCE(own.id, ?)
  WHERE instance.tick < feed.tick
    AND EXISTS (SELECT 1 FROM venue_accounts account WHERE account.realm_id = instance.realm_id)`

/** Knows which realms have accounts, and which ticks they have passed. */
@singleton()
export class InstanceTicks {
  constructor(private database: Database) {}

  /**
   * Realms that are behind their feed.
   *
   * @param feedId null for all feeds
   */
  async behind(
    sharedFeed: string,
    feedId: string | null
  ): Promise<{ realmId: string; tick: number }[]> {
    const rows = await this.database.read<{ realmId: string; tick: string | number }>(
      `SELECT instance.realm_id AS realmId, instance.tick ${BEHIND}
          ${feedId === null ? '' : 'AND feed.id = ?'} ORDER BY instance.realm_id`,
      feedId === null ? [sharedFeed] : [sharedFeed, feedId]
    )
    return rows.map(({ realmId, tick }) => ({ realmId, tick: Number(tick) }))
  }

  /** Whether anything is behind the shared feed: a realm, a private feed, or the past of a market. */
  async anyLeft(sharedFeed: string, tickMs: number): Promise<boolean> {
    const parts = [MOVING, BEHIND, WITHOUT_HISTORY].map((rows) => `EXISTS (SELECT 1 ${rows})`)
    const sql = `SELECT 1 FROM DUAL WHERE ${parts.join(' OR ')}`
    return (await this.database.read(sql, [tickMs, sharedFeed, sharedFeed])).length > 0
  }
}
