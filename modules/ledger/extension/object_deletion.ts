import type { Atoms } from '#app/money/usd'
import type { Companion } from './companion.ts'
import type { MovementSide, ServiceObject } from './ledger_terms.ts'

/** What a kind knows about an object that a caller wants to delete. */
export interface KindReadiness {
  openPositionCount: number
  /** What the object is worth, cash included; zero when it is below the kind's dust. */
  valueAtRisk: Atoms
  /** What stands in the way, in words for the caller; empty when nothing does. */
  blocks: string[]
}

/** How far a kind is with emptying an object. */
export type EmptyingProgress =
  | { state: 'working' }
  /** The object cannot be emptied as things are, and a retry would not help: it is active again. */
  | { state: 'refused'; message: string }
  /** The object has nothing left outside the journal, where it now holds exactly `cash`. */
  | {
      state: 'empty'
      cash: Atoms
      /** Ends what the kind itself keeps, with the deletion. */ alongside?: Companion
    }

/**
 * For kinds whose objects hold more than cash in the journal. The deletion of such an object is a
 * workflow: the object is blocked, `empty` is called until it is done, and the journal part is
 * swept. After five minutes the object is active again.
 *
 * `readiness` runs in requests and changes nothing. `empty` runs in the object workflow, at least
 * once, and again while it answers `working`; a throw is retried, so it must be idempotent.
 */
export interface ObjectDeletion {
  readiness(object: ServiceObject): Promise<KindReadiness>
  empty(object: ServiceObject, options: EmptyingOptions): Promise<EmptyingProgress>
}

export interface EmptyingOptions {
  liquidatePositions: boolean
  /** The deletion's operation: once it has ended, the object's owner may trade with it again. */
  operationId: string
}

/** A deletion that is about to happen. */
export interface PlannedDeletion {
  realmId: string
  realmAsset: 'paper' | 'live'
  object: MovementSide
  /** Where the value goes; null when nothing is swept. */
  sweepTo: MovementSide | null
  /** All that the object is worth; zero for an empty one. */
  valueAtRisk: Atoms
}
