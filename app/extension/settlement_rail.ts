import type { Movement } from '#app/extension/ledger_terms'

/** How a rail answers when asked how far a movement is. */
export type SettlementProgress =
  | { state: 'final'; proofs: SettlementProof[] }
  | { state: 'waiting' }
  /** A final refusal: the hold is released and the operation fails with this message. */
  | { state: 'refused'; failureMessage: string }

/** An external fact behind a settlement; unique per type and reference, so it credits once. */
export interface SettlementProof {
  type: string
  externalRef: string
}

/**
 * Carries movements that need more than a journal entry. For each movement the ledger asks rails in
 * registration order, last registered first, and the first that says `carries` has it.
 *
 * `immediate` movements are posted in the caller's own transaction and never reach `start`.
 * All others are held, then `start` runs from the settlement job: at least once, so a second call
 * for the same operation must not send twice. A throw is retried with back-off and means "unknown",
 * never "refused".
 */
export interface SettlementRail {
  readonly name: string
  carries(movement: Movement): boolean
  immediate(movement: Movement): boolean
  start(movement: Movement): Promise<SettlementProgress>
  poll(movement: Movement): Promise<SettlementProgress>
}
