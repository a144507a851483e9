/**
 * The face of auth. Other modules ask who may do what through `AccessControl` of the host; here is
 * what they record of it.
 */
export type { Builder } from '#modules/auth/core/builder'
export { auditEntry, systemAuditEntry } from '#modules/auth/core/audit_entry'
export { AuditLog } from '#modules/auth/services/audit_log'
