import type { Micros } from '#app/clock/clock'
import { toRfc3339 } from '#app/clock/timestamp'
import { formatUsd, type Atoms } from '#app/money/usd'
import { assert } from './assert.ts'
import { defaultBoundaryId } from './boundaries.ts'
import { depositPayload } from './decide_deposit.ts'
import { type Decision, emptyPosting, noOperation, type Posting } from './decision.ts'
import { newOperation, replayOf } from './idempotency.ts'
import { forOperation, small, type PlainRequest, type FollowUpRequest } from './request_kind.ts'
import type { RealmState } from './state.ts'
import { systemObject } from './system_object.ts'
import { SYSTEM_PATHS, unattributedObjectPath } from './system_paths.ts'
import {
  isOf,
  USD,
  type LedgerObject,
  type Operation,
  type OperationDraft,
  type ProofDraft,
} from './terms.ts'

/** Value for a pending deposit was seen outside and is not credited yet. */
export interface DetectDepositRequest extends FollowUpRequest<'detect_deposit'> {
  seenAmount: Atoms
  /** Block time of the payment; null when only its presence is known. */
  paidAt: Micros | null
  ids: { event: string }
}

/**
 * Value has arrived from outside and belongs to a boundary. It is credited whatever became of the
 * deposit that announced it. The path of `operation` names the arrival.
 */
export interface CreditArrivalRequest extends PlainRequest<'credit_arrival'> {
  /** The deposit that announced the payment; an empty id when none is known. */
  operationId: string
  /** Whether the arrival completes that deposit if it is still pending: no other arrival may. */
  answers: boolean
  /** Block time of the payment; null when it is not known. */
  paidAt: Micros | null
  /** Stored when the arrival completes no deposit. */
  operation: OperationDraft
  boundaryId: string
  /**
   * Id for the object that takes value without an owner, when the boundary has no such object yet.
   */
  unattributedId: string
  /** Event ids of the announced deposit, and of the arrival's own operation. */
  ids: Record<'announced' | 'own', { detected: string; completed: string; confirmed: string }>
  amount: Atoms
  proofs: ProofDraft[]
}

export const CREDIT_ARRIVAL = forOperation<CreditArrivalRequest>({
  decide: decideCreditArrival,
  reads: ({ realmId, boundaryId, operationId }) => ({
    operationIds: [operationId],
    objectPaths: [unattributedObjectPath(boundaryId, defaultBoundaryId(realmId))],
  }),
  bytes: small,
})

const AUTHORITY = 'system:settlement'

/**
 * Records once that value is on its way to a pending deposit that was paid while it was open,
 * however late it is seen. The operation remembers that it was recorded.
 */
export function decideDetectDeposit(
  state: RealmState,
  { operationId, seenAmount, paidAt, ids, jobs }: DetectDepositRequest,
  now: Micros
): Decision {
  const operation = state.operationsById.get(operationId)
  if (!isOf('deposit', operation)) return noOperation(operationId, 'deposit')
  const { outcome } = operation
  const late = isOverdue(operation, Math.min(now, paidAt ?? now))
  if (operation.state !== 'pending' || 'detectedAmount' in outcome || late) {
    return { kind: 'settled_before', operation }
  }
  const detectedAmount = formatUsd(seenAmount)
  const posting = emptyPosting('deposit', AUTHORITY, 'pending')
  posting.operation = {
    kind: 'transition',
    row: {
      ...operation,
      outcome: { ...outcome, detectedAmount },
      updatedAt: now,
    },
  }
  const { objectId, path } = operation.target
  posting.events = [
    {
      id: ids.event,
      type: 'deposit.detected',
      objectId,
      objectPath: path,
      payload: depositPayload(detectedAmount, path ?? ''),
    },
  ]
  posting.jobs = jobs
  return { kind: 'accepted', posting }
}

/**
 * Credits value that lies in a boundary already, so it must end on an object there: the deposit's
 * target, or the boundary's object for value without an owner when that target is deleted or no
 * deposit is known. The credit completes the deposit it answers as long as that is pending and
 * open; otherwise it gets an operation of its own, whose path makes a second run find it.
 */
export function decideCreditArrival(
  state: RealmState,
  request: CreditArrivalRequest,
  now: Micros
): Decision {
  const { operation: draft, operationId, answers, proofs, jobs } = request
  assert(request.amount > 0n, 'nothing does not arrive')
  const replay = replayOf(state, draft)
  if (replay) return replay
  const announced = state.operationsById.get(operationId)
  assert(!announced || isOf('deposit', announced), 'arrivals are paid for deposits')
  if (announced?.outcome.arrival === draft.path) {
    return { kind: 'settled_before', operation: announced }
  }

  const posting = emptyPosting('deposit', AUTHORITY, 'committed')
  const place = placeOf(state, request, announced, posting, now)
  const paid = Math.min(now, request.paidAt ?? now)
  const completes = answers && announced?.state === 'pending' && !isOverdue(announced, paid)
  const row = completes
    ? answered(announced, request, place, now)
    : arrivalOf(announced, request, place, now)
  posting.operation = { kind: completes ? 'transition' : 'new', row }
  credit(state, request, posting, place)
  if (completes) {
    const holds = state.holds.get(announced.id) ?? []
    posting.closedHolds = holds.map((hold) => ({ hold, as: 'settled' }))
  }
  posting.events = eventsOf(row, request, announced, place)
  posting.proofs = proofs
  posting.jobs = jobs
  return { kind: 'accepted', posting }
}

function placeOf(
  state: RealmState,
  { realmId, boundaryId, unattributedId }: CreditArrivalRequest,
  announced: Operation<'deposit'> | undefined,
  posting: Posting,
  now: Micros
): LedgerObject {
  const intended = state.objectsById.get(announced?.target.objectId ?? '')
  if (intended && intended.status !== 'deleted' && intended.boundaryId === boundaryId) {
    return intended
  }
  const path = unattributedObjectPath(boundaryId, defaultBoundaryId(realmId))
  const there = state.objectsByPath.get(path)
  if (there) return there
  const made = systemObject({ id: unattributedId, realmId, path, boundaryId }, now)
  posting.newObjects = [made]
  return made
}

/**
 * Completes the announced deposit with the amount that arrived; the amount that was asked for stays
 * readable.
 */
function answered(
  announced: Operation<'deposit'>,
  request: CreditArrivalRequest,
  place: LedgerObject,
  now: Micros
): Operation {
  const { amount: asked } = announced
  const requested = asked === null ? {} : { requestedAmount: formatUsd(asked) }
  return {
    ...announced,
    state: 'completed',
    amount: request.amount,
    outcome: { ...told(request, place), ...requested },
    updatedAt: now,
  }
}

function arrivalOf(
  announced: Operation<'deposit'> | undefined,
  request: CreditArrivalRequest,
  place: LedgerObject,
  now: Micros
): Operation {
  return newOperation(request.realmId, request.operation, now, {
    state: 'completed',
    outcome: { ...told(request, place), announcedBy: announced?.id ?? null },
    target: { objectId: place.id, path: place.path },
    denomination: USD,
    amount: request.amount,
  })
}

function told({ amount, operation }: CreditArrivalRequest, place: LedgerObject) {
  return {
    status: 'completed',
    amount: formatUsd(amount),
    denomination: USD,
    creditedObjectPath: place.path,
    arrival: operation.path,
  }
}

function credit(
  state: RealmState,
  { amount }: CreditArrivalRequest,
  posting: Posting,
  place: LedgerObject
) {
  const external = state.objectsByPath.get(SYSTEM_PATHS.external)
  assert(external !== undefined, 'every realm has an external object')
  posting.legs = [
    { objectId: external.id, denomination: USD, amount: -amount, kind: 'deposit' },
    { objectId: place.id, denomination: USD, amount, kind: 'deposit' },
  ]
}

/** `announcedBy` and `intendedObjectPath` let a listener find what the value was meant for. */
function eventsOf(
  row: Operation,
  { amount, ids }: CreditArrivalRequest,
  announced: Operation<'deposit'> | undefined,
  place: LedgerObject
): Posting['events'] {
  const completes = row.id === announced?.id
  const { detected, confirmed, completed } = ids[completes ? 'announced' : 'own']
  // The credit was final before the payment was detected.
  const unseen = completes && announced.outcome.detectedAmount === undefined
  const payload = JSON.stringify({
    amount: formatUsd(amount),
    denomination: USD,
    objectPath: place.path,
    ...(announced && announced.id !== row.id && { announcedBy: announced.id }),
    ...(announced &&
      announced.target.objectId !== place.id && {
        intendedObjectPath: announced.target.path,
      }),
  })
  const about = { objectId: place.id, objectPath: place.path, payload }
  return [
    ...(unseen ? [{ id: detected, type: 'deposit.detected', ...about }] : []),
    { id: confirmed, type: 'deposit.confirmed', ...about },
    { id: completed, type: 'deposit.completed', ...about },
  ]
}

/**
 * Whether the deposit's time is over. Callers have been told so, though the job that records it may
 * not have run yet.
 */
function isOverdue({ outcome }: Operation<'deposit'>, now: Micros): boolean {
  const { openUntil, detectedAmount } = outcome
  if (openUntil === undefined || detectedAmount !== undefined) return false
  return toRfc3339(now) >= openUntil
}
