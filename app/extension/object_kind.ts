import type { ServiceObject } from '#app/extension/ledger_terms'
import type { ObjectDeletion } from '#app/extension/object_deletion'

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

  /** @param metadata JSON text or null, as the caller sent it */
  validateCreate(request: { type: string; metadata: string | null; realmAsset: string }): void

  prepare(object: ServiceObject): Promise<void>

  /** Left out by kinds whose objects are nothing but cash in the journal: those end in one posting. */
  readonly deletion?: ObjectDeletion
}
