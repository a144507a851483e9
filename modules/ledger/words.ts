import type { OperationType } from '#app/extension/vocabulary'

/** Nothing is a swap or a distribution of fees yet; both are words of the contract. */
export const LEDGER_OPERATION_TYPES: readonly OperationType[] = [
  'transfer',
  'create',
  'delete',
  'deposit',
  'withdrawal',
  'swap',
  'fee_distribution',
  'adjustment',
]

export const LEDGER_LEG_KINDS = {
  transfer: 'moved',
  deposit: 'moved',
  withdrawal: 'moved',
  sweep: 'moved',
  // Of the service: handed on later, and not earned twice.
  fee: 'result',
} as const

type LedgerLegKinds = typeof LEDGER_LEG_KINDS

declare module '#app/extension/vocabulary' {
  interface LegKinds extends LedgerLegKinds {}
}
