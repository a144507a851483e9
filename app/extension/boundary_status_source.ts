/** A custody boundary whose value cannot move freely, as objects inside it show it. */
export interface BoundaryStatus {
  /** `bnd_…` */
  boundaryId: string
  status: 'soft_frozen' | 'hard_frozen'
  /** RFC 3339. */
  lockedAt: string | null
  frozenAt: string | null
  /** Address of the recovery key that acted. */
  recoveryActor: string | null
  recoveryTxHash: string | null
  /** System object that holds what the recovery-key holder has withdrawn. */
  recoveryObjectPath: string | null
}

/**
 * Knows which custody boundaries are not active. Called on every read of objects, with all
 * boundaries of a page at once: answer from memory or with one query. Boundaries that are active, or
 * unknown, are left out. A throw fails the read.
 */
export interface BoundaryStatusSource {
  readonly name: string
  /** @returns the boundaries that are not active, by id */
  inactive(boundaryIds: readonly string[]): Promise<ReadonlyMap<string, BoundaryStatus>>
}
