/**
 * The face of auth. Other modules ask who may do what through `AccessControl` of the host; here is
 * what they record of it.
 */
export type { Builder } from './core/builder.ts'
export { auditEntry, systemAuditEntry, type AuditEvent } from './core/audit_entry.ts'
export { AuditLog } from './services/audit_log.ts'
