import type { Movement, MovementSide } from '#app/extension/ledger_terms'
import type { PlannedDeletion } from '#app/extension/object_deletion'

/** A change at a path that is about to happen, and the custody boundary the path resolves to. */
export interface PlannedChange {
  realmId: string
  path: string
  boundaryId: string
}

/** What a request that asks the guards is about to do. */
export type GuardedStep = 'value_in' | 'transfer' | 'value_out' | 'deletion' | 'change'

/**
 * May stop a movement before anything is stored. Every guard is asked, in order of registration, on
 * the request path: answer from memory. A ServiceError refuses the request with its code.
 */
export interface MovementGuard {
  readonly name: string
  /**
   * The catalogue codes with which it may refuse each step. The API reference shows them on routes
   * that ask guards, because the modules of those routes know no guard.
   */
  readonly refusals?: Readonly<Partial<Record<GuardedStep, readonly string[]>>>
  check(movement: Omit<Movement, 'operationId'>): Promise<void> | void

  /** May stop a deletion. It is called besides `check`, which is called with the sweep. */
  checkDeletion?(deletion: PlannedDeletion): Promise<void> | void

  /**
   * May stop a change at a path that moves no value: an object is created or labelled, a folder is
   * labelled, a zone is declared.
   */
  checkChange?(change: PlannedChange): Promise<void> | void

  /** Whether value leaves the boundary of this object only with a second signature. */
  cosignArmed?(object: MovementSide): Promise<boolean> | boolean
}
