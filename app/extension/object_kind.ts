import type { Companion } from '#app/extension/companion'
import type { Movement, ServiceObject } from '#app/extension/ledger_terms'
import type { ObjectDeletion } from '#app/extension/object_deletion'
import type { SettlementProgress } from '#app/extension/settlement_rail'
import type { Atoms } from '#app/money/usd'

/** A position as it was at a moment. */
export interface HeldPosition {
  market: string
  side: 'long' | 'short'
  size: string
  leverage: number
}

/**
 * Says what an object of some types is. The ledger asks exactly one kind per object type.
 *
 * `validateCreate` runs in the request, before anything is stored; a ServiceError refuses it.
 * `prepare` runs in the object workflow (at least once, possibly twice); a throw is retried, so it
 * must be idempotent.
 */
export interface ObjectKind {
  readonly name: string
  /** Object types this kind answers for; no two kinds may claim one type. */
  readonly types: readonly string[]
  /**
   * The value of its objects is kept in books of the kind's own, beside the journal: their cash may be
   * below zero, only compositions of the kind and rails that know it move it, nothing is withdrawn from
   * them directly, and one such object pays no other. Stored with each object when it is made.
   */
  readonly keepsOwnBooks?: boolean

  /** @param metadata JSON text or null, as the caller sent it */
  validateCreate(request: { type: string; metadata: string | null; realmAsset: string }): void

  prepare(object: ServiceObject): Promise<void>

  /**
   * Takes a deposit that has arrived for good on to where the kind keeps the value of its objects;
   * the deposit ends with this, what it brings `alongside` in the same posting. Left out by kinds
   * that have no books of their own. Asked any number of times; a throw is retried.
   */
  receive?(deposit: Movement): Promise<SettlementProgress>

  /**
   * Changes the kind's own books in the posting that sweeps what the holder of a recovery key has
   * taken of an object's value. Left out by kinds that have no books of their own.
   */
  recovered?(object: ServiceObject, amount: Atoms): Promise<Companion | null>

  /**
   * What an object held besides money at a moment, for kinds whose objects hold positions.
   *
   * @param held everything but USD at that cut of the journal, in millionths
   * @param asOf microseconds
   */
  positionsAt?(
    object: ServiceObject,
    held: readonly { denomination: string; amount: bigint }[],
    asOf: number
  ): Promise<HeldPosition[]>

  /** Left out by kinds whose objects are nothing but cash in the journal: those end in one posting. */
  readonly deletion?: ObjectDeletion
}
