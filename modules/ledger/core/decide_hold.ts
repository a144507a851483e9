import type { Micros } from '#app/clock/clock'
import { toRfc3339 } from '#app/clock/timestamp'
import { formatUsd, type Atoms } from '#app/money/usd'
import { assert } from './assert.ts'
import { missingSide, refuseOwnBooks, shortOf } from './check_transfer.ts'
import { unmetCondition, versionsRead, type Conditions } from './conditions.ts'
import { type Decision, emptyPosting, refuse, type Refusal } from './decision.ts'
import { holdStatusOf } from './hold.ts'
import { authorityOf, newOperation, replayOf } from './idempotency.ts'
import { arrivesWithin, countedMove, leavesWithin } from './object_limits.ts'
import { forOperation, needsNoLoad, small, type OperationRequest } from './request_kind.ts'
import { spendOf, windowsRead, type Spending } from './spending.ts'
import { balanceOf, type RealmState } from './state.ts'
import { USD, type Hold, type LedgerObject, type Operation } from './terms.ts'
import { usableAt } from './usable_object.ts'

const MICROS = 1_000_000

/** An amount that its owner reserves, for captures that come later. */
export interface OpenHoldRequest extends OperationRequest<'open_hold'> {
  source: { id: string; path: string }
  /** Whom it is reserved for; null while that is not known. */
  target: { id: string; path: string } | null
  amount: Atoms
  /** null: until it is captured or released. */
  seconds: number | null
  conditions?: Conditions
  spending?: Spending
  ids: { event: string }
}

export const OPEN_HOLD = forOperation<OpenHoldRequest>({
  decide: decideOpenHold,
  reads: ({ source, target, conditions, spending }) => ({
    objectPaths: target ? [source.path, target.path] : [source.path],
    versionsOf: versionsRead(conditions, source.id),
    spentIn: windowsRead(spending, source.id),
  }),
  bytes: small,
  foreseen: needsNoLoad,
})

/** The amount departs from the source, and is shown as arriving at the target that is named. */
export function decideOpenHold(state: RealmState, request: OpenHoldRequest, now: Micros): Decision {
  const { realmId, operation, amount, seconds, ids, jobs } = request
  assert(amount > 0n, 'validators let only positive amounts through')
  const replay = replayOf(state, operation)
  if (replay) return replay
  const sides = sidesOf(state, request)
  if ('kind' in sides) return sides
  const { source, target } = sides
  const unmet = unmetCondition(state, request.conditions, sides)
  if (unmet) return unmet
  const short = shortOf(source.path, balanceOf(state, source.id, USD), amount)
  if (short) return short
  const beyond =
    leavesWithin(state, source, amount, now) ?? (target && arrivesWithin(state, target, amount))
  if (beyond) return beyond
  const spender = { objectId: source.id, path: source.path, operationId: operation.id, amount }
  const spent = spendOf(state, request.spending, spender)
  if ('refusal' in spent) return spent.refusal

  const expiresAt = seconds === null ? null : now + seconds * MICROS
  const posting = emptyPosting('hold', authorityOf(operation), 'pending')
  const row: Operation<'hold'> = newOperation<'hold'>(realmId, operation, now, {
    state: 'pending',
    outcome: {
      status: 'open',
      amount: formatUsd(amount),
      denomination: USD,
      capturedAmount: formatUsd(0n),
      remainingAmount: formatUsd(amount),
      expiresAt: expiresAt === null ? null : toRfc3339(expiresAt),
      captures: [],
    },
    source: { objectId: source.id, path: source.path },
    ...(target && { target: { objectId: target.id, path: target.path } }),
    denomination: USD,
    amount,
  })
  posting.operation = { kind: 'new', row }
  const held = { operationId: operation.id, denomination: USD, amount, expiresAt }
  posting.newHolds = [{ ...held, objectId: source.id, direction: 'outbound' }]
  if (target) posting.newHolds.push({ ...held, objectId: target.id, direction: 'inbound' })
  posting.newSpends = spent.spends
  posting.countedMoves = countedMove(source, amount)
  posting.events = [holdEvent(ids.event, 'hold.created', row, { amount: formatUsd(amount) })]
  posting.jobs = jobs
  return { kind: 'accepted', posting }
}

function sidesOf(
  state: RealmState,
  request: OpenHoldRequest
): { source: LedgerObject; target: LedgerObject | null } | Refusal {
  const source = usableAt(state, request.source.path)
  if (!source) return missingSide(state, 'source', request.source.path)
  const target = request.target && usableAt(state, request.target.path)
  if (request.target && !target) return missingSide(state, 'target', request.target.path)
  const isReplaced = source.id !== request.source.id || target?.id !== request.target?.id
  if (isReplaced) return refuse('OBJECT_REPLACED')
  return refuseOwnBooks(source, ...(target ? [target] : [])) ?? { source, target }
}

/** What is asked of a hold that has ended, or whose time is over. */
export function notOpen(operation: Operation<'hold'>, now: Micros): Refusal {
  const status = holdStatusOf(operation, now)
  return refuse('HOLD_NOT_OPEN', {
    message: `The hold ${operation.id} is ${status}.`,
    details: { operationId: operation.id, status },
  })
}

/** An event about a hold names the object that the amount is held on. */
export function holdEvent(
  id: string,
  type: string,
  hold: Operation<'hold'>,
  payload: Record<string, string>
) {
  const { objectId, path } = hold.source
  const about = { holdId: hold.id, objectPath: path, denomination: USD }
  return { id, type, objectId, objectPath: path, payload: JSON.stringify({ ...about, ...payload }) }
}

/** The holds of an operation after an amount was taken off each. */
export function lessened(holds: readonly Hold[], taken: Atoms) {
  return holds.map((hold) => ({ hold: { ...hold, amount: hold.amount - taken }, taken }))
}
