import type { OperationType } from '#app/extension/vocabulary'

export const VENUE_OPERATION_TYPES: readonly OperationType[] = [
  'order',
  'fill',
  'cancel',
  'funding',
  'venue_close',
  'twap',
]

export const VENUE_LEG_KINDS = {
  trade: 'result',
  fee_exchange: 'result',
  fee_platform: 'result',
  fee_builder: 'result',
  funding: 'result',
  liquidation_penalty: 'result',
  bad_debt: 'result',
  settlement: 'result',
  // Paying out collected fees moves them: they were charged before.
  fee_distribution: 'moved',
} as const

type VenueLegKinds = typeof VENUE_LEG_KINDS

declare module '#app/extension/vocabulary' {
  interface LegKinds extends VenueLegKinds {}

  interface OperationOutcomes {
    order: Told
    fill: Told
    cancel: Told
    funding: Told
    venue_close: Told
    twap: Told
  }
}
