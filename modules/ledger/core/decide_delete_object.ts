import type { Micros } from '#app/clock/clock'
import { isReservedPath } from '#app/paths/path'
import { formatUsd, type Atoms } from '#app/money/usd'
import { assert } from './assert.ts'
import { emptyPosting, refuse, type Decision, type Posting, type Refusal } from './decision.ts'
import { authorityOf, newOperation, replayOf } from './idempotency.ts'
import type {
  BeginDeleteRequest,
  DeleteObjectRequest,
  FinishDeleteRequest,
  RevertDeleteRequest,
} from './requests.ts'
import { balanceOf, type RealmState } from './state.ts'
import { USD, type LedgerObject, type Operation } from './terms.ts'
import { tombstoneOf } from './tombstone.ts'
import { unknownObject, usableAt } from './usable_object.ts'

const WORKFLOW = 'system:object-workflow'

/** Deletes an object at once: sweeps what it holds and gives its path back. */
export function decideDeleteObject(
  state: RealmState,
  request: DeleteObjectRequest,
  now: Micros
): Decision {
  const { realmId, operation, ids, jobs } = request
  const replay = replayOf(state, operation)
  if (replay) return replay
  const found = deletable(state, request)
  if (found.kind === 'refused') return found

  const end = endOf(found, ids, now)
  const posting = emptyPosting('delete', authorityOf(operation), 'committed')
  posting.operation = {
    kind: 'new',
    row: newOperation(realmId, operation, now, {
      state: 'completed',
      outcome: end.outcome,
      ...movementOf(found),
    }),
  }
  return { kind: 'accepted', posting: { ...posting, ...end.effects, jobs } }
}

/** Blocks the object for everything else while its kind empties it. */
export function decideBeginDelete(
  state: RealmState,
  request: BeginDeleteRequest,
  now: Micros
): Decision {
  const replay = replayOf(state, request.operation)
  if (replay) return replay
  const found = deletable(state, request)
  if (found.kind === 'refused') return found
  return { kind: 'accepted', posting: beginOf(found, request, now) }
}

/** The object is blocked until its deletion has ended, one way or the other. */
export function beginOf(
  found: Deletable,
  { realmId, operation, ids, jobs }: Omit<BeginDeleteRequest, 'kind'>,
  now: Micros
): Posting {
  const { object } = found
  const posting = emptyPosting('delete', authorityOf(operation), 'pending')
  posting.operation = {
    kind: 'new',
    row: newOperation(realmId, operation, now, {
      state: 'pending',
      outcome: { status: 'pending', objectId: object.id },
      ...movementOf(found),
    }),
  }
  posting.changedObjects = [{ ...object, status: 'deleting' }]
  posting.deltas = [statusChange(ids.delta, object, 'deleting')]
  posting.jobs = jobs
  return posting
}

/**
 * Ends a deletion whose kind has done its part. The cash must be exactly what the kind has seen:
 * anything else arrived meanwhile, and nobody has agreed to sweep that.
 */
export function decideFinishDelete(
  state: RealmState,
  { operationId, cash, ids, jobs }: FinishDeleteRequest,
  now: Micros
): Decision {
  assert(cash >= 0n, 'a kind covers what an object owes before it is empty')
  const operation = pendingDelete(state, operationId)
  if ('kind' in operation) return operation
  const object = state.objectsById.get(operation.source.objectId ?? '')
  assert(object?.status === 'deleting', 'a pending deletion has its object blocked')

  const { settled, arriving, departing } = balanceOf(state, object.id, USD)
  if (arriving !== 0n || departing !== 0n) return refuse('HELD_OPERATIONS')
  if (settled !== cash) return refuse('DELETE_NOT_EMPTY')
  const sweepTo = state.objectsById.get(operation.target.objectId ?? '') ?? null
  if (settled > 0n && !sweepTo) return refuse('SWEEP_REQUIRED')
  // By its id: whatever has taken its path since is not what was agreed to.
  if (sweepTo && sweepTo.status !== 'active') return targetIsGone()

  const end = endOf({ object, settled, sweepTo }, ids, now)
  const posting = emptyPosting('delete', WORKFLOW, 'committed')
  posting.operation = {
    kind: 'transition',
    row: {
      ...operation,
      state: 'completed',
      outcome: JSON.stringify(end.outcome),
      amount: settled,
      updatedAt: now,
    },
  }
  return { kind: 'accepted', posting: { ...posting, ...end.effects, jobs } }
}

/** Gives up a deletion: its operation fails and the object is active again. */
export function decideRevertDelete(
  state: RealmState,
  { operationId, code, failureMessage, ids, jobs }: RevertDeleteRequest,
  now: Micros
): Decision {
  const operation = pendingDelete(state, operationId)
  if ('kind' in operation) return operation
  const object = state.objectsById.get(operation.source.objectId ?? '')
  assert(object?.status === 'deleting', 'a pending deletion has its object blocked')
  assert(!state.holds.has(operationId), 'what is held for a sweep is released by its rail alone')

  const posting = emptyPosting('delete', WORKFLOW, 'released')
  posting.operation = {
    kind: 'transition',
    row: {
      ...operation,
      state: 'failed',
      failureMessage,
      outcome: JSON.stringify({ status: 'failed', code, objectId: object.id }),
      updatedAt: now,
    },
  }
  posting.changedObjects = [{ ...object, status: 'active' }]
  posting.deltas = [statusChange(ids.delta, object, 'active')]
  posting.events = [
    {
      id: ids.event,
      type: 'operation.failed',
      objectId: object.id,
      objectPath: object.path,
      payload: JSON.stringify({ operationId, failureMessage }),
    },
  ]
  posting.jobs = jobs
  return { kind: 'accepted', posting }
}

export interface Deletable {
  object: LedgerObject
  settled: Atoms
  sweepTo: LedgerObject | null
}

/** Precedence: missing, status, in flight, arrived since the check, sweep missing, its target. */
export function deletable(
  state: RealmState,
  { object: { id }, seenSettled, sweepTo }: Omit<DeleteObjectRequest, 'kind' | 'ids'>
): (Deletable & { kind: 'deletable' }) | Refusal {
  const object = state.objectsById.get(id)
  if (!object || object.readyAt === null || object.status === 'deleted') {
    return unknownObject(id)
  }
  assert(!isReservedPath(object.path), 'the service deletes none of its own objects')
  if (object.status !== 'active') {
    return refuse('CONFLICT', {
      message:
        object.status === 'deleting'
          ? 'The object is being deleted already.'
          : 'A withdrawn object keeps its path for ever.',
      details: { objectId: id },
    })
  }
  const { settled, arriving, departing } = balanceOf(state, id, USD)
  if (arriving !== 0n || departing !== 0n) return refuse('HELD_OPERATIONS')
  if (settled > seenSettled) return refuse('DELETE_NOT_EMPTY')
  if (settled > 0n && !sweepTo) return refuse('SWEEP_REQUIRED')
  const target = sweepTarget(state, sweepTo)
  if (target.kind === 'refused') return target
  return { kind: 'deletable', object, settled, sweepTo: target.object }
}

function sweepTarget(
  state: RealmState,
  sweepTo: { id: string; path: string } | null
): { kind: 'target'; object: LedgerObject | null } | Refusal {
  if (!sweepTo) return { kind: 'target', object: null }
  const target = usableAt(state, sweepTo.path)
  if (!target) return targetIsGone()
  // Boundaries and guards were asked about that other object.
  if (target.id !== sweepTo.id) return refuse('OBJECT_REPLACED')
  return { kind: 'target', object: target }
}

function targetIsGone(): Refusal {
  return refuse('NOT_FOUND', {
    message: 'The object that sweepToPath names does not exist any more.',
    next: 'Create it with POST /api/v1/objects, or name another object in sweepToPath.',
  })
}

export function pendingDelete(state: RealmState, operationId: string): Operation | Decision {
  const operation = state.operationsById.get(operationId)
  if (!operation || operation.type !== 'delete') return refuse('NOT_FOUND')
  if (operation.state !== 'pending') return { kind: 'settled_before', operation }
  return operation
}

export function movementOf({ object, settled, sweepTo }: Deletable) {
  return {
    source: { objectId: object.id, path: object.path },
    target: { objectId: sweepTo?.id ?? null, path: sweepTo?.path ?? null },
    denomination: USD,
    amount: settled,
  }
}

/** What every deletion ends with, however it was reached. */
export function endOf(
  { object, settled, sweepTo }: Deletable,
  ids: { event: string; delta: string },
  now: Micros
) {
  const displayName = tombstoneOf(object.path, now)
  const swept = { amount: formatUsd(settled), denomination: USD }
  const { id: objectId, path } = object
  const leg = (legOf: LedgerObject, amount: Atoms) => ({
    objectId: legOf.id,
    denomination: USD,
    amount,
    kind: 'sweep' as const,
  })
  return {
    outcome: { status: 'completed', objectId, displayName, swept },
    effects: {
      changedObjects: [{ ...object, status: 'deleted' as const, deletedAt: now, displayName }],
      legs: sweepTo && settled > 0n ? [leg(object, -settled), leg(sweepTo, settled)] : [],
      events: [
        {
          id: ids.event,
          type: 'object.deleted',
          objectId,
          objectPath: path,
          payload: JSON.stringify({ objectId, path, displayName, swept }),
        },
      ],
      deltas: [
        {
          id: ids.delta,
          deltaType: 'deletion',
          objectId,
          objectPath: path,
          beforeValue: object.status,
          afterValue: 'deleted',
        },
      ],
    },
  }
}

export function statusChange(id: string, object: LedgerObject, afterValue: string) {
  return {
    id,
    deltaType: 'status_change',
    objectId: object.id,
    objectPath: object.path,
    beforeValue: object.status,
    afterValue,
  }
}
