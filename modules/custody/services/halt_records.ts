import { singleton } from '#app/extension/singleton'
import { AuditLog, auditEntry, systemAuditEntry } from '#modules/auth/index'
import type { Principal } from '#app/extension/principal'
import { RealmLookup } from '#app/extension/realm_lookup'
import type { SqlSession } from '#app/storage/database'
import type { HaltCause } from '../core/realm_halt.ts'

/** Who sets or lifts a halt: a platform admin, or what `by` names. */
export type HaltDoer = Principal | { by: string }

/**
 * Tells the organization of a realm, in its audit log, that the realm was halted or let go on, and who
 * did it. The reason stays with the platform.
 */
@singleton()
export class HaltRecords {
  constructor(
    private audit: AuditLog,
    private realms: RealmLookup
  ) {}

  set(session: SqlSession, realmId: string, { type, source }: HaltCause, doer: HaltDoer) {
    return this.#record(session, 'halt_set', realmId, { type, source }, doer)
  }

  lifted(session: SqlSession, realmId: string, { type, source }: HaltCause, doer: HaltDoer) {
    return this.#record(session, 'halt_lifted', realmId, { type, source }, doer)
  }

  async #record(
    session: SqlSession,
    eventType: 'halt_set' | 'halt_lifted',
    realmId: string,
    details: Record<string, unknown>,
    doer: HaltDoer
  ) {
    const orgId = await this.realms.orgOf(realmId)
    // The realm is gone, and its organization with it as far as anybody can ask.
    if (orgId === null) return
    const facts = { eventType, realmId, details }
    const entry =
      'credential' in doer
        ? { ...auditEntry(doer, facts), orgId }
        : systemAuditEntry(doer.by, orgId, facts)
    await this.audit.record(session, entry)
  }
}
