import type { Atoms } from '#app/money/usd'

/** What a delta says has changed. */
export const DELTA_TYPES = [
  'balance_change',
  'hold_change',
  'status_change',
  'position_change',
  'labels_change',
  'limits_change',
  'creation',
  'deletion',
  'adjustment',
] as const

export type DeltaType = (typeof DELTA_TYPES)[number]

/** An object of a realm as extension points see it. */
export interface ServiceObject {
  id: string
  realmId: string
  path: string
  type: string
  denomination: string | null
  status: string
  metadata: string | null
}

/** A side of a movement: the object, and the custody boundary its path resolves to. */
export interface MovementSide {
  object: ServiceObject
  /** `bnd_…`; every path of a realm resolves to exactly one boundary. */
  boundaryId: string
  /** Whether the object's kind keeps its value in books of its own: see `ObjectKind`. */
  keepsOwnBooks: boolean
}

/**
 * The second signature that value needs to leave an armed boundary. It signs the terms of the
 * movement.
 */
export interface Cosignature {
  /** Unix seconds; the signature is not valid afterwards. */
  deadline: number
  /** `0x` and hexadecimal digits. */
  signature: string
}

/**
 * Value that is about to move, or is in flight. `source` is null for value from outside the ledger
 * (a deposit), and `target` is null for value that leaves it (a withdrawal).
 */
export interface Movement {
  realmId: string
  realmAsset: 'paper' | 'live'
  operationId: string
  operationPath: string
  type: string
  source: MovementSide | null
  target: MovementSide | null
  denomination: string
  /** What the source pays; the target gets it without the fee. */
  amount: Atoms
  /** Part of `amount` that stays inside the boundary of the source. */
  fee: Atoms
  /**
   * Where a withdrawal goes outside the ledger: `0x` and 40 hex digits; its checksum is not
   * checked.
   */
  destinationAddress: string | null
  /** Whether the address is named later; the guards are then asked again. */
  destinationFollows?: boolean
  /**
   * Whether it is a payout that was promised to a payee outside, who knows no other movement. On a
   * boundary where withdrawals take turns it waits for its turn, and is not refused.
   */
  promised?: boolean
  /** The co-signature of a withdrawal, which the caller that opened it has verified. */
  cosignature?: Cosignature | null
}
