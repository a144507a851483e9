import { refuse, type Refusal } from './decision.ts'
import type { RealmState } from './state.ts'
import type { LedgerObject } from './terms.ts'

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
    message: `The object ${path} is being deleted.`,
    next: 'Wait until its delete operation has ended: GET /api/v1/operations?type=delete shows its state.',
    details: { objectId: object.id },
  })
}

/** @param named its id or path, as the caller named it */
export function unknownObject(named: string): Refusal {
  return refuse('OBJECT_NOT_FOUND', {
    message: `The object ${named} does not exist, or its create operation is not completed yet.`,
  })
}
