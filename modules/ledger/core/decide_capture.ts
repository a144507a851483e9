import type { Micros } from '#app/clock/clock'
import { formatUsd, type Atoms } from '#app/money/usd'
import { assert } from './assert.ts'
import {
  aboveFee,
  missingSide,
  refuseOwnBooks,
  transferLegs,
  transferOutcome,
} from './check_transfer.ts'
import { holdEvent, lessened, notOpen } from './decide_hold.ts'
import {
  type Decision,
  emptyPosting,
  noOperation,
  type Posting,
  refuse,
  type Refusal,
} from './decision.ts'
import { holdStatusOf, leftOf } from './hold.ts'
import { authorityOf, newOperation, replayOf } from './idempotency.ts'
import { arrivesWithin } from './object_limits.ts'
import {
  forOperation,
  needsNoLoad,
  small,
  type OperationRequest,
  type SeenOperation,
} from './request_kind.ts'
import { spendOf, windowsRead, type Spending } from './spending.ts'
import { balanceOf, type RealmState } from './state.ts'
import { isOf, USD, type LedgerObject, type Operation, type SpendDraft } from './terms.ts'
import { usableAt } from './usable_object.ts'
import { LEDGER_LIMITS } from '../limits.ts'

/** Moves an amount that is held, or a part of it. */
export interface CaptureHoldRequest extends OperationRequest<'capture_hold'> {
  holdId: string
  /** The hold as this process has read it. */
  seen?: SeenOperation<'hold'>
  target: { id: string; path: string }
  /** null: all that is left. */
  amount: Atoms | null
  /** Part of what is captured. */
  fee: Atoms
  /** Whether the rest is released. */
  final: boolean
  /** Whether a rail has to deliver it; `jobs` then start that. */
  waits: boolean
  /** The object that the amount is held on, with what the credential may move out of it. */
  spending?: { objectId: string; spending: Spending }
  ids: { captured: string; released: string }
}

export const CAPTURE_HOLD = forOperation<CaptureHoldRequest>({
  decide: decideCapture,
  reads: ({ holdId, seen, target, spending }) => ({
    operationIds: [holdId],
    seen,
    objectPaths: [target.path],
    spentIn: windowsRead(spending?.spending, spending?.objectId ?? ''),
  }),
  bytes: small,
  foreseen: needsNoLoad,
})

interface Capture {
  hold: Operation<'hold'>
  source: LedgerObject
  target: LedgerObject
  amount: Atoms
  /** What the hold has before it. */
  rest: Atoms
  spends: SpendDraft[]
}

/**
 * Takes the amount off its hold and moves it, in two entries that are committed together: one ends or
 * lessens the hold, the other is the movement, or its beginning where a rail has to deliver it.
 */
export function decideCapture(
  state: RealmState,
  request: CaptureHoldRequest,
  now: Micros
): Decision {
  const checked = check(state, request, now)
  if ('kind' in checked) return checked
  const moved = movementOf(state, request, checked, now)
  const taken = takenOff(state, request, checked, now)
  const { row } = moved.operation!
  return { kind: 'composed', postings: [taken, moved], operation: row }
}

function check(state: RealmState, request: CaptureHoldRequest, now: Micros): Capture | Decision {
  const { operation, holdId, fee } = request
  const replay = replayOf(state, operation)
  if (replay) return replay
  const hold = state.operationsById.get(holdId)
  if (!isOf('hold', hold)) return noOperation(holdId, 'hold')
  if (holdStatusOf(hold, now) !== 'open') return notOpen(hold, now)
  const source = state.objectsById.get(hold.source.objectId ?? '')
  assert(source !== undefined, 'a hold was opened on an existing object')
  const target = usableAt(state, request.target.path)
  if (!target) return missingSide(state, 'target', request.target.path)
  if (target.id !== request.target.id) return refuse('OBJECT_REPLACED')
  if (target.id === source.id) {
    return refuse('VALIDATION_ERROR', {
      message: `The hold is on ${source.path} itself, and a capture moves the amount elsewhere.`,
      next: 'Name another targetObjectPath.',
    })
  }
  const keeps = refuseOwnBooks(source, target)
  if (keeps) return keeps
  const taken = takenBy(state, request)
  if ('kind' in taken) return taken
  const { amount, rest } = taken
  // What arrives where the hold said was looked at when it was opened.
  const isNew = hold.target.objectId !== target.id
  const beyond = isNew ? arrivesWithin(state, target, amount - fee) : null
  if (beyond) return beyond
  const most = LEDGER_LIMITS.capturesOfHold
  if (hold.outcome.captures.length >= most) {
    return refuse('CONFLICT', {
      message: `The hold ${holdId} was captured ${most} times, and takes no more.`,
      next: 'Release it, and hold the rest anew.',
    })
  }
  const spender = { objectId: source.id, path: source.path, operationId: operation.id, amount }
  const spent = spendOf(state, request.spending?.spending, spender)
  if ('refusal' in spent) return spent.refusal
  return { hold, source, target, amount, rest, spends: spent.spends }
}

/** What is captured, and what the hold has before it. */
function takenBy(
  state: RealmState,
  { holdId, fee, ...request }: CaptureHoldRequest
): Pick<Capture, 'amount' | 'rest'> | Refusal {
  const rest = leftOf(state.holds.get(holdId) ?? [])
  const amount = request.amount ?? rest
  if (amount > rest) {
    return refuse('INSUFFICIENT_BALANCE', {
      message: `The hold ${holdId} has ${formatUsd(rest)} left, and ${formatUsd(amount)} is asked.`,
      next: 'Capture less; GET /api/v1/holds/:operationId shows remainingAmount.',
      details: { remaining: formatUsd(rest), requested: formatUsd(amount) },
    })
  }
  return aboveFee(amount, fee) ?? { amount, rest }
}

/** The movement itself, as a transfer would be posted. */
function movementOf(
  state: RealmState,
  { realmId, operation, holdId, fee, waits, jobs }: CaptureHoldRequest,
  { source, target, amount, spends }: Capture,
  now: Micros
): Posting {
  const posting = emptyPosting('capture', authorityOf(operation), waits ? 'pending' : 'committed')
  const balances = {
    sourceNewBalance: formatUsd(balanceOf(state, source.id, USD).settled - amount),
    targetNewBalance: formatUsd(balanceOf(state, target.id, USD).settled + amount - fee),
  }
  const status = waits ? 'pending' : 'completed'
  const outcome = transferOutcome(status, amount, fee, waits ? {} : balances)
  posting.operation = {
    kind: 'new',
    row: newOperation(realmId, operation, now, {
      state: status,
      outcome: { ...outcome, holdId },
      source: { objectId: source.id, path: source.path },
      target: { objectId: target.id, path: target.path },
      denomination: USD,
      amount,
    }),
  }
  posting.newSpends = spends
  posting.jobs = jobs
  if (!waits) {
    posting.legs = transferLegs(state, { source, target }, amount, fee)
    return posting
  }
  const held = { operationId: operation.id, denomination: USD }
  posting.newHolds = [
    { ...held, objectId: source.id, direction: 'outbound', amount },
    { ...held, objectId: target.id, direction: 'inbound', amount: amount - fee },
  ]
  return posting
}

/** What becomes of the hold. */
function takenOff(
  state: RealmState,
  { operation, holdId, final, ids }: CaptureHoldRequest,
  { hold, amount, rest }: Capture,
  now: Micros
): Posting {
  const holds = state.holds.get(holdId)!
  const left = rest - amount
  const ends = left === 0n || final
  const posting = emptyPosting('hold', authorityOf(operation), ends ? 'committed' : 'pending')
  const { captures } = hold.outcome
  const captured = capturedBefore(hold, rest) + amount
  const row: Operation<'hold'> = {
    ...hold,
    state: ends ? 'completed' : 'pending',
    outcome: {
      ...hold.outcome,
      status: ends ? 'captured' : 'open',
      capturedAmount: formatUsd(captured),
      remainingAmount: formatUsd(ends ? 0n : left),
      captures: [...captures, operation.id],
    },
    updatedAt: now,
  }
  posting.operation = { kind: 'transition', row }
  if (left === 0n) posting.closedHolds = holds.map((each) => ({ hold: each, as: 'settled' }))
  else posting.changedHolds = lessened(holds, amount)
  const told = { amount: formatUsd(amount), captureId: operation.id }
  posting.events = [holdEvent(ids.captured, 'hold.captured', row, told)]
  if (ends && left > 0n) {
    posting.closedHolds = posting.changedHolds.map(({ hold: each }) => ({
      hold: each,
      as: 'released',
    }))
    const released = { amount: formatUsd(left) }
    posting.events.push(holdEvent(ids.released, 'hold.released', row, released))
  }
  return posting
}

/** All that was taken off a hold is captured as long as it is open. */
function capturedBefore(hold: Operation<'hold'>, rest: Atoms): Atoms {
  assert(hold.amount !== null, 'a hold has an amount')
  return hold.amount - rest
}
