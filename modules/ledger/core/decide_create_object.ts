import type { Micros } from '#app/clock/clock'
import { type Decision, emptyPosting, noOperation, refuse } from './decision.ts'
import { authorityOf, newOperation, replayOf } from './idempotency.ts'
import { enclosingZone, lengthOfPathAndAncestors } from './isolation.ts'
import { forOperation, type OperationRequest, type FollowUpRequest } from './request_kind.ts'
import type { RealmState } from './state.ts'
import { USD, type LedgerObject } from './terms.ts'

export interface CreateObjectRequest extends OperationRequest<'create_object'> {
  object: Pick<LedgerObject, 'id' | 'path' | 'type' | 'keepsOwnBooks' | 'metadata'>
  /** The realm's default boundary, which holds outside every isolation zone. */
  boundaryId: string
}

export const CREATE_OBJECT = forOperation<CreateObjectRequest>({
  decide: decideCreateObject,
  reads: ({ object: { path } }) => ({ objectPaths: [path], zonesAbove: [path] }),
  bytes: ({ object }) => lengthOfPathAndAncestors(object.path),
})

/** The creation workflow has prepared the object. */
export interface CompleteCreateRequest extends FollowUpRequest<'complete_create'> {
  ids: { event: string; delta: string }
}

/**
 * Ensures an object. An operation at the operation path answers first. Then an object of the same
 * type at the path is the answer; a withdrawn object has retired its path, and one of another type
 * conflicts.
 */
export function decideCreateObject(
  state: RealmState,
  { realmId, operation, object, boundaryId, jobs }: CreateObjectRequest,
  now: Micros
): Decision {
  const replay = replayOf(state, operation)
  if (replay) return replay

  const occupant = state.objectsByPath.get(object.path)
  if (occupant?.status === 'withdrawn') return refuse('PATH_RETIRED')
  if (occupant?.status === 'deleting') {
    return refuse('CONFLICT', {
      message: `The object at ${occupant.path} is being deleted.`,
      next: 'Wait until its delete operation has ended, and create the object again.',
    })
  }
  if (occupant && occupant.type !== object.type) {
    return refuse('CONFLICT', {
      message: `An object of type ${occupant.type} stands at ${occupant.path} already.`,
      next: `Send type ${occupant.type}, or another path.`,
      details: { objectId: occupant.id },
    })
  }
  if (occupant) return { kind: 'existing', object: occupant }

  const created: LedgerObject = {
    ...object,
    realmId,
    denomination: USD,
    status: 'active',
    boundaryId: enclosingZone(state, object.path)?.boundaryId ?? boundaryId,
    hasLimits: false,
    readyAt: null,
    displayName: null,
    deletedAt: null,
    withdrawnAt: null,
  }
  const posting = emptyPosting('create', authorityOf(operation), 'pending')
  posting.operation = {
    kind: 'new',
    row: newOperation(realmId, operation, now, {
      state: 'pending',
      outcome: { status: 'pending', objectId: object.id },
      target: { objectId: object.id, path: object.path },
    }),
  }
  posting.newObjects = [created]
  posting.jobs = jobs
  return { kind: 'accepted', posting }
}

/** Makes an object that its workflow has prepared usable, and emits `object.created`. */
export function decideCompleteCreate(
  state: RealmState,
  { operationId, ids, jobs }: CompleteCreateRequest,
  now: Micros
): Decision {
  const operation = state.operationsById.get(operationId)
  if (!operation || operation.type !== 'create') return noOperation(operationId, 'create')
  if (operation.state !== 'pending') return { kind: 'settled_before', operation }
  const object = state.objectsById.get(operation.target.objectId ?? '')
  if (!object) {
    return refuse('NOT_FOUND', {
      message: `The object ${operation.target.objectId} of the operation ${operationId} does not exist.`,
      next: 'GET /api/v1/objects lists those of a realm.',
    })
  }

  const posting = emptyPosting('create', 'system:object-workflow', 'committed')
  posting.operation = {
    kind: 'transition',
    row: {
      ...operation,
      state: 'completed',
      outcome: { status: 'completed', objectId: object.id },
      updatedAt: now,
    },
  }
  posting.changedObjects = [{ ...object, readyAt: now }]
  posting.events = [
    {
      id: ids.event,
      type: 'object.created',
      objectId: object.id,
      objectPath: object.path,
      payload: JSON.stringify({ objectId: object.id, path: object.path, type: object.type }),
    },
  ]
  posting.deltas = [
    {
      id: ids.delta,
      deltaType: 'creation',
      objectId: object.id,
      objectPath: object.path,
      beforeValue: null,
      afterValue: 'active',
    },
  ]
  posting.jobs = jobs
  return { kind: 'accepted', posting }
}
