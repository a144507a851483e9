import type { Micros } from '#app/clock/clock'
import { toRfc3339 } from '#app/clock/timestamp'
import { assert } from './assert.ts'
import { type Decision, emptyPosting, noOperation, refuse } from './decision.ts'
import type { FollowUpRequest } from './request_kind.ts'
import type { RealmState } from './state.ts'
import { isOf, type Hold, type Operation } from './terms.ts'
import { usableAt } from './usable_object.ts'

/**
 * Hands a pending movement that has waited for its payer or payee to its rail (by `jobs`), once.
 */
export interface StartMovementRequest extends FollowUpRequest<'start_movement'> {
  /** From this moment on the request is refused. */
  deadline: Micros
  /** Address of a withdrawal that was opened without one; else null. */
  destinationAddress: string | null
}

/**
 * Hands a pending deposit or withdrawal that has waited for its payer or payee to its rail. The
 * operation remembers the start, so that it happens once, and no deadline ends the operation
 * afterwards. The poster decides the start and the deadline one after the other, so that no money
 * is sent for an operation that has expired.
 */
export function decideStartMovement(
  state: RealmState,
  { operationId, deadline, destinationAddress, jobs }: StartMovementRequest,
  now: Micros
): Decision {
  const operation = state.operationsById.get(operationId)
  if (!isMovement(operation)) return noOperation(operationId)
  if (operation.state !== 'pending' || startedAtOf(operation) !== null) {
    return { kind: 'settled_before', operation }
  }
  if (now >= deadline)
    return refuse('CONFLICT', {
      message: 'The deadline of this operation has passed.',
      next: 'Open a new one under another path.',
    })
  const { target } = operation
  const isDeposit = operation.type === 'deposit'
  if (isDeposit && usableAt(state, target.path ?? '')?.id !== target.objectId) {
    return refuse('CONFLICT', {
      message: 'The object of this operation takes no money any more.',
      next: 'Open a new operation for an active object.',
    })
  }

  const posting = emptyPosting(operation.type, 'system:settlement', 'pending')
  posting.operation = {
    kind: 'transition',
    row: {
      ...operation,
      outcome: {
        ...operation.outcome,
        ...(destinationAddress !== null && { destinationAddress }),
        startedAt: toRfc3339(now),
      },
      updatedAt: now,
    },
  }
  if (isDeposit) posting.newHolds = [arriving(operation)]
  posting.jobs = jobs
  return { kind: 'accepted', posting }
}

function arriving({ id, target, denomination, amount }: Operation): Hold {
  assert(
    target.objectId !== null && denomination !== null && amount !== null,
    'a deposit was opened for an object and an amount'
  )
  return {
    operationId: id,
    objectId: target.objectId,
    direction: 'inbound',
    denomination,
    amount,
  }
}

/**
 * When a movement that waited for its payer or payee was handed to its rail; null while it waits.
 */
export function startedAtOf(operation: Operation): string | null {
  return isMovement(operation) ? (operation.outcome.startedAt ?? null) : null
}

function isMovement(
  operation: Operation | undefined
): operation is Operation<'deposit'> | Operation<'withdrawal'> {
  return isOf('deposit', operation) || isOf('withdrawal', operation)
}

/** The amount seen for a pending deposit before it is final; null when none was seen. */
export function detectedAmountOf(operation: Operation): string | null {
  return isOf('deposit', operation) ? (operation.outcome.detectedAmount ?? null) : null
}
