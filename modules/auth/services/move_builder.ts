import { Clock } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import { newId } from '#app/ids/ids'
import { Database, type SqlSession } from '#app/storage/database'
import { systemAuditEntry } from '../core/audit_entry.ts'
import { MEMBER, OWNER, type Builder } from '../core/builder.ts'
import { AccountStore } from '../storage/account_store.ts'
import { SessionStore } from '../storage/session_store.ts'
import { AuditLog } from './audit_log.ts'
import { OpenSessions } from './open_sessions.ts'

/** What became of a builder who was moved. */
export interface Moved {
  builder: Builder
  /** Where they are now. */
  orgId: string
  /** How many people the organization has left that they were in. */
  left: number
  endedSessions: number
}

/** Why nobody was moved. */
export class NotMoved extends Error {}

/**
 * Moves a builder into another organization, or into one of their own. Sign-in makes an organization
 * for each person, so this is how several come to share one, and how somebody leaves it.
 */
@singleton()
export class MoveBuilder {
  constructor(
    private accounts: AccountStore,
    private sessions: SessionStore,
    private openSessions: OpenSessions,
    private audit: AuditLog,
    private database: Database,
    private clock: Clock
  ) {}

  /**
   * API keys and tokens stay with the organization that they were made in. Sessions end, because
   * their access tokens name the organization of the sign-in.
   *
   * @param email the address of a builder who has signed in before
   * @param to the organization; null for a new one of their own
   * @throws NotMoved
   */
  run(email: string, to: string | null): Promise<Moved> {
    return this.database.transaction(async (sql) => {
      const builder = await this.accounts.lockByEmail(sql, email)
      if (builder === null) {
        throw new NotMoved(`Nobody has signed in as ${email}: they have to do so once before.`)
      }
      const orgId = to ?? (await this.#organizationOf(sql, builder))
      if (!(await this.accounts.organizationExists(sql, orgId))) {
        throw new NotMoved(`There is no organization ${orgId}: GET /api/v1/auth/me shows an id.`)
      }
      const endedSessions = await this.#endSessions(sql, builder)
      if (orgId !== builder.orgId) await this.#move(sql, builder, orgId, to === null)
      const left = await this.accounts.othersThan(builder.id, builder.orgId, MOST_COUNTED, sql)
      return { builder, orgId, left, endedSessions }
    })
  }

  async #organizationOf(sql: SqlSession, { email }: Builder): Promise<string> {
    const id = newId('org')
    await this.accounts.addOrganization(sql, { id, name: email }, this.clock.nowMicros())
    return id
  }

  async #move(sql: SqlSession, builder: Builder, orgId: string, isAlone: boolean) {
    await this.accounts.move(sql, builder.id, orgId, isAlone ? OWNER : MEMBER)
    for (const [org, eventType] of [
      [builder.orgId, 'member_left'],
      [orgId, 'member_joined'],
    ] as const) {
      const details = { builderId: builder.id, from: builder.orgId, to: orgId }
      await this.audit.record(sql, systemAuditEntry('operator', org, { eventType, details }))
    }
  }

  async #endSessions(sql: SqlSession, builder: Builder): Promise<number> {
    const open = await this.sessions.lockOpen(sql, builder)
    for (const session of open) await this.openSessions.end(sql, session)
    return open.length
  }
}

const MOST_COUNTED = 1000
