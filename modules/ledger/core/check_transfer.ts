import type { Micros } from '#app/clock/clock'
import { formatUsd, type Atoms } from '#app/money/usd'
import { assert } from './assert.ts'
import { unmetCondition, versionsRead, type Conditions } from './conditions.ts'
import { refuse, type Decision, type Refusal } from './decision.ts'
import { feeObjectOf } from './fee_object.ts'
import { replayOf } from './idempotency.ts'
import { arrivesWithin, countedMove, leavesWithin } from './object_limits.ts'
import type { Reads } from './request_kind.ts'
import { spendOf, windowsRead, type Spending } from './spending.ts'
import { availableOf, balanceOf, type RealmState } from './state.ts'
import {
  USD,
  type Balance,
  type CountedMove,
  type Leg,
  type LedgerObject,
  type OperationDraft,
  type SpendDraft,
} from './terms.ts'
import { refusalAt, usableAt } from './usable_object.ts'

/** What is to move, and between which objects. */
export interface TransferTerms {
  realmId: string
  operation: OperationDraft
  source: { id: string; path: string }
  target: { id: string; path: string }
  amount: Atoms
  /** Part of `amount`. */
  fee: Atoms
  conditions?: Conditions
  /** What the credential may move out of the source in a window; left out when nothing bounds it. */
  spending?: Spending
}

export function bothSides({ source, target, conditions, spending }: TransferTerms): Reads {
  return {
    objectPaths: [source.path, target.path],
    versionsOf: versionsRead(conditions, source.id),
    spentIn: windowsRead(spending, source.id),
  }
}

export interface CheckedTransfer {
  source: LedgerObject
  target: LedgerObject
  /** The source's balance before it pays. */
  paid: Balance
  spends: SpendDraft[]
  counted: CountedMove[]
}

/**
 * What every transfer must satisfy, held or immediate. The first refusal wins, in the order that
 * the contract promises.
 */
export function checkTransfer(
  state: RealmState,
  request: TransferTerms,
  now: Micros
): { checked: CheckedTransfer } | { answer: Decision } {
  const { operation, amount, fee } = request
  assert(amount > 0n && fee >= 0n, 'validators let only positive amounts through')
  assert(request.source.path !== request.target.path, 'validators refuse a transfer to itself')

  const replay = replayOf(state, operation)
  if (replay) return { answer: replay }
  const source = usableAt(state, request.source.path)
  if (!source) return { answer: missingSide(state, 'source', request.source.path) }
  const target = usableAt(state, request.target.path)
  if (!target) return { answer: missingSide(state, 'target', request.target.path) }
  // The rail was chosen for these two objects; others at the same paths may need another rail.
  if (source.id !== request.source.id || target.id !== request.target.id) {
    return { answer: refuse('OBJECT_REPLACED') }
  }
  if (source.keepsOwnBooks && target.keepsOwnBooks) {
    return {
      answer: refuse('VALIDATION_ERROR', {
        message: `${source.path} (${source.type}) and ${target.path} (${target.type}) both keep books of their own, and exchange no value directly.`,
        next: 'Transfer to a denominated object first, and from there to the other one.',
      }),
    }
  }
  const uncovered = aboveFee(amount, fee)
  if (uncovered) return { answer: uncovered }
  const unmet = unmetCondition(state, request.conditions, { source, target })
  if (unmet) return { answer: unmet }
  const paid = balanceOf(state, source.id, USD)
  // Only the kind that keeps an object's own books knows what the object can spend; its cash in the
  // journal may be below zero.
  const short = source.keepsOwnBooks ? null : shortOf(source.path, paid, amount)
  if (short) return { answer: short }
  const beyond =
    leavesWithin(state, source, amount, now) ?? arrivesWithin(state, target, amount - fee)
  if (beyond) return { answer: beyond }
  const { id: objectId, path } = source
  const spent = spendOf(state, request.spending, {
    objectId,
    path,
    operationId: operation.id,
    amount,
  })
  if ('refusal' in spent) return { answer: spent.refusal }
  const counted = countedMove(source, amount)
  return { checked: { source, target, paid, spends: spent.spends, counted } }
}

/** Nothing usable stands at the path of a side. */
export function missingSide(state: RealmState, side: 'source' | 'target', path: string): Refusal {
  const notFound = refuse('NOT_FOUND', {
    message: `The ${side} object ${path} does not exist, or its create operation is not completed yet.`,
    next: `Create it with POST /api/v1/objects, or correct ${side}ObjectPath.`,
  })
  return refusalAt(state, path, notFound)
}

/** The refusal of an amount that its fee would use up; null when it is larger. */
export function aboveFee(amount: Atoms, fee: Atoms, what = 'amount'): Refusal | null {
  if (amount > fee) return null
  return refuse('VALIDATION_ERROR', {
    message: `The ${what} ${formatUsd(amount)} does not cover the fee of ${formatUsd(fee)}.`,
    next: 'Send a larger amount; GET /api/v1/fees/estimate tells the fee before.',
    details: { amount: formatUsd(amount), fee: formatUsd(fee) },
  })
}

/** Only the kind that keeps an object's own books knows what the object can spend, or takes. */
export function refuseOwnBooks(...objects: LedgerObject[]): Refusal | null {
  const own = objects.find(({ keepsOwnBooks }) => keepsOwnBooks)
  if (!own) return null
  return refuse('VALIDATION_ERROR', {
    message: `${own.path} (${own.type}) keeps books of its own, and nothing is held on it or for it.`,
    next: 'Name a denominated object, and transfer between the two.',
  })
}

/** The refusal of a payment that is more than what is available; null when it is covered. */
export function shortOf(path: string, balance: Balance, amount: Atoms): Decision | null {
  const available = availableOf(balance)
  if (available >= amount) return null
  return refuse('INSUFFICIENT_BALANCE', {
    message: `The object ${path} has ${formatUsd(available)} available, and ${formatUsd(amount)} is needed.`,
    details: { available: formatUsd(available), required: formatUsd(amount) },
  })
}

/**
 * The source pays `amount`, the target gets `amount − fee`, and the fee object of the source's
 * boundary the rest.
 */
export function transferLegs(
  state: RealmState,
  { source, target }: { source: LedgerObject; target: LedgerObject },
  amount: Atoms,
  fee: Atoms
): Leg[] {
  const legs: Leg[] = [
    { objectId: source.id, denomination: USD, amount: -amount, kind: 'transfer' },
    { objectId: target.id, denomination: USD, amount: amount - fee, kind: 'transfer' },
  ]
  if (fee > 0n) {
    const fees = feeObjectOf(state, source.boundaryId)
    legs.push({ objectId: fees.id, denomination: USD, amount: fee, kind: 'fee' })
  }
  assert(legs.reduce((sum, leg) => sum + leg.amount, 0n) === 0n, 'legs of an entry sum to zero')
  return legs
}

/** The outcome of a transfer, with its amount, and its fee if it has one. */
export function transferOutcome(
  status: 'pending' | 'completed',
  amount: Atoms,
  fee: Atoms,
  more: Record<string, string> = {}
) {
  return {
    status,
    amount: formatUsd(amount),
    denomination: USD,
    ...more,
    ...(fee > 0n && { fee: { amount: formatUsd(fee), denomination: USD } }),
  }
}
