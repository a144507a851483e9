/**
 * All that other modules may use of auth. They ask for permissions through the host's
 * `AccessControl`; what is here serves to record their acts, and to let people decide.
 */
export type { Builder } from './core/builder.ts'
export { auditEntry, systemAuditEntry, type AuditEvent } from './core/audit_entry.ts'
export { plainSight, shownTime } from './core/plain_sight.ts'
export { roleMay, rolesThat } from './core/roles.ts'
export { DecisionPages } from './http/decision_pages.ts'
export { AuditLog } from './services/audit_log.ts'
export type { BrowserSession } from './services/browser_sessions.ts'
export { Standing } from './services/standing.ts'
export { AccountStore } from './storage/account_store.ts'
export { ApiKeyStore } from './storage/api_key_store.ts'
