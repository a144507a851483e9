import { singleton } from '#app/extension/singleton'
import { Database } from '#app/storage/database'

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
      `SELECT instance.realm_id AS realmId, instance.tick
         FROM venue_instances instance
         LEFT JOIN venue_feeds own ON own.realm_id = instance.realm_id
         JOIN venue_feeds feed ON feed.id = COALESCE(own.id, ?)
        WHERE instance.tick < feed.tick ${feedId === null ? '' : 'AND feed.id = ?'}
          AND EXISTS (SELECT 1 FROM venue_accounts account
                       WHERE account.realm_id = instance.realm_id)
        ORDER BY instance.realm_id`,
      feedId === null ? [sharedFeed] : [sharedFeed, feedId]
    )
    return rows.map(({ realmId, tick }) => ({ realmId, tick: Number(tick) }))
  }
}
