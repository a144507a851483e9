import type { Micros } from '#app/clock/clock'
import { formatUsd, type Atoms } from '#app/money/usd'
import { isReservedPath } from '#app/paths/path'
import { assert } from './assert.ts'
import { emptyPosting, refuse, type Decision } from './decision.ts'
import { authorityOf, newOperation, replayOf } from './idempotency.ts'
import { forOperation, small, type OperationRequest } from './request_kind.ts'
import { availableOf, balanceOf, type RealmState } from './state.ts'
import { systemObject } from './system_object.ts'
import { SYSTEM_PATHS, mayRunNegative, recoveryObjectPath } from './system_paths.ts'
import { USD, type Leg, type LedgerObject, type ProofDraft } from './terms.ts'

/** Moves what objects of a boundary hold to the boundary's recovery object. */
export interface SweepBoundaryRequest extends OperationRequest<'sweep_boundary'> {
  boundaryId: string
  /** Id for the recovery object, when the boundary has none yet. */
  recoveryId: string
  /** The objects to sweep; those in another boundary, and those that hold nothing, are left out. */
  objectIds: string[]
  /** The largest amount to sweep; null for everything. */
  most: Atoms | null
  /** Sweeps all of `most`, or nothing: a companion changes its kind's books by this very amount. */
  exactly?: boolean
  /**
   * Sweeps more than an object has, because the holder of the key has taken the value already. Only
   * objects that may run negative.
   */
  belowZero?: boolean
}

export const SWEEP_BOUNDARY = forOperation<SweepBoundaryRequest>({
  decide: decideSweepBoundary,
  reads: ({ boundaryId, objectIds }) => ({
    objectPaths: [recoveryObjectPath(boundaryId)],
    objectIds,
  }),
  bytes: small,
})

/** Books what the holder of a recovery key has taken from the boundary. */
export interface WithdrawRecoveredRequest extends OperationRequest<'withdraw_recovered'> {
  boundaryId: string
  amount: Atoms
  destinationAddress: string
  txHash: string
  proofs: ProofDraft[]
  ids: { event: string }
}

export const WITHDRAW_RECOVERED = forOperation<WithdrawRecoveredRequest>({
  decide: decideWithdrawRecovered,
  reads: ({ boundaryId }) => ({ objectPaths: [recoveryObjectPath(boundaryId)] }),
  bytes: small,
})

/**
 * Moves what objects of a boundary can spend to the boundary's recovery object. A held amount stays
 * until its operation has ended; the caller then asks again.
 */
export function decideSweepBoundary(
  state: RealmState,
  request: SweepBoundaryRequest,
  now: Micros
): Decision {
  const { realmId, operation, boundaryId, recoveryId, jobs } = request
  const replay = replayOf(state, operation)
  if (replay) return replay
  const path = recoveryObjectPath(boundaryId)
  const known = state.objectsByPath.get(path)
  const recovery = known ?? systemObject({ id: recoveryId, realmId, path, boundaryId }, now)
  const legs = sweptFrom(state, request, recovery)
  if (legs.length === 0) {
    return refuse('CONFLICT', {
      message: `The custody boundary ${boundaryId} holds nothing that is left to sweep.`,
      next: 'GET /api/v1/custody/boundaries/:boundaryId shows what it holds.',
    })
  }

  const amount = -legs.reduce((sum, leg) => sum + leg.amount, 0n)
  if (request.exactly && amount !== request.most) {
    return refuse('CONFLICT', {
      message: `The custody boundary ${boundaryId} holds other sums than those that were looked at: something has moved meanwhile.`,
      next: 'GET /api/v1/custody/boundaries/:boundaryId shows what it holds; ask again for that.',
    })
  }
  const posting = emptyPosting('adjustment', authorityOf(operation), 'committed')
  if (!known) posting.newObjects = [recovery]
  posting.operation = {
    kind: 'new',
    row: newOperation(realmId, operation, now, {
      state: 'completed',
      outcome: { status: 'completed', amount: formatUsd(amount), denomination: USD, boundaryId },
      target: { objectId: recovery.id, path },
      denomination: USD,
      amount,
    }),
  }
  posting.legs = [...legs, { objectId: recovery.id, denomination: USD, amount, kind: 'sweep' }]
  posting.jobs = jobs
  return { kind: 'accepted', posting }
}

/** What leaves each object, in the order named, until `most` is reached. */
function sweptFrom(
  state: RealmState,
  { objectIds, boundaryId, most, belowZero }: SweepBoundaryRequest,
  recovery: LedgerObject
): Leg[] {
  let left = most
  return [...new Set(objectIds)].flatMap((objectId): Leg[] => {
    const object = state.objectsById.get(objectId)
    if (!object || object.boundaryId !== boundaryId || !isSwept(object, recovery)) return []
    const available = availableOf(balanceOf(state, objectId, USD))
    const forced = belowZero === true && mayRunNegative(object)
    const amount = left !== null && (forced || left < available) ? left : available
    if (amount <= 0n) return []
    if (left !== null) left -= amount
    return [{ objectId, denomination: USD, amount: -amount, kind: 'sweep' }]
  })
}

/**
 * The world outside and the service's accounts in a kind's own books are not swept. An object that
 * is being deleted is left to its deletion.
 */
function isSwept(object: LedgerObject, recovery: LedgerObject): boolean {
  if (object.id === recovery.id || object.status === 'deleting') return false
  return !mayRunNegative(object) || (object.keepsOwnBooks && !isReservedPath(object.path))
}

/** Books what the holder of a recovery key has taken on the chain. */
export function decideWithdrawRecovered(
  state: RealmState,
  request: WithdrawRecoveredRequest,
  now: Micros
): Decision {
  const { realmId, operation, boundaryId, amount, destinationAddress, txHash, ids, jobs } = request
  assert(amount > 0n, 'nothing was taken')
  const replay = replayOf(state, operation)
  if (replay) return replay
  const path = recoveryObjectPath(boundaryId)
  const recovery = state.objectsByPath.get(path)
  const external = state.objectsByPath.get(SYSTEM_PATHS.external)
  assert(external !== undefined, 'every realm has an external object')
  const available = recovery ? availableOf(balanceOf(state, recovery.id, USD)) : 0n
  if (!recovery || available < amount) {
    // Value that the boundary had on the chain has not reached its books yet.
    const details = { available: formatUsd(available), required: formatUsd(amount) }
    return refuse('INSUFFICIENT_BALANCE', { details })
  }

  const told = { amount: formatUsd(amount), denomination: USD, destinationAddress }
  const posting = emptyPosting('withdrawal', authorityOf(operation), 'committed')
  posting.operation = {
    kind: 'new',
    row: newOperation(realmId, operation, now, {
      state: 'completed',
      outcome: { status: 'completed', ...told, boundaryId, recoveryTxHash: txHash },
      source: { objectId: recovery.id, path },
      denomination: USD,
      amount,
    }),
  }
  posting.legs = [
    { objectId: recovery.id, denomination: USD, amount: -amount, kind: 'withdrawal' },
    { objectId: external.id, denomination: USD, amount, kind: 'withdrawal' },
  ]
  posting.events = [
    {
      id: ids.event,
      type: 'withdrawal.completed',
      objectId: recovery.id,
      objectPath: path,
      payload: JSON.stringify({ ...told, objectPath: path, boundaryId, recoveryTxHash: txHash }),
    },
  ]
  posting.proofs = request.proofs
  posting.jobs = jobs
  return { kind: 'accepted', posting }
}
