/** `ledger-custody-service/auth`: the audit log, for the acts of a module in an npm package. */
export { AuditLog, auditEntry, systemAuditEntry, type AuditEvent } from '#modules/auth/index'
