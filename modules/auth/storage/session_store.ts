import type { Micros } from '#app/clock/clock'
import { sqlToMicros, toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlSession } from '#app/storage/database'
import { keysetPage } from '#app/storage/keyset_page'
import type { Person, SignedInSession } from '../core/session.ts'

interface SessionRow {
  id: string
  kind: SignedInSession['kind']
  issuer: string
  subject: string
  address: string | null
  user_agent: string | null
  created_at: string
  last_used_at: string
  expires_at: string
  ended_at: string | null
}

export type SessionUse = Pick<SignedInSession, 'id' | 'address' | 'userAgent' | 'lastUsedAt'>

type Writer = Pick<SqlSession, 'write'>

const COLUMNS = `id, kind, issuer, subject, address, user_agent, created_at, last_used_at, expires_at,
  ended_at`

/** Sign-ins of people. */
@singleton()
export class SessionStore {
  constructor(private database: Database) {}

  async add(writer: Writer, session: SignedInSession) {
    await writer.write(
      `INSERT INTO sessions (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, NULL)`,
      [
        session.id,
        session.kind,
        session.issuer,
        session.subject,
        session.address,
        session.userAgent,
        toSqlDatetime(session.createdAt),
        toSqlDatetime(session.lastUsedAt),
        toSqlDatetime(session.expiresAt),
      ]
    )
  }

  /** Notes a use; @param expiresAt when the use also prolongs the session */
  async touch(writer: Writer, use: SessionUse, expiresAt: Micros | null) {
    const { id, address, userAgent, lastUsedAt } = use
    await writer.write(
      `UPDATE sessions SET last_used_at = ?, address = ?, user_agent = ?,
         expires_at = COALESCE(?, expires_at)
       WHERE id = ? AND ended_at IS NULL`,
      [
        toSqlDatetime(lastUsedAt),
        address,
        userAgent,
        expiresAt === null ? null : toSqlDatetime(expiresAt),
        id,
      ]
    )
  }

  /** Locks the row, so that of an end and a refresh the second sees the first. */
  async lock(
    session: SqlSession,
    id: string
  ): Promise<(SignedInSession & { ended: boolean }) | null> {
    const [row] = await session.read<SessionRow>(
      `SELECT ${COLUMNS} FROM sessions WHERE id = ? FOR UPDATE`,
      [id]
    )
    return row ? { ...toSession(row), ended: row.ended_at !== null } : null
  }

  async markEnded(writer: Writer, id: string, at: Micros) {
    await writer.write('UPDATE sessions SET ended_at = ? WHERE id = ? AND ended_at IS NULL', [
      toSqlDatetime(at),
      id,
    ])
  }

  /** A page of a person's sessions that have not ended, newest first. */
  async list(query: Person & { limit: number; cursor?: string; now: Micros }) {
    const { issuer, subject, limit, cursor } = query
    const now = toSqlDatetime(query.now)
    const { page, ...rest } = await keysetPage<SessionRow>(this.database, {
      table: 'sessions',
      columns: COLUMNS,
      where: 'issuer = ? AND subject = ? AND ended_at IS NULL',
      values: [issuer, subject],
      alive: { column: 'expires_at', at: now },
      limit,
      cursor,
      readCut: async () => now,
    })
    return { sessions: page.map(toSession), ...rest }
  }
}

function toSession(row: SessionRow): SignedInSession {
  return {
    id: row.id,
    kind: row.kind,
    issuer: row.issuer,
    subject: row.subject,
    address: row.address,
    userAgent: row.user_agent,
    createdAt: sqlToMicros(row.created_at),
    lastUsedAt: sqlToMicros(row.last_used_at),
    expiresAt: sqlToMicros(row.expires_at),
  }
}
