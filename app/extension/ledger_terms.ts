import type { Atoms } from '#app/money/usd'

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
  /** Its value is kept in books of its kind's own: see `ObjectKind`. */
  keepsOwnBooks: boolean
}

/** The second signature that value leaving an armed boundary needs. Its terms are the movement's own. */
export interface Cosignature {
  /** Unix seconds; worth nothing after it. */
  deadline: number
  /** `0x` and hexadecimal digits. */
  signature: string
}

/**
 * Value that is about to move, or is in flight. `source` is null for value from outside the
 * ledger (a deposit), `target` is null for value leaving it (a withdrawal).
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
  /** What the source pays; the target gets it less the fee. */
  amount: Atoms
  /** Taken out of `amount`, and kept inside the boundary of the source. */
  fee: Atoms
  /** Where a withdrawal goes outside the ledger: 0x and 40 hex digits, of unchecked checksum. */
  destinationAddress: string | null
  /** The address is named later, and the guards are asked again then. */
  destinationFollows?: boolean
  /**
   * A payout that was promised to somebody outside, who knows of no other movement: where those take
   * turns it waits for its own and is not refused.
   */
  promised?: boolean
  /** Of a withdrawal that was opened with one: whoever opened it has checked it. */
  cosignature?: Cosignature | null
}
