import type { Micros } from '#app/clock/clock'
import { isReservedPath } from '#app/paths/path'
import { formatUsd, type Atoms } from '#app/money/usd'
import { assert } from './assert.ts'
import { type Decision, noOperation, type Refusal, refuse } from './decision.ts'
import { arrivesWithin } from './object_limits.ts'
import type { Reads } from './request_kind.ts'
import { balanceOf, type RealmState } from './state.ts'
import {
  USD,
  type DeltaDraft,
  type LedgerObject,
  type Operation,
  type OperationDraft,
} from './terms.ts'
import { tombstoneOf } from './tombstone.ts'
import { unknownObject, usableAt } from './usable_object.ts'

/** The deletion as it was when the caller's right to it was checked. */
export interface DeletionTerms {
  realmId: string
  operation: OperationDraft
  object: { id: string; path: string }
  /** Where the remaining cash goes; null when there is none. */
  sweepTo: { id: string; path: string } | null
  /**
   * What the object held then. More than this means that value has arrived since, and that the
   * right must be checked again.
   */
  seenSettled: Atoms
}

export function deletionReads({ object, sweepTo }: DeletionTerms): Reads {
  return { objectIds: [object.id], objectPaths: sweepTo ? [sweepTo.path] : [] }
}

export interface Deletable {
  object: LedgerObject
  settled: Atoms
  sweepTo: LedgerObject | null
}

/**
 * Decides whether the object can be deleted. The first refusal wins, in this order: missing,
 * status, in flight, value arrived since the check, sweep target missing or unusable.
 */
export function deletable(
  state: RealmState,
  { object: { id }, seenSettled, sweepTo }: DeletionTerms
): (Deletable & { kind: 'deletable' }) | Refusal {
  const object = state.objectsById.get(id)
  if (!object || object.readyAt === null || object.status === 'deleted') {
    return unknownObject(id)
  }
  assert(!isReservedPath(object.path), 'the service deletes none of its own objects')
  if (object.status !== 'active') {
    return refuse('CONFLICT', {
      ...(object.status === 'deleting'
        ? {
            message: `The object ${object.path} is being deleted already.`,
            next: 'Wait until its delete operation has ended: GET /api/v1/operations?type=delete shows its state.',
          }
        : {
            message: `The object ${object.path} was withdrawn, and keeps its path for ever.`,
            next: 'Leave it as it is, and make another one with POST /api/v1/objects.',
          }),
      details: { objectId: id },
    })
  }
  const { settled, arriving, departing } = balanceOf(state, id, USD)
  if (arriving !== 0n || departing !== 0n) return refuse('HELD_OPERATIONS')
  if (settled > seenSettled) return refuse('DELETE_NOT_EMPTY')
  if (settled > 0n && !sweepTo) return refuse('SWEEP_REQUIRED')
  const target = sweepTarget(state, sweepTo)
  if (target.kind === 'refused') return target
  const beyond = target.object && arrivesWithin(state, target.object, settled)
  return beyond ?? { kind: 'deletable', object, settled, sweepTo: target.object }
}

function sweepTarget(
  state: RealmState,
  sweepTo: { id: string; path: string } | null
): { kind: 'target'; object: LedgerObject | null } | Refusal {
  if (!sweepTo) return { kind: 'target', object: null }
  const target = usableAt(state, sweepTo.path)
  if (!target) return targetIsGone()
  // Boundaries and guards were asked about the other object.
  if (target.id !== sweepTo.id) return refuse('OBJECT_REPLACED')
  return { kind: 'target', object: target }
}

export function targetIsGone(): Refusal {
  return refuse('NOT_FOUND', {
    message: 'The object that sweepToPath names does not exist any more.',
    next: 'Create it with POST /api/v1/objects, or name another object in sweepToPath.',
  })
}

export function pendingDelete(state: RealmState, operationId: string): Operation | Decision {
  const operation = state.operationsById.get(operationId)
  if (!operation || operation.type !== 'delete') return noOperation(operationId, 'delete')
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

/** The changes that end every deletion, whichever way it went. */
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
          deltaType: 'deletion' as const,
          objectId,
          objectPath: path,
          beforeValue: object.status,
          afterValue: 'deleted',
        },
      ],
    },
  }
}

export function statusChange(id: string, object: LedgerObject, afterValue: string): DeltaDraft {
  return {
    id,
    deltaType: 'status_change',
    objectId: object.id,
    objectPath: object.path,
    beforeValue: object.status,
    afterValue,
  }
}
