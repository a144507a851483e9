import { Clock } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import type { Actor } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import type { SqlReader, SqlSession } from '#app/storage/database'

/** One change by hand, as it was recorded. */
export interface FeedCommand {
  seq: number
  /** The tick at which it was made. */
  tick: number
  /** JSON text. */
  command: string
  actorType: string
  actorId: string
  /** DATETIME(6), UTC. */
  createdAt: string
}

/** The records of changes to private feeds. */
@singleton()
export class FeedCommandStore {
  constructor(private clock: Clock) {}

  /** Adds a record, in the transaction of the change itself. */
  async append(
    session: SqlSession,
    feedId: string,
    { seq, tick, command, actor }: { seq: number; tick: number; command: string; actor: Actor }
  ): Promise<void> {
    const now = toSqlDatetime(this.clock.nowMicros())
    await session.write(
      `INSERT INTO venue_feed_commands
         (feed_id, seq, tick, command, actor_type, actor_id, created_at) VALUES ?`,
      [[[feedId, seq, tick, command, actor.type, actor.id, now]]]
    )
  }

  /** The newest changes, newest first. */
  async newest(reader: SqlReader, feedId: string, limit: number): Promise<FeedCommand[]> {
    return reader.read<FeedCommand>(
      `SELECT seq, tick, command, actor_type AS actorType, actor_id AS actorId,
              created_at AS createdAt
         FROM venue_feed_commands WHERE feed_id = ? ORDER BY seq DESC LIMIT ${limit}`,
      [feedId]
    )
  }
}
