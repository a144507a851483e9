import type { OutboxJob } from '#app/queue/job'
import type { Micros } from '#app/clock/clock'
import type { Atoms } from '#app/money/usd'
import { assert } from './assert.ts'
import {
  deletionReads,
  deletable,
  targetIsGone,
  pendingDelete,
  movementOf,
  endOf,
  statusChange,
  type DeletionTerms,
  type Deletable,
} from './check_deletion.ts'
import { emptyPosting, refuse, type Decision, type Posting } from './decision.ts'
import { authorityOf, newOperation, replayOf } from './idempotency.ts'
import { forOperation, small, type FollowUpRequest } from './request_kind.ts'
import { balanceOf, type RealmState } from './state.ts'
import { USD } from './terms.ts'

/** Deletes an object in one posting, because its kind needs nothing outside the journal. */
export interface DeleteObjectRequest extends DeletionTerms {
  kind: 'delete_object'
  ids: { event: string; delta: string }
  jobs: OutboxJob[]
}

export const DELETE_OBJECT = forOperation<DeleteObjectRequest>({
  decide: decideDeleteObject,
  reads: deletionReads,
  bytes: small,
})

/** Blocks an object whose kind has to empty it first; `finish_delete` or `abandon_delete` follows. */
export interface BeginDeleteRequest extends DeletionTerms {
  kind: 'begin_delete'
  ids: { delta: string }
  jobs: OutboxJob[]
}

export const BEGIN_DELETE = forOperation<BeginDeleteRequest>({
  decide: decideBeginDelete,
  reads: deletionReads,
  bytes: small,
})

/** The kind has emptied the object, down to `cash` in the journal. */
export interface FinishDeleteRequest extends FollowUpRequest<'finish_delete'> {
  cash: Atoms
  ids: { event: string; delta: string }
}

/** A deletion that could not be finished is abandoned: the object is active again. */
export interface AbandonDeleteRequest extends FollowUpRequest<'abandon_delete'> {
  code: string
  failureMessage: string
  ids: { event: string; delta: string }
}

const WORKFLOW = 'system:object-workflow'

/** Deletes an object at once: sweeps what it holds and frees its path. */
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

/** Blocks the object until its deletion has ended, one way or the other. */
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
 * Ends a deletion whose kind has emptied the object. The cash must be exactly what the kind has
 * seen: anything else arrived meanwhile, and the caller has not agreed to sweep that.
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
  // The target is found by its id: an object that has taken its path since is not the one that the
  // caller named.
  if (sweepTo && sweepTo.status !== 'active') return targetIsGone()

  const end = endOf({ object, settled, sweepTo }, ids, now)
  const posting = emptyPosting('delete', WORKFLOW, 'committed')
  posting.operation = {
    kind: 'transition',
    row: {
      ...operation,
      state: 'completed',
      outcome: end.outcome,
      amount: settled,
      updatedAt: now,
    },
  }
  return { kind: 'accepted', posting: { ...posting, ...end.effects, jobs } }
}

/** Abandons a deletion: its operation fails and the object is active again. */
export function decideAbandonDelete(
  state: RealmState,
  { operationId, code, failureMessage, ids, jobs }: AbandonDeleteRequest,
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
      outcome: { status: 'failed', code, objectId: object.id },
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
