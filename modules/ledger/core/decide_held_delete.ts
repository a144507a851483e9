import type { OutboxJob } from '#app/queue/job'
import type { Micros } from '#app/clock/clock'
import { formatUsd, type Atoms } from '#app/money/usd'
import { assert } from './assert.ts'
import {
  deletionReads,
  deletable,
  pendingDelete,
  movementOf,
  endOf,
  statusChange,
  type DeletionTerms,
  type Deletable,
} from './check_deletion.ts'
import { beginOf, decideDeleteObject } from './decide_delete_object.ts'
import { heldAmount } from './decide_held_transfer.ts'
import { emptyPosting, type Decision, type Posting } from './decision.ts'
import { newOperation, replayOf } from './idempotency.ts'
import { forOperation, small, type FollowUpRequest } from './request_kind.ts'
import { balanceOf, type RealmState } from './state.ts'
import {
  USD,
  type Leg,
  type LedgerObject,
  type Operation,
  type OperationDraft,
  type ProofDraft,
} from './terms.ts'

/**
 * Blocks an object whose value a rail has to bring to the sweep target. The value is held on both
 * sides until the rail has delivered (`settle_delete`) or refused (`abandon`).
 */
export interface OpenDeleteRequest extends DeletionTerms {
  kind: 'open_delete'
  /** `event` is used only when nothing is left to sweep. */
  ids: { event: string; delta: string }
  jobs: OutboxJob[]
}

export const OPEN_DELETE = forOperation<OpenDeleteRequest>({
  decide: decideOpenDelete,
  reads: deletionReads,
  bytes: small,
})

/** The rail has brought what a deletion held to its sweep target. */
export interface SettleDeleteRequest extends FollowUpRequest<'settle_delete'> {
  /** Records the sweep as an operation of its own when the object cannot be deleted any more. */
  sweep: OperationDraft
  proofs: ProofDraft[]
  ids: { event: string; delta: string }
}

const AUTHORITY = 'system:settlement'
const NOT_EMPTY =
  'Value arrived at the object while it was being deleted: what it held before was swept, and it is active again.'

/**
 * Begins a deletion whose sweep needs a rail. The object is blocked and all it holds departs; the
 * target shows the amount as arriving, so that the target cannot be deleted or retired meanwhile.
 */
export function decideOpenDelete(
  state: RealmState,
  request: OpenDeleteRequest,
  now: Micros
): Decision {
  const { operation } = request
  const replay = replayOf(state, operation)
  if (replay) return replay
  const found = deletable(state, request)
  if (found.kind === 'refused') return found
  const { object, settled, sweepTo } = found
  // The object was emptied since the caller looked: without a sweep the deletion needs no rail.
  if (settled === 0n) return decideDeleteObject(state, { ...request, kind: 'delete_object' }, now)
  assert(sweepTo !== null, 'a funded object is deleted with a sweep')

  const posting = beginOf(found, request, now)
  const held = { operationId: operation.id, denomination: USD, amount: settled }
  posting.newHolds = [
    { ...held, objectId: object.id, direction: 'outbound' },
    { ...held, objectId: sweepTo.id, direction: 'inbound' },
  ]
  return { kind: 'accepted', posting }
}

/**
 * The rail has delivered: the held amount moves, and the object is deleted. An object that received
 * value meanwhile is not empty, and the caller has not agreed to sweep that: its deletion fails and
 * it is active again. The value that has left is booked all the same, by an operation of its own.
 */
export function decideSettleDelete(
  state: RealmState,
  request: SettleDeleteRequest,
  now: Micros
): Decision {
  const { operationId, proofs, ids, jobs } = request
  const operation = pendingDelete(state, operationId)
  if ('kind' in operation) return operation
  const holds = state.holds.get(operationId) ?? []
  const amount = heldAmount(holds, 'outbound')
  const object = state.objectsById.get(operation.source.objectId ?? '')
  const sweepTo = state.objectsById.get(operation.target.objectId ?? '')
  assert(object?.status === 'deleting', 'a pending deletion has its object blocked')
  assert(sweepTo?.status === 'active', 'the target of a sweep outlives it')
  assert(amount === operation.amount, 'a deletion settles what it holds')

  const { settled } = balanceOf(state, object.id, USD)
  const closedHolds = holds.map((hold) => ({ hold, as: 'settled' as const }))
  const swept: Swept = { object, settled: amount, sweepTo }
  if (settled > amount) {
    const moved = { ...sweepOf(swept, request, now), closedHolds, proofs }
    const failed = failedWith(operation, swept, request, now)
    return { kind: 'composed', postings: [moved, failed], operation: failed.operation!.row }
  }
  const end = endOf(swept, ids, now)
  const posting = emptyPosting('delete', AUTHORITY, 'committed')
  posting.operation = transition(operation, 'completed', end.outcome, now)
  return { kind: 'accepted', posting: { ...posting, ...end.effects, closedHolds, proofs, jobs } }
}

interface Swept extends Deletable {
  sweepTo: LedgerObject
}

function sweepOf(
  { object, settled, sweepTo }: Swept,
  { realmId, operationId, sweep }: SettleDeleteRequest,
  now: Micros
): Posting {
  const posting = emptyPosting('adjustment', AUTHORITY, 'committed')
  const leg = (objectId: string, amount: Atoms): Leg => ({
    objectId,
    denomination: USD,
    amount,
    kind: 'sweep',
  })
  posting.operation = {
    kind: 'new',
    row: newOperation(realmId, sweep, now, {
      state: 'completed',
      outcome: { status: 'completed', ...amountOf(settled), deletionId: operationId },
      ...movementOf({ object, settled, sweepTo }),
    }),
  }
  posting.legs = [leg(object.id, -settled), leg(sweepTo.id, settled)]
  return posting
}

function failedWith(
  operation: Operation,
  { object, settled }: Swept,
  { sweep, ids, jobs }: SettleDeleteRequest,
  now: Micros
): Posting {
  const posting = emptyPosting('delete', AUTHORITY, 'released')
  const outcome = {
    status: 'failed',
    code: 'DELETE_NOT_EMPTY',
    objectId: object.id,
    swept: { ...amountOf(settled), operationId: sweep.id },
  }
  posting.operation = transition(operation, 'failed', outcome, now, NOT_EMPTY)
  posting.changedObjects = [{ ...object, status: 'active' }]
  posting.deltas = [statusChange(ids.delta, object, 'active')]
  posting.events = [
    {
      id: ids.event,
      type: 'operation.failed',
      objectId: object.id,
      objectPath: object.path,
      payload: JSON.stringify({ operationId: operation.id, failureMessage: NOT_EMPTY }),
    },
  ]
  posting.jobs = jobs
  return posting
}

function amountOf(settled: Atoms) {
  return { amount: formatUsd(settled), denomination: USD }
}

function transition(
  operation: Operation,
  state: 'completed' | 'failed',
  outcome: Operation['outcome'],
  now: Micros,
  failureMessage: string | null = null
): NonNullable<Posting['operation']> {
  return {
    kind: 'transition',
    row: { ...operation, state, failureMessage, outcome, updatedAt: now },
  }
}
