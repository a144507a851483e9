import type { OutboxJob } from '#app/queue/job'
import type { Micros } from '#app/clock/clock'
import { formatUsd, parseUsd } from '#app/money/usd'
import { assert } from './assert.ts'
import {
  checkTransfer,
  transferLegs,
  transferOutcome,
  bothSides,
  type TransferTerms,
} from './check_transfer.ts'
import { type Decision, emptyPosting, noOperation } from './decision.ts'
import { reversalLegs } from './decide_reverse.ts'
import { feeObjectOf } from './fee_object.ts'
import { authorityOf, newOperation } from './idempotency.ts'
import { hasTrait } from './operation_types.ts'
import { forOperation, small, type FollowUpRequest } from './request_kind.ts'
import { balanceOf, type RealmState } from './state.ts'
import { isOf, USD, type Hold, type Operation, type ProofDraft } from './terms.ts'

/**
 * A transfer that needs its rail: the amount is held until the rail has delivered or refused. It is
 * checked on the same terms as `transfer`, so that one path cannot mean both.
 */
export interface OpenTransferRequest extends TransferTerms {
  kind: 'open_transfer'
  jobs: OutboxJob[]
}

export const OPEN_TRANSFER = forOperation<OpenTransferRequest>({
  decide: decideOpenTransfer,
  reads: bothSides,
  bytes: small,
})

/** The rail has delivered a held transfer. */
export interface SettleTransferRequest extends FollowUpRequest<'settle_transfer'> {
  proofs: ProofDraft[]
}

/**
 * Opens a transfer whose rail is not immediate. The amount departs from the source and is shown as
 * arriving at the target: nothing has moved yet, and nobody can spend the amount twice.
 */
export function decideOpenTransfer(
  state: RealmState,
  request: OpenTransferRequest,
  now: Micros
): Decision {
  const { realmId, operation, amount, fee, jobs } = request
  const result = checkTransfer(state, request, now)
  if ('answer' in result) return result.answer
  const { source, target, spends, counted } = result.checked

  const posting = emptyPosting('transfer', authorityOf(operation), 'pending')
  posting.operation = {
    kind: 'new',
    row: newOperation(realmId, operation, now, {
      state: 'pending',
      outcome: transferOutcome('pending', amount, fee),
      source: { objectId: source.id, path: source.path },
      target: { objectId: target.id, path: target.path },
      denomination: USD,
      amount,
    }),
  }
  const held = { operationId: operation.id, denomination: USD }
  posting.newHolds = [
    { ...held, objectId: source.id, direction: 'outbound', amount },
    { ...held, objectId: target.id, direction: 'inbound', amount: amount - fee },
  ]
  posting.newSpends = spends
  posting.countedMoves = counted
  posting.jobs = jobs
  return { kind: 'accepted', posting }
}

/**
 * The rail has delivered: the held amount moves, with the fee that was agreed when the transfer was
 * opened.
 */
export function decideSettleTransfer(
  state: RealmState,
  { operationId, proofs, jobs }: SettleTransferRequest,
  now: Micros
): Decision {
  const operation = state.operationsById.get(operationId)
  if (isOf('reversal', operation)) return settleReversal(state, operation, { proofs, jobs }, now)
  if (!hasTrait(operation, 'carriedAs', 'transfer')) return noOperation(operationId, 'transfer')
  if (operation.state !== 'pending') return { kind: 'settled_before', operation }
  const holds = state.holds.get(operationId) ?? []
  const amount = heldAmount(holds, 'outbound')
  const fee = amount - heldAmount(holds, 'inbound')
  const source = state.objectsById.get(operation.source.objectId ?? '')
  const target = state.objectsById.get(operation.target.objectId ?? '')
  assert(source !== undefined && target !== undefined, 'a transfer was opened between two objects')
  assert(amount === operation.amount && fee >= 0n, 'a transfer settles what it holds')

  const posting = emptyPosting(operation.type, 'system:settlement', 'committed')
  posting.operation = {
    kind: 'transition',
    row: {
      ...operation,
      state: 'completed',
      outcome: {
        ...operation.outcome,
        ...transferOutcome('completed', amount, fee, {
          sourceNewBalance: formatUsd(balanceOf(state, source.id, USD).settled - amount),
          targetNewBalance: formatUsd(balanceOf(state, target.id, USD).settled + amount - fee),
        }),
      },
      updatedAt: now,
    },
  }
  posting.legs = transferLegs(state, { source, target }, amount, fee)
  posting.closedHolds = holds.map((hold) => ({ hold, as: 'settled' }))
  posting.proofs = proofs
  posting.jobs = jobs
  return { kind: 'accepted', posting }
}

/** What a rail has delivered goes back, with the part of the fee that was held for it. */
function settleReversal(
  state: RealmState,
  operation: Operation<'reversal'>,
  { proofs, jobs }: Pick<SettleTransferRequest, 'proofs' | 'jobs'>,
  now: Micros
): Decision {
  if (operation.state !== 'pending') return { kind: 'settled_before', operation }
  const holds = state.holds.get(operation.id) ?? []
  const source = state.objectsById.get(operation.source.objectId ?? '')
  const target = state.objectsById.get(operation.target.objectId ?? '')
  const { amount, outcome } = operation
  assert(source !== undefined && target !== undefined, 'a reversal is between two objects')
  assert(amount !== null, 'a reversal has an amount')
  const refunded = outcome.refundedFee ? parseUsd(outcome.refundedFee.amount) : 0n
  const refund =
    refunded > 0n ? { fees: feeObjectOf(state, target.boundaryId), amount: refunded } : null
  const posting = emptyPosting('reversal', 'system:settlement', 'committed')
  const ended = { state: 'completed' as const, outcome: { ...outcome, status: 'completed' } }
  posting.operation = { kind: 'transition', row: { ...operation, ...ended, updatedAt: now } }
  posting.legs = reversalLegs([{ source, target, amount, refund: refunded }], refund)
  posting.closedHolds = holds.map((hold) => ({ hold, as: 'settled' }))
  posting.proofs = proofs
  posting.jobs = jobs
  return { kind: 'accepted', posting }
}

/** The amount that a movement between two objects holds on one side. */
export function heldAmount(holds: readonly Hold[], direction: Hold['direction']): bigint {
  const hold = holds.find((each) => each.direction === direction)
  assert(hold !== undefined, 'a pending movement holds on both sides')
  return hold.amount
}
