import { refuse, type Refusal } from './decision.ts'
import type { RealmState } from './state.ts'
import type { LedgerObject } from './terms.ts'

/** The object at a path if value may move through it: it is created completely and active. */
export function usableAt(state: RealmState, path: string): LedgerObject | null {
  const object = state.objectsByPath.get(path)
  if (!object || object.readyAt === null || object.status !== 'active') return null
  return object
}

/**
 * The refusal of a request at a path: CONFLICT while its object is being deleted, else `otherwise`.
 */
export function refusalAt(state: RealmState, path: string, otherwise: Refusal): Refusal {
  const object = state.objectsByPath.get(path)
  if (object?.status !== 'deleting') return otherwise
  return refuse('CONFLICT', {
    message: `The object ${path} is being deleted.`,
    next: 'Wait until its delete operation has ended: GET /api/v1/operations?type=delete shows its state.',
    details: { objectId: object.id },
  })
}

/** @param named id or path, as the caller named the object */
export function unknownObject(named: string): Refusal {
  return refuse('OBJECT_NOT_FOUND', {
    message: `The object ${named} does not exist, or its create operation is not completed yet.`,
  })
}
