import type { BuilderRole } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlSession } from '#app/storage/database'
import { systemAuditEntry } from '../core/audit_entry.ts'
import type { Builder } from '../core/builder.ts'
import { OWNER } from '../core/roles.ts'
import { AccountStore } from '../storage/account_store.ts'
import { AuditLog } from './audit_log.ts'
import { Membership } from './membership.ts'

/** What became of a builder who was moved. */
export interface Moved {
  builder: Builder
  /** Where they are now. */
  orgId: string
  /** How many sessions and tokens ended. */
  ended: number
}

/** Why nobody was moved. */
export class NotMoved extends Error {}

/**
 * Moves a builder into another organization, or into one of their own, for the operator: owners
 * invite.
 */
@singleton()
export class MoveBuilder {
  constructor(
    private accounts: AccountStore,
    private membership: Membership,
    private audit: AuditLog,
    private database: Database
  ) {}

  /**
   * API keys stay with the organization that they were made in. What else the builder holds of it
   * ends.
   *
   * @param email the address of a builder who has signed in before
   * @param to the organization; null for a new one of their own
   * @param role in the organization; null keeps that of somebody who is there already, and makes
   *   others developers. The first one in an organization is its owner
   * @throws NotMoved
   */
  run(email: string, to: string | null, role: BuilderRole | null): Promise<Moved> {
    return this.database.transaction(async (sql) => {
      const found = await this.accounts.findByEmail(email, sql)
      if (found === null) {
        throw new NotMoved(`Nobody has signed in as ${email}: they have to do so once before.`)
      }
      const orgId = to ?? (await this.membership.ownOrganization(sql, found))
      await this.accounts.lockOrganizations(sql, [found.orgId, orgId])
      if (!(await this.accounts.organizationExists(sql, orgId))) {
        throw new NotMoved(`There is no organization ${orgId}: GET /api/v1/auth/me shows an id.`)
      }
      const builder = await this.accounts.lock(sql, found.id)
      if (builder?.orgId !== found.orgId) throw new NotMoved(`${email} was moved at this moment.`)
      const given = await this.#roleIn(sql, orgId, builder, role)
      if (orgId !== builder.orgId) await this.#requireLeavable(sql, builder)
      const ended = await this.membership.move(sql, builder, { orgId, role: given })
      if (orgId !== builder.orgId) await this.#record(sql, builder, orgId)
      return { builder, orgId, ended: ended.length }
    })
  }

  async #roleIn(sql: SqlSession, orgId: string, builder: Builder, asked: BuilderRole | null) {
    if ((await this.#owners(sql, { id: builder.id, orgId })) === 0) return OWNER
    return asked ?? (orgId === builder.orgId ? builder.role : 'developer')
  }

  #owners(sql: SqlSession, besides: Pick<Builder, 'id' | 'orgId'>): Promise<number> {
    return this.accounts.othersThan(besides, { roles: [OWNER], max: 1 }, sql)
  }

  /** @throws NotMoved where a member who leaves is refused: the last owner, and the last person */
  async #requireLeavable(sql: SqlSession, builder: Builder): Promise<void> {
    const { email, orgId } = builder
    const makeOwner = `node ace auth:move-builder <email> ${orgId} --role=owner`
    if ((await this.membership.membersBesides(sql, builder)) > 0) {
      if ((await this.#owners(sql, builder)) > 0) return
      throw new NotMoved(
        `${email} is the last owner of ${orgId}, which has other members. Make one of them an owner first: ${makeOwner}`
      )
    }
    const kept = await this.membership.keptBy(sql, orgId)
    if (kept === null) return
    throw new NotMoved(
      `${email} is the only member of ${orgId}, and nobody could ${kept.reach} any more. Move another owner into it (${makeOwner}) or ${kept.end} first.`
    )
  }

  async #record(sql: SqlSession, { id: builderId, orgId: from }: Builder, to: string) {
    for (const [org, eventType] of [
      [from, 'member_left'],
      [to, 'member_joined'],
    ] as const) {
      const details = { builderId, from, to }
      await this.audit.record(sql, systemAuditEntry('operator', org, { eventType, details }))
    }
  }
}
