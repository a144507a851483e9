/** A custody boundary whose value cannot move freely, as objects inside it show it. */
export interface BoundaryStatus {
  /** `bnd_…` */
  boundaryId: string
  status: 'soft_frozen' | 'hard_frozen'
  /** RFC 3339. */
  lockedAt: string | null
  frozenAt: string | null
  /** Address of the recovery key that froze it. */
  recoveryActor: string | null
  recoveryTxHash: string | null
  /** The system object that holds what the holder of the recovery key has withdrawn. */
  recoveryObjectPath: string | null
}

/**
 * Knows which custody boundaries are not active. It is called on every read of objects, with all
 * boundaries of a page at once: answer from memory or with one query. Active and unknown boundaries
 * are left out. A throw fails the read.
 */
export interface BoundaryStatusSource {
  readonly name: string
  /** @returns the boundaries that are not active, by id */
  inactive(boundaryIds: readonly string[]): Promise<ReadonlyMap<string, BoundaryStatus>>
}

declare module '#app/extension/module' {
  interface ServiceModule {
    boundaryStatusSources?: BoundaryStatusSource[]
  }
}
