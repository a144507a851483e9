import type { Micros } from '#app/clock/clock'
import { toRfc3339 } from '#app/clock/timestamp'
import { formatUsd, type Atoms } from '#app/money/usd'
import { assert } from './assert.ts'
import { decideAbandon } from './decide_abandon.ts'
import { type Decision, emptyPosting, noOperation, refuse } from './decision.ts'
import { authorityOf, newOperation, replayOf } from './idempotency.ts'
import { forOperation, small, type OperationRequest, type FollowUpRequest } from './request_kind.ts'
import type { RealmState } from './state.ts'
import { SYSTEM_PATHS } from './system_paths.ts'
import { USD, type ProofDraft } from './terms.ts'
import { refusalAt, unknownObject, usableAt } from './usable_object.ts'

/** Opens a deposit that completes later, through a rail. */
export interface OpenDepositRequest extends OperationRequest<'open_deposit'> {
  /** The object that the rail was chosen for; an empty id when none was found. */
  target: { id: string; path: string }
  amount: Atoms
  /** Whether the amount is in transit already, and therefore shown as arriving. */
  inTransit: boolean
  /** How long the deposit may be answered, in microseconds; left out, for ever. */
  openMicros?: number
}

export const OPEN_DEPOSIT = forOperation<OpenDepositRequest>({
  decide: decideOpenDeposit,
  reads: ({ target }) => ({ objectPaths: [target.path] }),
  bytes: small,
})

/** The rail has delivered: the deposit is credited with the amount that arrived. */
export interface SettleDepositRequest extends FollowUpRequest<'settle_deposit'> {
  creditedAmount: Atoms
  proofs: ProofDraft[]
  ids: { event: string }
}

/** Opens a pending deposit. A target whose value is in transit shows it as arriving. */
export function decideOpenDeposit(
  state: RealmState,
  request: OpenDepositRequest,
  now: Micros
): Decision {
  const { realmId, operation, amount, inTransit, openMicros, jobs } = request
  assert(amount > 0n, 'validators let only positive amounts through')

  const replay = replayOf(state, operation)
  if (replay) return replay
  const target = usableAt(state, request.target.path)
  if (!target) return refusalAt(state, request.target.path, unknownObject(request.target.path))
  if (target.id !== request.target.id) return refuse('OBJECT_REPLACED')

  const posting = emptyPosting('deposit', authorityOf(operation), 'pending')
  posting.operation = {
    kind: 'new',
    row: newOperation(realmId, operation, now, {
      state: 'pending',
      outcome: {
        status: 'pending',
        amount: formatUsd(amount),
        denomination: USD,
        ...(openMicros !== undefined && { openUntil: toRfc3339(now + openMicros) }),
      },
      target: { objectId: target.id, path: target.path },
      denomination: USD,
      amount,
    }),
  }
  if (inTransit) {
    posting.newHolds = [
      {
        operationId: operation.id,
        objectId: target.id,
        direction: 'inbound',
        denomination: USD,
        amount,
      },
    ]
  }
  posting.jobs = jobs
  return { kind: 'accepted', posting }
}

/** Completes the deposit with the amount that arrived. */
export function decideSettleDeposit(
  state: RealmState,
  request: SettleDepositRequest,
  now: Micros
): Decision {
  const { operationId, creditedAmount, proofs, ids, jobs } = request
  assert(creditedAmount > 0n, 'a rail reports a positive amount')

  const operation = state.operationsById.get(operationId)
  if (!operation || operation.type !== 'deposit') return noOperation(operationId, 'deposit')
  if (operation.state !== 'pending') return { kind: 'settled_before', operation }
  const target = state.objectsById.get(operation.target.objectId ?? '')
  const external = state.objectsByPath.get(SYSTEM_PATHS.external)
  assert(target !== undefined, 'a deposit was opened for an existing object')
  assert(external !== undefined, 'every realm has an external object')
  // A deleted object is not credited: nobody could reach the value there.
  if (target.status === 'deleted') {
    const failureMessage = 'The object was deleted before the deposit arrived.'
    return decideAbandon(state, { ...request, kind: 'abandon', as: 'failed', failureMessage }, now)
  }

  const posting = emptyPosting('deposit', 'system:settlement', 'committed')
  const amount = formatUsd(creditedAmount)
  posting.operation = {
    kind: 'transition',
    row: {
      ...operation,
      state: 'completed',
      amount: creditedAmount,
      outcome: { status: 'completed', amount, denomination: USD },
      updatedAt: now,
    },
  }
  posting.legs = [
    { objectId: external.id, denomination: USD, amount: -creditedAmount, kind: 'deposit' },
    { objectId: target.id, denomination: USD, amount: creditedAmount, kind: 'deposit' },
  ]
  posting.closedHolds = (state.holds.get(operationId) ?? []).map((hold) => ({
    hold,
    as: 'settled' as const,
  }))
  posting.events = [
    {
      id: ids.event,
      type: 'deposit.completed',
      objectId: target.id,
      objectPath: target.path,
      payload: depositPayload(amount, target.path),
    },
  ]
  posting.proofs = proofs
  posting.jobs = jobs
  return { kind: 'accepted', posting }
}

/** The payload of `deposit.completed`, also shown ahead of time in the answer of fund-account. */
export function depositPayload(amount: string, objectPath: string): string {
  return JSON.stringify({ amount, denomination: USD, objectPath })
}
