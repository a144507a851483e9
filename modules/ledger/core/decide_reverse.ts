import type { Micros } from '#app/clock/clock'
import { formatUsd, type Atoms } from '#app/money/usd'
import { assert } from './assert.ts'
import { refuseOwnBooks } from './check_transfer.ts'
import {
  type Decision,
  emptyPosting,
  noOperation,
  type Posting,
  refuse,
  type Refusal,
} from './decision.ts'
import { feeObjectOf } from './fee_object.ts'
import { authorityOf, newOperation, replayOf } from './idempotency.ts'
import { checkNet, type Move } from './net_moves.ts'
import { forOperation, type OperationRequest, type SeenOperation } from './request_kind.ts'
import { partsBack, type PartBack } from './reversible.ts'
import { windowsRead, type Spending } from './spending.ts'
import type { RealmState } from './state.ts'
import { isOf, USD, type Leg, type LedgerObject, type Operation } from './terms.ts'
import { LIMITS } from '#app/limits'

/** Moves back what a movement has moved, or a part of it. */
export interface ReverseRequest extends OperationRequest<'reverse'> {
  originalId: string
  /** The original as this process has read it. */
  seen?: SeenOperation
  /** Of a posting: the ids of the objects of all its moves. */
  objectIds: readonly string[]
  /** Taken from what the targets received; null: all that is left of it. */
  amount: Atoms | null
  /** Whether the fee comes back too, in proportion. */
  refundFee: boolean
  /** Whether a rail has to deliver it; `jobs` then start that. */
  waits: boolean
  /** What the credential may move out of each object that gives back, by its id; all of it is kept. */
  spendings: ReadonlyMap<string, readonly Spending[]>
}

export const REVERSE = forOperation<ReverseRequest>({
  decide: decideReverse,
  reads: ({ originalId, seen, objectIds, spendings }) => ({
    operationIds: [originalId],
    seen,
    objectIds,
    reversedOf: [originalId],
    spentIn: [...spendings].flatMap(([objectId, bounds]) =>
      bounds.flatMap((spending) => windowsRead(spending, objectId))
    ),
  }),
  // The outcome names the paths of both sides of each move.
  bytes: ({ objectIds }) => objectIds.length * LIMITS.pathBytes,
  foreseen: ({ spendings }) => spendings.size === 0,
})

/** A movement whose other direction is asked for. */
interface Reversal {
  original: Operation
  /** Back from who received it, in the order of the original's moves. */
  moves: MoveBack[]
  amount: Atoms
  /** What comes back out of the collected fees. */
  refund: { fees: LedgerObject; amount: Atoms } | null
}

interface MoveBack extends Move {
  refund: Atoms
}

/** The opposite of a completed movement. Nothing more comes back than has arrived, whatever runs at once. */
export function decideReverse(state: RealmState, request: ReverseRequest, now: Micros): Decision {
  const { realmId, operation, spendings, waits, jobs } = request
  const replay = replayOf(state, operation)
  if (replay) return replay
  const found = reversalOf(state, request)
  if ('kind' in found) return found
  const { original, moves, amount, refund } = found
  const moving = moves.filter((move) => move.amount > 0n)
  const flowing = [...moving, ...refundMoves(found)]
  const checked = checkNet(state, flowing, { operationId: operation.id, spendings, now })
  if ('answer' in checked) return checked.answer

  const posting = emptyPosting('reversal', authorityOf(operation), waits ? 'pending' : 'committed')
  const status = waits ? 'pending' : 'completed'
  const [{ source, target }] = moves as [MoveBack]
  posting.operation = {
    kind: 'new',
    row: newOperation<'reversal'>(realmId, operation, now, {
      state: status,
      outcome: {
        status,
        amount: formatUsd(amount),
        denomination: USD,
        reversalOf: original.id,
        ...(isOf('posting', original) && { moves: moves.map(moveOutcome) }),
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
  const parts = moves.map((move) => move.amount)
  posting.newReversals = [{ operationId: original.id, reversalId: operation.id, parts }]
  posting.jobs = jobs
  if (waits) posting.newHolds = holdsOf(operation.id, found)
  else posting.legs = reversalLegs(moving, refund)
  return { kind: 'accepted', posting }
}

/** What comes back of the fee counts towards what its receivers may hold. */
function refundMoves({ moves, refund }: Reversal): Move[] {
  if (!refund) return []
  return moves
    .filter((move) => move.refund > 0n)
    .map(({ target, refund: amount }) => ({ source: refund.fees, target, amount, fee: 0n }))
}

function moveOutcome({ source, target, amount }: Move) {
  const sides = { sourceObjectPath: source.path, targetObjectPath: target.path }
  return { ...sides, amount: formatUsd(amount) }
}

/** What a rail is to deliver. A posting stays in one boundary, so that this is one move. */
function holdsOf(operationId: string, { moves, refund }: Reversal): Posting['newHolds'] {
  assert(moves.length === 1, 'a rail carries one move')
  const [{ source, target, amount }] = moves as [MoveBack]
  const held = { operationId, denomination: USD }
  const refunded = refund?.amount ?? 0n
  const holds: Posting['newHolds'] = [
    { ...held, objectId: source.id, direction: 'outbound', amount },
    { ...held, objectId: target.id, direction: 'inbound', amount: amount + refunded },
  ]
  if (!refund) return holds
  return [...holds, { ...held, objectId: refund.fees.id, direction: 'outbound', amount: refunded }]
}

/**
 * The givers pay, the receivers get it, and what comes back of the fee. What comes in is booked
 * before what goes out, so that no object is below zero in between.
 */
export function reversalLegs(
  moves: readonly Pick<MoveBack, 'source' | 'target' | 'amount' | 'refund'>[],
  refund: Reversal['refund']
): Leg[] {
  const leg = { denomination: USD, kind: 'transfer' as const }
  const legs: Leg[] = [
    ...moves.map(({ target, amount, refund: part }) => ({
      ...leg,
      objectId: target.id,
      amount: amount + part,
    })),
    ...moves.map(({ source, amount }) => ({ ...leg, objectId: source.id, amount: -amount })),
  ]
  if (!refund) return legs
  return [...legs, { ...leg, kind: 'fee', objectId: refund.fees.id, amount: -refund.amount }]
}

function reversalOf(state: RealmState, request: ReverseRequest): Reversal | Refusal {
  const original = state.operationsById.get(request.originalId)
  if (!original) return noOperation(request.originalId)
  const parts = partsBack(state, original, request)
  if (!Array.isArray(parts)) return parts
  const moves: MoveBack[] = []
  for (const part of parts) {
    const sides = sidesOf(state, original, part)
    if ('kind' in sides) return sides
    moves.push({ ...sides, amount: part.amount, fee: 0n, refund: part.refund })
  }
  const total = (amounts: Atoms[]) => amounts.reduce((sum, each) => sum + each, 0n)
  const refunded = total(moves.map(({ refund }) => refund))
  const [{ target }] = moves as [MoveBack]
  return {
    original,
    moves,
    amount: total(moves.map(({ amount }) => amount)),
    refund:
      refunded > 0n ? { fees: feeObjectOf(state, target.boundaryId), amount: refunded } : null,
  }
}

/** Who gives back, and who gets it: the very objects that took part. */
function sidesOf(
  state: RealmState,
  original: Operation,
  { payerId, receiverId, amount }: PartBack
): { source: LedgerObject; target: LedgerObject } | Refusal {
  const source = state.objectsById.get(receiverId)
  const target = state.objectsById.get(payerId)
  assert(source !== undefined && target !== undefined, 'a movement was between two objects')
  if (amount === 0n) return { source, target }
  // Whoever stands at the path today has nothing to do with it.
  const missing = [source, target].find(({ status }) => status !== 'active')
  if (missing) return gone(original.id, missing.path)
  return refuseOwnBooks(source, target) ?? { source, target }
}

function gone(id: string, path: string): Refusal {
  return refuse('NOT_FOUND', {
    message: `The object ${path} that took part in ${id} is gone, and the operation cannot be reversed.`,
    next: 'Move the value with POST /api/v1/transfer.',
  })
}
