import type { Micros } from '#app/clock/clock'
import type { Companion } from '#app/extension/companion'
import type { Movement } from '#app/extension/ledger_terms'

/** How a rail answers when asked how far a movement is. */
export type SettlementProgress =
  /**
   * `alongside` changes the rail's own tables in the transaction that posts the end. What it refuses
   * is a final refusal.
   */
  | { state: 'final'; proofs: SettlementProof[]; alongside?: Companion }
  /** `reports`: nobody need ask again, since the rail tells by itself when value has arrived. */
  | { state: 'waiting'; reports?: true }
  /**
   * A final refusal: the hold is released and the operation fails with this message; or expires,
   * where a deadline has passed and nothing was done.
   */
  | { state: 'refused'; failureMessage: string; as?: 'failed' | 'expired' }

/** An external fact behind a settlement; unique per type and reference, so it credits once. */
export interface SettlementProof {
  type: string
  externalRef: string
}

/** Where to pay for a deposit that waits for value from outside, as its caller is told. */
export interface DepositInstructions {
  /** Takes the deposit, and no other one; it never expires. */
  poolAddress: string
  tokenAddress: string
  /** CAIP-2: `eip155:<chain id>`. */
  chain: string
  /** RFC 3339: until then the rail looks closely. */
  expiresAt: string
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
  /**
   * The same for many at once, for rails that serve them in a few statements; one without it is asked
   * one by one. Answers in the order asked; an Error is "unknown", for that movement only.
   */
  startEach?(movements: readonly Movement[]): Promise<(SettlementProgress | Error)[]>
  pollEach?(movements: readonly Movement[]): Promise<(SettlementProgress | Error)[]>

  /**
   * Asks to end a movement without its effect, if that is still possible. Only asks, any number of
   * times: what was sent may be done all the same, and `poll` tells which. Never ends it by itself.
   *
   * @returns `impossible` when this rail takes nothing back once it was opened
   */
  giveUp?(movement: Movement): Promise<'asked' | 'impossible'>

  /**
   * Asked for a deposit that is stored, before anybody is told of it, and again for every repeat.
   *
   * @param openedAt when it was stored
   */
  depositInstructions?(movement: Movement, openedAt: Micros): Promise<DepositInstructions | null>

  /**
   * Whether the caller who opened this movement waits a moment for `start`, to be told what it sent.
   * The settlement job starts it all the same.
   */
  startsAtOnce?(movement: Movement): boolean
}

/** What was thrown, as the answer of `startEach` and `pollEach` for the movement it concerns. */
export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}
