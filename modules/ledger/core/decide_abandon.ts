import type { Micros } from '#app/clock/clock'
import { LEDGER_LIMITS } from '../limits.ts'
import { assert } from './assert.ts'
import { statusChange } from './check_deletion.ts'
import { detectedAmountOf, startedAtOf } from './decide_start_movement.ts'
import { type Decision, emptyPosting, noOperation } from './decision.ts'
import type { FollowUpRequest } from './request_kind.ts'
import type { RealmState } from './state.ts'
import type { Operation } from './terms.ts'

/** Ends a pending operation without its effect; its holds are released. */
export interface AbandonOperationRequest extends FollowUpRequest<'abandon'> {
  /**
   * Set when the operation must not end while value is on its way: it does not end once its
   * movement was started, nor before this moment when money for it was seen.
   */
  unlessUnderWay?: { seenUntil: Micros }
  as: 'failed' | 'expired'
  failureMessage: string
  /**
   * `withdrawal` is the id of `withdrawal.failed`. `delta` tells that the object of a deletion is
   * active again.
   */
  ids: { event: string; withdrawal?: string; delta?: string }
}

/** Ends a pending operation without its effect and releases all of its holds in the same entry. */
export function decideAbandon(
  state: RealmState,
  { operationId, as, ids, jobs, unlessUnderWay, ...given }: AbandonOperationRequest,
  now: Micros
): Decision {
  // A rail's message may have any length. One that is too long for its column would fail the
  // posting, and the holds would never end.
  const failureMessage = [...given.failureMessage]
    .slice(0, LEDGER_LIMITS.failureMessageLength)
    .join('')
  const operation = state.operationsById.get(operationId)
  if (!operation) return noOperation(operationId)
  if (operation.state !== 'pending') return { kind: 'settled_before', operation }
  if (unlessUnderWay && isUnderWay(operation, now < unlessUnderWay.seenUntil)) {
    return { kind: 'settled_before', operation }
  }

  const posting = emptyPosting(operation.type, 'system:settlement', 'released')
  posting.operation = {
    kind: 'transition',
    row: {
      ...operation,
      state: as,
      failureMessage,
      outcome: { ...operation.outcome, status: as },
      updatedAt: now,
    },
  }
  posting.closedHolds = (state.holds.get(operationId) ?? []).map((hold) => ({
    hold,
    as: 'released' as const,
  }))
  // The event is about the object that waits for the value: the target. A withdrawal has only a
  // source, and a deletion is about its source.
  const ofSource = operation.target.objectId === null || operation.type === 'delete'
  const side = ofSource ? operation.source : operation.target
  const event = {
    objectId: side.objectId,
    objectPath: side.path,
    payload: JSON.stringify({ operationId, failureMessage }),
  }
  posting.events = [{ id: ids.event, type: `operation.${as}`, ...event }]
  if (operation.type === 'withdrawal' && as === 'failed' && ids.withdrawal) {
    posting.events.push({ id: ids.withdrawal, type: 'withdrawal.failed', ...event })
  }
  if (operation.type === 'delete') {
    const object = state.objectsById.get(side.objectId ?? '')
    assert(object?.status === 'deleting', 'a pending deletion has its object blocked')
    assert(ids.delta !== undefined, 'a deletion that fails changes the status of its object')
    posting.changedObjects = [{ ...object, status: 'active' }]
    posting.deltas = [statusChange(ids.delta, object, 'active')]
  }
  posting.jobs = jobs
  return { kind: 'accepted', posting }
}

function isUnderWay(operation: Operation, seenCounts: boolean): boolean {
  return startedAtOf(operation) !== null || (seenCounts && detectedAmountOf(operation) !== null)
}
