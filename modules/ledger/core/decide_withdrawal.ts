import type { Micros } from '#app/clock/clock'
import { formatUsd, type Atoms } from '#app/money/usd'
import { isReservedPath } from '#app/paths/path'
import { assert } from './assert.ts'
import { statusChange } from './check_deletion.ts'
import { shortOf } from './check_transfer.ts'
import { type Decision, emptyPosting, noOperation, type Posting, refuse } from './decision.ts'
import { authorityOf, newOperation, replayOf } from './idempotency.ts'
import type { MovementTerms } from './movement_terms.ts'
import { countedMove, leavesWithin } from './object_limits.ts'
import { forOperation, small, type OperationRequest, type FollowUpRequest } from './request_kind.ts'
import { spendOf, windowsRead, type Spending } from './spending.ts'
import { balanceOf, type RealmState } from './state.ts'
import { SYSTEM_PATHS } from './system_paths.ts'
import { isOf, USD, type LedgerObject, type ProofDraft } from './terms.ts'
import { refusalAt, unknownObject, usableAt } from './usable_object.ts'

/** Value that is to leave the ledger; it is held until the rail has delivered it. */
export interface OpenWithdrawalRequest extends OperationRequest<'open_withdrawal'> {
  /** The object that the rail was chosen for; an empty id when none was found. */
  source: { id: string; path: string }
  amount: Atoms
  /** Where the value goes outside the ledger; null when the rail needs no address. */
  destinationAddress: string | null
  /** Stored with the operation, so that the rail gets the signature that the guards have seen. */
  cosignature?: MovementTerms['cosignature']
  /** Whether the withdrawal waits for its payee (`StartMovement`); nothing is sent before. */
  waits?: boolean
  /** What the credential may move out of the source in a window; left out when nothing bounds it. */
  spending?: Spending
}

export const OPEN_WITHDRAWAL = forOperation<OpenWithdrawalRequest>({
  decide: decideOpenWithdrawal,
  reads: ({ source, spending }) => ({
    objectPaths: [source.path],
    spentIn: windowsRead(spending, source.id),
  }),
  bytes: small,
})

/** The rail has delivered a withdrawal. */
export interface SettleWithdrawalRequest extends FollowUpRequest<'settle_withdrawal'> {
  proofs: ProofDraft[]
  /** `withdrawn` and `delta` are used only when the withdrawal retires the object. */
  ids: { event: string; withdrawn: string; delta: string }
}

/**
 * Opens a withdrawal: the amount departs from the source until the rail has delivered or refused.
 */
export function decideOpenWithdrawal(
  state: RealmState,
  request: OpenWithdrawalRequest,
  now: Micros
): Decision {
  const { realmId, operation, amount, destinationAddress, cosignature, waits, jobs } = request
  assert(amount > 0n, 'validators let only positive amounts through')

  const replay = replayOf(state, operation)
  if (replay) return replay
  const source = withdrawableAt(state, request.source.path)
  if (!source) return refusalAt(state, request.source.path, unknownObject(request.source.path))
  if (source.id !== request.source.id) return refuse('OBJECT_REPLACED')
  if (source.keepsOwnBooks) {
    const message = `Transfer from the ${source.type} object to a denominated object first.`
    return refuse('VALIDATION_ERROR', {
      details: { fields: [{ field: 'objectPath', rule: 'cash_object', message }] },
    })
  }
  const short = shortOf(source.path, balanceOf(state, source.id, USD), amount)
  if (short) return short
  const beyond = leavesWithin(state, source, amount, now)
  if (beyond) return beyond
  const spent = spendOf(state, request.spending, {
    objectId: source.id,
    path: source.path,
    operationId: operation.id,
    amount,
  })
  if ('refusal' in spent) return spent.refusal

  const posting = emptyPosting('withdrawal', authorityOf(operation), 'pending')
  posting.operation = {
    kind: 'new',
    row: newOperation(realmId, operation, now, {
      state: 'pending',
      outcome: {
        status: 'pending',
        amount: formatUsd(amount),
        denomination: USD,
        destinationAddress,
        ...(cosignature && { cosignature }),
        ...(waits && { startedAt: null }),
      },
      source: { objectId: source.id, path: source.path },
      denomination: USD,
      amount,
    }),
  }
  posting.newHolds = [
    {
      operationId: operation.id,
      objectId: source.id,
      direction: 'outbound',
      denomination: USD,
      amount,
    },
  ]
  posting.newSpends = spent.spends
  posting.countedMoves = countedMove(source, amount)
  posting.jobs = jobs
  return { kind: 'accepted', posting }
}

/**
 * A usable object, or a withdrawn one that got money after all: a deposit that was announced before
 * the withdrawal may arrive at any time, and its value must not be stranded on an object that
 * nobody can empty.
 */
function withdrawableAt(state: RealmState, path: string): LedgerObject | null {
  const usable = usableAt(state, path)
  if (usable) return usable
  const object = state.objectsByPath.get(path)
  if (object?.status !== 'withdrawn') return null
  return balanceOf(state, object.id, USD).settled > 0n ? object : null
}

/**
 * The rail has delivered: the amount leaves for the outside. A caller's object that this empties,
 * with nothing more on its way, is withdrawn and keeps its path for ever. The service's own objects
 * stay: the next fee is collected at the object whose fees were paid out.
 */
export function decideSettleWithdrawal(
  state: RealmState,
  request: SettleWithdrawalRequest,
  now: Micros
): Decision {
  const { operationId, proofs, ids, jobs } = request
  const operation = state.operationsById.get(operationId)
  if (!isOf('withdrawal', operation)) return noOperation(operationId, 'withdrawal')
  if (operation.state !== 'pending') return { kind: 'settled_before', operation }
  const source = state.objectsById.get(operation.source.objectId ?? '')
  const external = state.objectsByPath.get(SYSTEM_PATHS.external)
  const holds = state.holds.get(operationId) ?? []
  const amount = operation.amount
  assert(source !== undefined, 'a withdrawal was opened for an existing object')
  assert(external !== undefined, 'every realm has an external object')
  assert(amount !== null && holds[0]?.amount === amount, 'a withdrawal settles what it holds')

  const before = balanceOf(state, source.id, USD)
  const opened = operation.outcome
  const posting = emptyPosting('withdrawal', 'system:settlement', 'committed')
  posting.operation = {
    kind: 'transition',
    row: {
      ...operation,
      state: 'completed',
      outcome: {
        ...opened,
        status: 'completed',
        sourceNewBalance: formatUsd(before.settled - amount),
      },
      updatedAt: now,
    },
  }
  posting.legs = [
    { objectId: source.id, denomination: USD, amount: -amount, kind: 'withdrawal' },
    { objectId: external.id, denomination: USD, amount, kind: 'withdrawal' },
  ]
  posting.closedHolds = holds.map((hold) => ({ hold, as: 'settled' }))
  posting.events = [
    {
      id: ids.event,
      type: 'withdrawal.completed',
      objectId: source.id,
      objectPath: source.path,
      payload: JSON.stringify({
        amount: formatUsd(amount),
        denomination: USD,
        objectPath: source.path,
        destinationAddress: opened.destinationAddress ?? null,
      }),
    },
  ]
  const empty = before.settled === amount && before.departing === amount && before.arriving === 0n
  if (empty && isRetirable(source)) retire(posting, source, ids, now)
  posting.proofs = proofs
  posting.jobs = jobs
  return { kind: 'accepted', posting }
}

function isRetirable({ status, keepsOwnBooks, path }: LedgerObject): boolean {
  return status === 'active' && !keepsOwnBooks && !isReservedPath(path)
}

function retire(
  posting: Posting,
  object: LedgerObject,
  ids: SettleWithdrawalRequest['ids'],
  now: Micros
) {
  posting.changedObjects = [{ ...object, status: 'withdrawn', withdrawnAt: now }]
  posting.events.push({
    id: ids.withdrawn,
    type: 'object.withdrawn',
    objectId: object.id,
    objectPath: object.path,
    payload: JSON.stringify({ objectId: object.id, path: object.path }),
  })
  posting.deltas = [statusChange(ids.delta, object, 'withdrawn')]
}
