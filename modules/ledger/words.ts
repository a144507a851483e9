import type { OperationType } from '#app/extension/vocabulary'

/** Swaps and distributions of fees do not exist yet; both are words of the contract. */
export const LEDGER_OPERATION_TYPES: readonly OperationType[] = [
  'transfer',
  'hold',
  'capture',
  'reversal',
  'posting',
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
  // The service earns a fee when it is charged; paying it out later is a movement and earns
  // nothing.
  fee: 'result',
} as const

type LedgerLegKinds = typeof LEDGER_LEG_KINDS

declare module '#app/extension/vocabulary' {
  interface LegKinds extends LedgerLegKinds {}
}
