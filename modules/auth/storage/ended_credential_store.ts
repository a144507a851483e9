import type { Micros } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlSession } from '#app/storage/database'
import { count, Table, text, time } from '#app/storage/table'

/** A session or scoped token that ended before its time. */
export interface EndedCredential {
  id: string
  /** From then on nothing of it can look good any more. */
  expiresAt: Micros
}

const ENDED_CREDENTIALS = new Table<EndedCredential & { seq: number }>('ended_credentials', {
  seq: count(),
  id: text(),
  expiresAt: time(),
})

/** Numbers are given when a row is written and seen when it is committed: so many may overtake one. */
const OVERTAKING = 500

/** What ended before its time. */
@singleton()
export class EndedCredentialStore {
  constructor(private database: Database) {}

  /** The last statement of its transaction, so that nothing holds up what was numbered after it. */
  async add(writer: Pick<SqlSession, 'write'>, ended: readonly EndedCredential[]) {
    await writer.write('INSERT IGNORE INTO ended_credentials (id, expires_at) VALUES ?', [
      ended.map(({ id, expiresAt }) => [id, toSqlDatetime(expiresAt)]),
    ])
  }

  /** What was written after number `after`, and a few before it that may have been committed later. */
  async since(after: number, now: Micros): Promise<{ seq: number; ended: EndedCredential[] }> {
    const ended = await ENDED_CREDENTIALS.all(this.database, 'WHERE seq > ? AND expires_at > ?', [
      Math.max(0, after - OVERTAKING),
      toSqlDatetime(now),
    ])
    return { seq: ended.reduce((most, { seq }) => Math.max(most, seq), after), ended }
  }
}
