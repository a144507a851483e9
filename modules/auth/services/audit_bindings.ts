import type { ApplicationService } from '@adonisjs/core/types'
import { bind } from '#app/extension/bind'
import { Clock } from '#app/clock/clock'
import { Database } from '#app/storage/database'
import { AuditLog } from '#modules/auth/services/audit_log'
import { CheckAudit } from '#modules/auth/services/check_audit'
import { DeniedRequests } from '#modules/auth/services/denied_requests'
import { OwnRealm } from '#modules/auth/services/own_realm'
import { PurgeAudit } from '#modules/auth/services/purge_audit'
import { ReadAudit } from '#modules/auth/services/read_audit'
import { SealAudit } from '#modules/auth/services/seal_audit'
import { AuthSettings } from '#modules/auth/settings'
import { AuditChainStore } from '#modules/auth/storage/audit_chain_store'
import { AuditStore } from '#modules/auth/storage/audit_store'

/** The credential audit log: who writes, reads and purges it. */
export function bindAudit(container: ApplicationService['container']) {
  bind(container, AuditStore, Database)
  bind(container, AuditLog, AuditStore, Clock)
  bind(container, ReadAudit, AuditStore, OwnRealm)
  bind(container, AuditChainStore, Database)
  bind(container, SealAudit, AuditChainStore, Database)
  bind(container, CheckAudit, AuditChainStore, SealAudit, Database)
  bind(container, PurgeAudit, AuditChainStore, SealAudit, AuthSettings, Database, Clock)
  container.singleton(DeniedRequests, async (resolver) => {
    const [log, database, clock, logger] = await Promise.all([
      resolver.make(AuditLog),
      resolver.make(Database),
      resolver.make(Clock),
      resolver.make('logger'),
    ])
    return new DeniedRequests(log, database, clock, logger)
  })
}
