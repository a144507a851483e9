import { formatUsd, parseUsd, type Atoms } from '#app/money/usd'
import { assert } from './assert.ts'
import { refuse, type Refusal } from './decision.ts'
import { movementTermsOf } from './movement_terms.ts'
import { traitOf } from './operation_types.ts'
import { inProportion } from './split.ts'
import { NOT_REVERSED, type RealmState } from './state.ts'
import { isOf, type Operation } from './terms.ts'
import { LEDGER_LIMITS } from '../limits.ts'

/** A move of an operation, that can go back. */
interface DoneMove {
  /** Who had paid, and who has received: ids of objects. */
  payerId: string
  receiverId: string
  /** What the receiver got. */
  arrived: Atoms
  /** What the payer paid besides. */
  fee: Atoms
}

/** What goes back of a move. */
export interface PartBack extends DoneMove {
  amount: Atoms
  /** What comes back of its fee. */
  refund: Atoms
}

/** The moves of an operation, in their order; a transfer is one. */
export function movesOf(original: Operation): DoneMove[] {
  if (isOf('posting', original)) {
    const { moves, fee } = original.outcome
    const each = fee ? parseUsd(fee.amount) / BigInt(moves.length) : 0n
    return moves.map(({ sourceObjectId, targetObjectId, amount }) => ({
      payerId: sourceObjectId,
      receiverId: targetObjectId,
      arrived: parseUsd(amount) - each,
      fee: each,
    }))
  }
  const { source, target, amount } = original
  assert(source.objectId !== null && target.objectId !== null, 'a movement is between two objects')
  assert(amount !== null, 'a movement has an amount')
  const { fee } = movementTermsOf(original)
  return [{ payerId: source.objectId, receiverId: target.objectId, arrived: amount - fee, fee }]
}

/**
 * Shares what is to go back among the moves, in proportion to what is left of each, to the unit. No
 * move gives more than is left of it, and what is left of the whole gives each its rest.
 *
 * @param asked null: all that is left
 */
export function partsBack(
  state: RealmState,
  original: Operation,
  asked: { amount: Atoms | null; refundFee: boolean }
): PartBack[] | Refusal {
  const unfit = unfitToReverse(original)
  if (unfit) return unfit
  const moves = movesOf(original)
  const { parts: before, count } = state.reversed.get(original.id) ?? NOT_REVERSED
  const rests = moves.map(({ arrived }, at) => arrived - (before[at] ?? 0n))
  const left = rests.reduce((sum, rest) => sum + rest, 0n)
  const amount = asked.amount ?? left
  if (left === 0n || amount > left) return alreadyReversed(original.id, left, amount)
  const most = LEDGER_LIMITS.reversalsOfOperation
  if (count >= most) {
    return refuse('CONFLICT', {
      message: `The operation ${original.id} was reversed ${most} times, and takes no more.`,
      next: 'Transfer what is to go back.',
    })
  }
  const parts = inProportion(amount, rests)
  return moves.map((move, at) => {
    const share = (part: Atoms) => (move.fee * part) / move.arrived
    const done = before[at] ?? 0n
    const refund = asked.refundFee ? share(done + parts[at]!) - share(done) : 0n
    return { ...move, amount: parts[at]!, refund }
  })
}

/** The refusal of what cannot be reversed at all; null when it can. */
function unfitToReverse({ id, type, state }: Operation): Refusal | null {
  if (!traitOf(type, 'reversible')) {
    return refuse('VALIDATION_ERROR', {
      message: `The operation ${id} is a ${type}, and only transfers, captures and postings are reversed.`,
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
  const details = { operationId: id, reversible: formatUsd(left) }
  if (left === 0n) {
    return refuse('ALREADY_REVERSED', {
      message: `Of the operation ${id}, nothing is left to reverse.`,
      next: 'GET /api/v1/operations/:id shows reversals and reversedAmount.',
      details,
    })
  }
  return refuse('ALREADY_REVERSED', {
    message: `Of the operation ${id}, ${formatUsd(left)} is left to reverse, and ${formatUsd(amount)} is asked.`,
    next: 'Reverse no more than is left; GET /api/v1/operations/:id shows reversals and reversedAmount.',
    details,
  })
}
