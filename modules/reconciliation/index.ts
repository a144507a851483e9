/** All that other modules may use of reconciliations. */
export type { Reconciliation, ReconciliationStatus } from './core/reconciliation.ts'
