import type { Atoms } from '#app/money/usd'
import type { Companion } from '#app/extension/companion'
import type { MovementSide, ServiceObject } from '#app/extension/ledger_terms'

/** What a kind knows of an object that somebody wants to delete. */
export interface KindReadiness {
  openPositionCount: number
  /** What the object is worth, cash included; zero for what is below the kind's dust. */
  valueAtRisk: Atoms
  /** What stands in the way, in words for the caller; empty when nothing does. */
  blocks: string[]
}

/** How far a kind is with emptying an object. */
export type EmptyingProgress =
  | { state: 'working' }
  /** It cannot be emptied as things are, and trying again would not help: the object is active again. */
  | { state: 'refused'; message: string }
  /** Nothing is left outside the journal, where the object now holds exactly `cash`. */
  | {
      state: 'empty'
      cash: Atoms
      /** Ends what the kind itself keeps, with the deletion. */ alongside?: Companion
    }

/**
 * For kinds whose objects are more than cash in the journal. Deleting such an object is a workflow:
 * it is blocked first, then `empty` is called until it says so, then the journal part is swept. After
 * five minutes the object is active again.
 *
 * `readiness` runs in requests and changes nothing. `empty` runs in the object workflow, at least
 * once and again while it is `working`; a throw is retried, so it must be idempotent.
 */
export interface ObjectDeletion {
  readiness(object: ServiceObject): Promise<KindReadiness>
  empty(object: ServiceObject, options: EmptyingOptions): Promise<EmptyingProgress>
}

export interface EmptyingOptions {
  liquidatePositions: boolean
  /** The deletion's operation: once it has ended, the object may be somebody's to trade with again. */
  operationId: string
}

/** A deletion that is about to happen. */
export interface PlannedDeletion {
  realmId: string
  realmAsset: 'paper' | 'live'
  object: MovementSide
  /** Where the value goes; null when nothing is swept. */
  sweepTo: MovementSide | null
  /** Everything the object is worth; zero for an empty one. */
  valueAtRisk: Atoms
}
