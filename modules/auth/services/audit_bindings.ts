import type { ApplicationService } from '@adonisjs/core/types'
import { bind } from '#app/extension/bind'
import { Clock } from '#app/clock/clock'
import { Database } from '#app/storage/database'
import { AuditLog } from './audit_log.ts'
import { CheckAudit } from './check_audit.ts'
import { DeniedRequests } from './denied_requests.ts'
import { OwnRealm } from './own_realm.ts'
import { PurgeAudit } from './purge_audit.ts'
import { ReadAudit } from './read_audit.ts'
import { SealAudit } from './seal_audit.ts'
import { AuthSettings } from '../settings.ts'
import { AuditChainStore } from '../storage/audit_chain_store.ts'
import { AuditStore } from '../storage/audit_store.ts'

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
