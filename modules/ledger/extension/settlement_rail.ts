import type { Micros } from '#app/clock/clock'
import type { Companion } from './companion.ts'
import type { Movement } from './ledger_terms.ts'

/** A rail's answer about how far a movement is. */
export type SettlementProgress =
  /**
   * `alongside` changes the rail's own tables in the transaction that posts the end. A refusal of
   * it is final.
   */
  | { state: 'final'; proofs: SettlementProof[]; alongside?: Companion }
  /**
   * `reports`: the rail is not polled again, because it reports by itself when value has arrived.
   */
  | { state: 'waiting'; reports?: true }
  /**
   * A final refusal: the hold is released and the operation fails with this message, or expires
   * when a deadline has passed and nothing was done.
   */
  | { state: 'refused'; failureMessage: string; as?: 'failed' | 'expired' }

/** An external fact behind a settlement; unique per type and reference, so it credits once. */
export interface SettlementProof {
  type: string
  externalRef: string
}

/** Where to pay for a deposit that waits for value from outside, as its caller is told. */
export interface DepositInstructions {
  /** The address takes this deposit and no other one; it never expires. */
  poolAddress: string
  tokenAddress: string
  /** CAIP-2: `eip155:<chain id>`. */
  chain: string
  /** RFC 3339; until then the rail looks at the address often. */
  expiresAt: string
}

/**
 * Carries movements that need more than a journal entry. For each movement the ledger asks the
 * rails, the last registered first; the first whose `carries` is true has it.
 *
 * `immediate` movements are posted in the caller's own transaction and never reach `start`. All
 * others are held, and `start` runs from the settlement job: at least once, so that a second call
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
   * `start` for many movements, for rails that serve them in a few statements; a rail without it is
   * asked one by one. It answers in the order asked; an Error is "unknown", for that movement only.
   */
  startEach?(movements: readonly Movement[]): Promise<(SettlementProgress | Error)[]>
  pollEach?(movements: readonly Movement[]): Promise<(SettlementProgress | Error)[]>

  /**
   * Asks to end a movement without its effect, if that is still possible. It only asks, and may be
   * called any number of times: what was sent may still be executed, and `poll` tells which
   * happened.
   *
   * @returns `impossible` when this rail gives nothing up once it was opened
   */
  giveUp?(movement: Movement): Promise<'asked' | 'impossible'>

  /**
   * Called for a stored deposit before its instructions are shown, and again for every replay.
   *
   * @param openedAt when the deposit was stored
   */
  depositInstructions?(movement: Movement, openedAt: Micros): Promise<DepositInstructions | null>

  /**
   * Whether the caller who opens this movement waits a moment for `start`, to be told what it sent.
   * The settlement job starts the movement all the same.
   */
  startsAtOnce?(movement: Movement): boolean
}

/** Turns a thrown value into the answer of `startEach` and `pollEach` for its movement. */
export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}

declare module '#app/extension/module' {
  interface ServiceModule {
    settlementRails?: SettlementRail[]
  }
}
