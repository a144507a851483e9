import type { Micros } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlSession } from '#app/storage/database'
import type { DatedPage } from '#app/storage/filter'
import { entityPage } from '#app/storage/keyset_page'
import { Table, text, time } from '#app/storage/table'
import type { Person, SignedInSession } from '../core/session.ts'

export type SessionUse = Pick<SignedInSession, 'id' | 'address' | 'userAgent' | 'lastUsedAt'>

type Writer = Pick<SqlSession, 'write'>

const SESSIONS = new Table<SignedInSession & { endedAt: Micros | null }>('sessions', {
  id: text(),
  kind: text(),
  issuer: text(),
  subject: text(),
  address: text(),
  userAgent: text(),
  createdAt: time(),
  lastUsedAt: time(),
  expiresAt: time(),
  endedAt: time(),
})

/** The sessions of people. */
@singleton()
export class SessionStore {
  constructor(private database: Database) {}

  async add(writer: Writer, session: SignedInSession) {
    await SESSIONS.insert(writer, { ...session, endedAt: null })
  }

  /**
   * Records a use.
   *
   * @param expiresAt set when the use also prolongs the session
   */
  async touch(writer: Writer, { id, ...use }: SessionUse, expiresAt: Micros | null) {
    const { address, userAgent, lastUsedAt } = use
    const changes = { lastUsedAt, address, userAgent, ...(expiresAt !== null && { expiresAt }) }
    await SESSIONS.update(writer, changes, 'WHERE id = ? AND ended_at IS NULL', [id])
  }

  /** Locks the row, so that of an end and a refresh the second one sees the first. */
  lock(session: SqlSession, id: string) {
    return SESSIONS.first(session, 'WHERE id = ? FOR UPDATE', [id])
  }

  /** Locks all sessions of a person that have not ended. */
  lockOpen(session: SqlSession, { issuer, subject }: Person) {
    const where = 'WHERE issuer = ? AND subject = ? AND ended_at IS NULL FOR UPDATE'
    return SESSIONS.all(session, where, [issuer, subject])
  }

  async markEnded(writer: Writer, id: string, endedAt: Micros) {
    await SESSIONS.update(writer, { endedAt }, 'WHERE id = ? AND ended_at IS NULL', [id])
  }

  /** A page of a person's sessions that have not ended, newest first. */
  async list({ issuer, subject, now: at, ...asked }: Person & DatedPage & { now: Micros }) {
    const now = toSqlDatetime(at)
    const { page, ...rest } = await entityPage(this.database, SESSIONS, {
      where: 'issuer = ? AND subject = ? AND ended_at IS NULL',
      values: [issuer, subject],
      alive: { column: 'expires_at', at: now },
      ...asked,
      readCut: async () => now,
    })
    return { sessions: page, ...rest }
  }
}
