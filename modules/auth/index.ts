/**
 * All that other modules may use of auth. They ask for permissions through the host's
 * `AccessControl`; what is here serves to record their acts.
 */
export type { Builder } from './core/builder.ts'
export { auditEntry, systemAuditEntry, type AuditEvent } from './core/audit_entry.ts'
export { AuditLog } from './services/audit_log.ts'
