import type { Micros } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlSession } from '#app/storage/database'
import { count, Table, text, time } from '#app/storage/table'

/** A session or scoped token that ended before its time. */
export interface EndedCredential {
  id: string
  /** From then on none of its tokens is accepted in any case. */
  expiresAt: Micros
}

const ENDED_CREDENTIALS = new Table<EndedCredential & { seq: number }>('ended_credentials', {
  seq: count(),
  id: text(),
  expiresAt: time(),
})

/**
 * How many of the newest rows are read again. A row gets its number when it is written and becomes
 * visible when it is committed, so a higher number may be seen first.
 */
const OVERTAKING = 500

/** Sessions and scoped tokens that ended before their time. */
@singleton()
export class EndedCredentialStore {
  constructor(private database: Database) {}

  /**
   * Call it as the last statement of its transaction, so that a row is committed soon after it got
   * its number.
   */
  async add(writer: Pick<SqlSession, 'write'>, ended: readonly EndedCredential[]) {
    await writer.write('INSERT IGNORE INTO ended_credentials (id, expires_at) VALUES ?', [
      ended.map(({ id, expiresAt }) => [id, toSqlDatetime(expiresAt)]),
    ])
  }

  /** The endings after number `after`, and some before it that may have been committed later. */
  async since(after: number, now: Micros): Promise<{ seq: number; ended: EndedCredential[] }> {
    const ended = await ENDED_CREDENTIALS.all(this.database, 'WHERE seq > ? AND expires_at > ?', [
      Math.max(0, after - OVERTAKING),
      toSqlDatetime(now),
    ])
    return { seq: ended.reduce((most, { seq }) => Math.max(most, seq), after), ended }
  }
}
