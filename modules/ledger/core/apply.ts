import type { Micros } from '#app/clock/clock'
import type { Atoms } from '#app/money/usd'
import { assert } from './assert.ts'
import type { Posting } from './decision.ts'
import { countMove, UNLIMITED } from './object_limits.ts'
import { countSpend } from './spending.ts'
import { EMPTY_BALANCE, balanceKey, balanceOf, NOT_REVERSED, type RealmState } from './state.ts'
import { mayRunNegative } from './system_paths.ts'
import { isOf, USD, type Balance, type Hold, type Leg, type PostedLeg } from './terms.ts'

/** An accepted posting with its place in the realm's journal. */
export interface PostedEntry {
  realmId: string
  seq: number
  committedAt: Micros
  posting: Posting
  legs: PostedLeg[]
}

/**
 * Folds a posting into the state of the group and gives it its place. The state belongs to one
 * group and is advanced in place: copying it for each of 512 requests would cost more than the
 * decisions.
 */
export function apply(state: RealmState, posting: Posting, now: Micros): PostedEntry {
  const seq = (state.head?.seq ?? 0) + 1
  state.head = {
    seq,
    committedAt: now,
    hash: state.head?.hash ?? '',
    closedBy: posting.closes?.by ?? null,
  }
  if (posting.operation) {
    const { row } = posting.operation
    state.operationsByPath.set(row.path, row)
    state.operationsById.set(row.id, row)
  }
  placeObjects(state, posting)
  changeHolds(state, posting)
  for (const { hold } of posting.closedHolds) moveHold(state, hold, -1n)
  if (posting.closedHolds.length > 0) {
    state.holds.delete(posting.closedHolds[0]!.hold.operationId)
  }
  for (const hold of posting.newHolds) {
    moveHold(state, hold, 1n)
    state.holds.set(hold.operationId, [...(state.holds.get(hold.operationId) ?? []), hold])
  }
  for (const spend of posting.newSpends) countSpend(state, spend)
  for (const move of posting.countedMoves) countMove(state, move, now)
  countReversals(state, posting)
  const legs = posting.legs.map((leg, index) => postLeg(state, leg, index))
  if (state.versions.size > 0) noteVersions(state, posting, seq)
  assertLegsCancel(posting.legs)
  return { realmId: state.realmId, seq, committedAt: now, posting, legs }
}

function changeHolds(state: RealmState, { changedHolds }: Posting) {
  if (changedHolds.length === 0) return
  const { operationId } = changedHolds[0]!.hold
  for (const { hold, taken } of changedHolds) moveHold(state, { ...hold, amount: taken }, -1n)
  state.holds.set(
    operationId,
    changedHolds.map(({ hold }) => hold)
  )
}

function placeObjects(state: RealmState, posting: Posting) {
  for (const object of posting.newObjects) {
    state.balances.set(balanceKey(object.id, object.denomination), EMPTY_BALANCE)
    state.versions.set(object.id, 0)
  }
  for (const object of [...posting.newObjects, ...posting.changedObjects]) {
    state.objectsById.set(object.id, object)
    // A deleted object frees its path, also for a later request of the same group.
    if (object.status === 'deleted') state.objectsByPath.delete(object.path)
    else state.objectsByPath.set(object.path, object)
  }
  for (const zone of posting.newZones) state.zonesByPath.set(zone.path, zone)
  for (const { id, objectId } of posting.deltas) state.changes.set(id, objectId)
  for (const { objectId, labels } of posting.changedLabels) state.labels.set(objectId, labels)
  for (const { objectId, limits } of posting.changedLimits) {
    state.limited.set(objectId, { ...(state.limited.get(objectId) ?? UNLIMITED), limits })
  }
}

/** A reversal that fails gives free again what it was to move back. */
function countReversals({ reversed }: RealmState, { newReversals, operation }: Posting) {
  const add = (operationId: string, parts: readonly Atoms[], count: number) => {
    const before = reversed.get(operationId) ?? NOT_REVERSED
    const sums = parts.map((part, at) => (before.parts[at] ?? 0n) + part)
    reversed.set(operationId, { parts: sums, count: before.count + count })
  }
  for (const { operationId, parts } of newReversals) add(operationId, parts, 1)
  const row = operation?.kind === 'transition' ? operation.row : null
  if (!isOf('reversal', row) || row.state !== 'failed') return
  const { reversalOf } = row.outcome
  // What goes back on a rail is one move.
  if (reversed.has(reversalOf)) add(reversalOf, [-row.amount!], -1)
}

/** Every object whose balance an entry changes. The rows of balances are made of the same ones. */
export function touchedBy({
  newObjects,
  legs,
  newHolds,
  changedHolds,
  closedHolds,
}: Posting): readonly { objectId: string; denomination: string }[] {
  const others = newObjects.length + newHolds.length + changedHolds.length + closedHolds.length
  if (others === 0) return legs
  return [
    ...newObjects.map(({ id, denomination }) => ({ objectId: id, denomination })),
    ...legs,
    ...newHolds,
    ...changedHolds.map(({ hold }) => hold),
    ...closedHolds.map(({ hold }) => hold),
  ]
}

function noteVersions({ versions }: RealmState, posting: Posting, seq: number) {
  for (const { objectId, denomination } of touchedBy(posting)) {
    if (denomination === USD && versions.has(objectId)) versions.set(objectId, seq)
  }
}

function postLeg(state: RealmState, leg: Leg, legNo: number): PostedLeg {
  const before = balanceOf(state, leg.objectId, leg.denomination)
  const settled = before.settled + leg.amount
  const object = state.objectsById.get(leg.objectId)
  assert(object !== undefined, 'a leg belongs to a loaded object')
  assert(
    settled - before.departing >= 0n || mayRunNegative(object),
    'no cash object spends more than it has available'
  )
  setBalance(state, leg.objectId, leg.denomination, { ...before, settled })
  return { ...leg, legNo, balanceAfter: settled }
}

function moveHold(state: RealmState, hold: Hold, sign: 1n | -1n) {
  const before = balanceOf(state, hold.objectId, hold.denomination)
  const change = sign * hold.amount
  const after: Balance =
    hold.direction === 'inbound'
      ? { ...before, arriving: before.arriving + change }
      : { ...before, departing: before.departing + change }
  assert(after.arriving >= 0n && after.departing >= 0n, 'a hold is resolved at most once')
  const object = state.objectsById.get(hold.objectId)
  assert(
    hold.direction === 'inbound' ||
      after.settled >= after.departing ||
      (object !== undefined && mayRunNegative(object)),
    'holds are covered'
  )
  setBalance(state, hold.objectId, hold.denomination, after)
}

function setBalance(state: RealmState, objectId: string, denomination: string, balance: Balance) {
  state.balances.set(balanceKey(objectId, denomination), balance)
}

function assertLegsCancel(legs: readonly Leg[]) {
  const sums = new Map<string, bigint>()
  for (const { denomination, amount } of legs) {
    sums.set(denomination, (sums.get(denomination) ?? 0n) + amount)
  }
  for (const sum of sums.values()) assert(sum === 0n, 'legs of an entry sum to zero')
}
