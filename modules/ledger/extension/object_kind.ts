import type { Companion } from './companion.ts'
import type { Movement, ServiceObject } from './ledger_terms.ts'
import type { ObjectDeletion } from './object_deletion.ts'
import type { SettlementProgress } from './settlement_rail.ts'
import type { Atoms } from '#app/money/usd'

/** A position as it was at a moment. */
export interface HeldPosition {
  market: string
  side: 'long' | 'short'
  size: string
  leverage: number
}

/**
 * Says what an object of some types is. The ledger asks exactly one kind for each object type.
 *
 * `validateCreate` runs in the request, before anything is stored; a ServiceError refuses the
 * request. `prepare` runs in the object workflow, at least once and possibly twice; a throw is
 * retried, so it must be idempotent.
 */
export interface ObjectKind {
  readonly name: string
  /** The object types of this kind; no two kinds may claim one type. */
  readonly types: readonly string[]
  /**
   * Whether the kind keeps the value of its objects in books of its own, beside the journal. Their
   * cash may then be below zero, only compositions of the kind and rails that know it move it,
   * nothing is withdrawn from them directly, and such an object does not pay another one. Stored
   * with each object when it is made.
   */
  readonly keepsOwnBooks?: boolean

  /** @param metadata JSON text or null, as the caller sent it */
  validateCreate(request: { type: string; metadata: string | null; realmAsset: string }): void

  prepare(object: ServiceObject): Promise<void>

  /**
   * Moves a deposit that has arrived for good on to where the kind keeps the value of its objects.
   * The deposit ends with this, and with what it brings `alongside` in the same posting. Kinds
   * without books of their own leave it out. It may be called any number of times; a throw is
   * retried.
   */
  receive?(deposit: Movement): Promise<SettlementProgress>

  /**
   * Changes the kind's own books in the posting that sweeps what the holder of a recovery key has
   * taken of an object's value. Kinds without books of their own leave it out.
   */
  recovered?(object: ServiceObject, amount: Atoms): Promise<Companion | null>

  /**
   * What an object held besides money at a moment, for kinds whose objects hold positions.
   *
   * @param held everything but USD at that cut of the journal, in millionths
   * @param asOf microseconds since the Unix epoch
   */
  positionsAt?(
    object: ServiceObject,
    held: readonly { denomination: string; amount: bigint }[],
    asOf: number
  ): Promise<HeldPosition[]>

  /**
   * Kinds whose objects hold only cash in the journal leave it out: such an object is deleted in
   * one posting.
   */
  readonly deletion?: ObjectDeletion
}

declare module '#app/extension/module' {
  interface ServiceModule {
    objectKinds?: ObjectKind[]
  }
}
