import type { Micros } from '#app/clock/clock'
import { formatUsd, type Atoms } from '#app/money/usd'
import { assert } from './assert.ts'
import { refuseOwnBooks } from './check_transfer.ts'
import { type Decision, emptyPosting, noOperation, refuse, type Refusal } from './decision.ts'
import { feeObjectOf } from './fee_object.ts'
import { authorityOf, newOperation, replayOf } from './idempotency.ts'
import { movementTermsOf } from './movement_terms.ts'
import { checkNet, type Move } from './net_moves.ts'
import { forOperation, small, type OperationRequest } from './request_kind.ts'
import { windowsRead, type Spending } from './spending.ts'
import { NOT_REVERSED, type RealmState } from './state.ts'
import { USD, type Leg, type LedgerObject, type Operation } from './terms.ts'
import { LEDGER_LIMITS } from '../limits.ts'

/** Moves back what a movement has moved, or a part of it. */
export interface ReverseRequest extends OperationRequest<'reverse'> {
  originalId: string
  /** Taken from what the target received; null: all that is left of it. */
  amount: Atoms | null
  /** Whether the fee comes back too, in proportion. */
  refundFee: boolean
  /** Whether a rail has to deliver it; `jobs` then start that. */
  waits: boolean
  /** The object that gives back, with what the credential may move out of it. */
  spending?: { objectId: string; spending: Spending }
}

export const REVERSE = forOperation<ReverseRequest>({
  decide: decideReverse,
  reads: ({ originalId, spending }) => ({
    operationIds: [originalId],
    reversedOf: [originalId],
    spentIn: windowsRead(spending?.spending, spending?.objectId ?? ''),
  }),
  bytes: small,
})

/** A movement whose other direction is asked for. */
interface Reversal {
  original: Operation
  /** Back from who received it. */
  move: Move
  /** What comes back out of the collected fees. */
  refund: { fees: LedgerObject; amount: Atoms } | null
}

/** The opposite of a completed movement. Nothing more comes back than has arrived, whatever runs at once. */
export function decideReverse(state: RealmState, request: ReverseRequest, now: Micros): Decision {
  const { realmId, operation, waits, jobs } = request
  const replay = replayOf(state, operation)
  if (replay) return replay
  const found = reversalOf(state, request)
  if ('kind' in found) return found
  const { original, move, refund } = found
  const { source, target, amount } = move
  const spendings = new Map(request.spending && [[source.id, [request.spending.spending]]])
  const moves = refund
    ? [move, { source: refund.fees, target, amount: refund.amount, fee: 0n }]
    : [move]
  const checked = checkNet(state, moves, { operationId: operation.id, spendings, now })
  if ('answer' in checked) return checked.answer

  const posting = emptyPosting('reversal', authorityOf(operation), waits ? 'pending' : 'committed')
  const status = waits ? 'pending' : 'completed'
  posting.operation = {
    kind: 'new',
    row: newOperation<'reversal'>(realmId, operation, now, {
      state: status,
      outcome: {
        status,
        amount: formatUsd(amount),
        denomination: USD,
        reversalOf: original.id,
        ...(refund && { refundedFee: { amount: formatUsd(refund.amount), denomination: USD } }),
      },
      source: { objectId: source.id, path: source.path },
      target: { objectId: target.id, path: target.path },
      denomination: USD,
      amount,
    }),
  }
  posting.newSpends = checked.spends
  posting.countedMoves = checked.counted
  posting.newReversals = [{ operationId: original.id, reversalId: operation.id, amount }]
  posting.jobs = jobs
  if (waits) {
    const held = { operationId: operation.id, denomination: USD }
    posting.newHolds = [
      { ...held, objectId: source.id, direction: 'outbound', amount },
      {
        ...held,
        objectId: target.id,
        direction: 'inbound',
        amount: amount + (refund?.amount ?? 0n),
      },
    ]
    if (refund) {
      const { fees } = refund
      posting.newHolds.push({
        ...held,
        objectId: fees.id,
        direction: 'outbound',
        amount: refund.amount,
      })
    }
  } else posting.legs = reversalLegs({ source, target }, amount, refund)
  return { kind: 'accepted', posting }
}

/** The giver pays, the receiver gets it, and what comes back of the fee. */
export function reversalLegs(
  { source, target }: { source: LedgerObject; target: LedgerObject },
  amount: Atoms,
  refund: Reversal['refund']
): Leg[] {
  const refunded = refund?.amount ?? 0n
  const legs: Leg[] = [
    { objectId: source.id, denomination: USD, amount: -amount, kind: 'transfer' },
    { objectId: target.id, denomination: USD, amount: amount + refunded, kind: 'transfer' },
  ]
  if (refund)
    legs.push({ objectId: refund.fees.id, denomination: USD, amount: -refunded, kind: 'fee' })
  return legs
}

function reversalOf(state: RealmState, request: ReverseRequest): Reversal | Refusal {
  const { originalId, refundFee } = request
  const original = state.operationsById.get(originalId)
  if (!original) return noOperation(originalId)
  const unfit = unfitToReverse(original)
  if (unfit) return unfit
  const { fee } = movementTermsOf(original)
  assert(original.amount !== null, 'a movement has an amount')
  const arrived = original.amount - fee
  const { amount: before, count } = state.reversed.get(originalId) ?? NOT_REVERSED
  const left = arrived - before
  const amount = request.amount ?? left
  if (left === 0n || amount > left) return alreadyReversed(originalId, left, amount)
  const most = LEDGER_LIMITS.reversalsOfOperation
  if (count >= most) {
    return refuse('CONFLICT', {
      message: `The operation ${originalId} was reversed ${most} times, and takes no more.`,
      next: 'Transfer what is to go back.',
    })
  }
  const sides = sidesOf(state, original)
  if ('kind' in sides) return sides
  const { source, target } = sides
  const share = (part: Atoms) => (fee * part) / arrived
  const back = refundFee ? share(before + amount) - share(before) : 0n
  return {
    original,
    move: { source, target, amount, fee: 0n },
    refund: back > 0n ? { fees: feeObjectOf(state, target.boundaryId), amount: back } : null,
  }
}

/** Who gives back, and who gets it: the very objects that took part. */
function sidesOf(
  state: RealmState,
  original: Operation
): { source: LedgerObject; target: LedgerObject } | Refusal {
  const source = state.objectsById.get(original.target.objectId ?? '')
  const target = state.objectsById.get(original.source.objectId ?? '')
  assert(source !== undefined && target !== undefined, 'a movement was between two objects')
  // Whoever stands at the path today has nothing to do with it.
  const missing = [source, target].find(({ status }) => status !== 'active')
  if (missing) return gone(original.id, missing.path)
  return refuseOwnBooks(source, target) ?? { source, target }
}

export const REVERSIBLE = ['transfer', 'capture'] as const

/** The refusal of what cannot be reversed at all; null when it can. */
function unfitToReverse({ id, type, state }: Operation): Refusal | null {
  if (!REVERSIBLE.some((each) => each === type)) {
    return refuse('VALIDATION_ERROR', {
      message: `The operation ${id} is a ${type}, and only ${REVERSIBLE.join(' and ')} are reversed.`,
      next: 'Move the value back with POST /api/v1/transfer.',
    })
  }
  if (state === 'completed') return null
  return refuse('CONFLICT', {
    message: `The operation ${id} is ${state}, and has moved nothing that could go back.`,
    next: 'Wait until it is completed; a failed operation needs no reversal.',
    details: { operationId: id, state },
  })
}

function alreadyReversed(id: string, left: Atoms, amount: Atoms): Refusal {
  return refuse('ALREADY_REVERSED', {
    message: `Of the operation ${id}, ${formatUsd(left)} is left to reverse, and ${formatUsd(amount)} is asked.`,
    details: { operationId: id, reversible: formatUsd(left) },
  })
}

function gone(id: string, path: string): Refusal {
  return refuse('NOT_FOUND', {
    message: `The object ${path} that took part in ${id} is gone, and the operation cannot be reversed.`,
    next: 'Move the value with POST /api/v1/transfer.',
  })
}
