import { singleton } from '#app/extension/singleton'
import type { SqlReader, SqlSession } from '#app/storage/database'

export interface Fault {
  seq: number
  code: string
  /** null matches every market. */
  market: string | null
  /** null matches every object. */
  objectId: string | null
  remaining: number
}

/** The refusals that builders asked for, per private feed. */
@singleton()
export class FaultStore {
  async list(reader: SqlReader, feedId: string): Promise<Fault[]> {
    return reader.read<Fault>(
      `SELECT seq, code, market_id AS market, object_id AS objectId, remaining
         FROM venue_faults WHERE feed_id = ? ORDER BY seq`,
      [feedId]
    )
  }

  /** @returns false when another order has used up the last one */
  async use(session: SqlSession, feedId: string, seq: number): Promise<boolean> {
    const key = [feedId, seq]
    const { affectedRows } = await session.write(
      'UPDATE venue_faults SET remaining = remaining - 1 WHERE feed_id = ? AND seq = ? AND remaining > 0',
      key
    )
    if (affectedRows === 0) return false
    await session.write(
      'DELETE FROM venue_faults WHERE feed_id = ? AND seq = ? AND remaining = 0',
      key
    )
    return true
  }

  /** Replaces the fault of the same code and target; a count of zero only removes it. */
  async put(session: SqlSession, feedId: string, fault: Fault): Promise<void> {
    const { seq, code, market, objectId, remaining } = fault
    await session.write(
      `DELETE FROM venue_faults
        WHERE feed_id = ? AND code = ? AND market_id <=> ? AND object_id <=> ?`,
      [feedId, code, market, objectId]
    )
    if (remaining === 0) return
    await session.write(
      `INSERT INTO venue_faults (feed_id, seq, code, market_id, object_id, remaining) VALUES ?`,
      [[[feedId, seq, code, market, objectId, remaining]]]
    )
  }
}
