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
