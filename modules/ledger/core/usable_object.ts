import { refuse, type Refusal } from '#modules/ledger/core/decision'
import type { RealmState } from '#modules/ledger/core/state'
import type { LedgerObject } from '#modules/ledger/core/terms'

/** The object at a path when value may move through it: created completely and active. */
export function usableAt(state: RealmState, path: string): LedgerObject | null {
  const object = state.objectsByPath.get(path)
  if (!object || object.readyAt === null || object.status !== 'active') return null
  return object
}

/** Why nothing may happen at a path: its object is being deleted, or what is said otherwise. */
export function refusalAt(state: RealmState, path: string, otherwise: Refusal): Refusal {
  const object = state.objectsByPath.get(path)
  if (object?.status !== 'deleting') return otherwise
  return refuse('CONFLICT', {
    message: 'The object is being deleted.',
    details: { objectId: object.id },
  })
}
