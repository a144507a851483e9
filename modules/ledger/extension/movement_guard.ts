import type { Movement, MovementSide } from './ledger_terms.ts'
import type { PlannedDeletion } from './object_deletion.ts'

/** A change at a path that is about to happen, and the custody boundary the path resolves to. */
export interface PlannedChange {
  realmId: string
  path: string
  boundaryId: string
}

/** A realm that is about to be opened. */
export interface PlannedRealm {
  asset: 'paper' | 'live'
}

/** A movement before it is stored; the sweep of a deletion has no operation of its own. */
export type PlannedMovement = Omit<Movement, 'operationId'> & Partial<Pick<Movement, 'operationId'>>

/**
 * May stop a movement before anything is stored. Every guard is asked, in order of registration, on
 * the request path: answer from memory, where nobody outside has to be asked anyhow. A ServiceError refuses the request with its code, which the
 * module names in its `guardRefusals`.
 */
export interface MovementGuard {
  readonly name: string
  check(movement: PlannedMovement): Promise<void> | void

  /** May stop a deletion. It is called besides `check`, which is called with the sweep. */
  checkDeletion?(deletion: PlannedDeletion): Promise<void> | void

  /**
   * May stop a change at a path that moves no value: an object is created or labelled, a folder is
   * labelled, a zone is declared.
   */
  checkChange?(change: PlannedChange): Promise<void> | void

  /** May stop the opening of a realm. */
  checkRealm?(realm: PlannedRealm): Promise<void> | void

  /** Whether value leaves the boundary of this object only with a second signature. */
  cosignArmed?(object: MovementSide): Promise<boolean> | boolean
}

declare module '#app/extension/module' {
  interface ServiceModule {
    movementGuards?: MovementGuard[]
  }
}

declare module '#app/extension/guarded_step' {
  /** What a request that asks the guards is about to do. */
  interface GuardedSteps {
    value_in: true
    transfer: true
    value_out: true
    deletion: true
    change: true
    realm: true
  }
}
