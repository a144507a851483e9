import type { Micros } from '#app/clock/clock'
import { toRfc3339 } from '#app/clock/timestamp'
import { formatUsd } from '#app/money/usd'
import { holdEvent, notOpen } from './decide_hold.ts'
import { type Decision, emptyPosting, noOperation, refuse } from './decision.ts'
import { holdStatusOf, leftOf, STATE_OF_HOLD, type HoldStatus } from './hold.ts'
import type { FollowUpRequest } from './request_kind.ts'
import type { RealmState } from './state.ts'
import { isOf, type Operation } from './terms.ts'

const MICROS = 1_000_000

/** Ends a hold; what is left of it is available again. */
export interface EndHoldRequest extends FollowUpRequest<'end_hold'> {
  /** `expired` changes nothing before the hold's time is over. */
  as: 'released' | 'expired'
  /** What the release is repeated with; null when it is not repeated. */
  path: string | null
  /** Told by a release that no caller asked for, which ends whatever is still pending. */
  failureMessage?: string
  /** Who ends it: `builder:bld_…`. */
  authority: string
  ids: { event: string }
}

/** Lets a hold last longer. */
export interface ExtendHoldRequest extends FollowUpRequest<'extend_hold'> {
  /** From now on. */
  seconds: number
  /** Who extends it. */
  authority: string
}

/** Everything that is left is available again. A part that was captured stays captured. */
export function decideEndHold(state: RealmState, request: EndHoldRequest, now: Micros): Decision {
  const { operationId, authority, ids, jobs } = request
  const operation = state.operationsById.get(operationId)
  if (!isOf('hold', operation)) return noOperation(operationId, 'hold')
  const answer = unlessEnds(operation, request, now)
  if (answer) return answer

  const holds = state.holds.get(operationId) ?? []
  const status = endOf(operation, now)
  const posting = emptyPosting('hold', authority, 'released')
  const row: Operation<'hold'> = {
    ...operation,
    state: STATE_OF_HOLD[status],
    failureMessage: status === 'captured' ? null : (request.failureMessage ?? MESSAGES[status]),
    outcome: {
      ...operation.outcome,
      status,
      remainingAmount: formatUsd(0n),
      ...(askedBy(request) !== null && { releasedBy: askedBy(request)! }),
    },
    updatedAt: now,
  }
  posting.operation = { kind: 'transition', row }
  posting.closedHolds = holds.map((hold) => ({ hold, as: 'released' }))
  const type = status === 'expired' ? 'hold.expired' : 'hold.released'
  posting.events = [holdEvent(ids.event, type, row, { amount: formatUsd(leftOf(holds)) })]
  posting.jobs = jobs
  return { kind: 'accepted', posting }
}

/** The answer to a request that changes nothing; null where the hold ends by it. */
function unlessEnds(
  operation: Operation<'hold'>,
  request: EndHoldRequest,
  now: Micros
): Decision | null {
  const asked = askedBy(request)
  if (asked !== null && operation.outcome.releasedBy === asked) {
    return { kind: 'settled_before', operation }
  }
  const status = holdStatusOf(operation, now)
  if (asked !== null) return status === 'open' ? null : notOpen(operation, now)
  const goesOn = request.as === 'expired' && status === 'open'
  return operation.state !== 'pending' || goesOn ? { kind: 'settled_before', operation } : null
}

/**
 * What a caller's release is known by when it comes again: its path, or else its event, because the
 * poster repeats a request whose answer was lost. null for an end that no caller asked for.
 */
function askedBy({ as, path, failureMessage, ids }: EndHoldRequest): string | null {
  return as === 'released' && failureMessage === undefined ? (path ?? ids.event) : null
}

/** What a hold is after its end: one that was captured in part was captured, unless its time was over. */
function endOf(operation: Operation<'hold'>, now: Micros): Exclude<HoldStatus, 'open'> {
  const status = holdStatusOf(operation, now)
  if (status !== 'open') return status
  return operation.outcome.captures.length > 0 ? 'captured' : 'released'
}

const MESSAGES = {
  released: 'It was released before it was captured.',
  expired: 'Its time was over before it was captured.',
}

/** A later end, counted from now. Nothing else about the hold changes. */
export function decideExtendHold(
  state: RealmState,
  { operationId, seconds, authority, jobs }: ExtendHoldRequest,
  now: Micros
): Decision {
  const operation = state.operationsById.get(operationId)
  if (!isOf('hold', operation)) return noOperation(operationId, 'hold')
  if (holdStatusOf(operation, now) !== 'open') return notOpen(operation, now)
  const expiresAt = now + seconds * MICROS
  const before = operation.outcome.expiresAt
  if (before === null || toRfc3339(expiresAt) <= before) {
    const message =
      before === null
        ? 'The hold has no end: it lasts until it is captured or released.'
        : `The hold lasts until ${before} already, and ${seconds} seconds from now are not later.`
    return refuse('VALIDATION_ERROR', {
      message,
      next: 'Name more seconds; GET /api/v1/holds/:operationId shows expiresAt.',
      details: { fields: [{ field: 'expiresInSeconds', rule: 'later', message }] },
    })
  }
  const posting = emptyPosting('hold', authority, 'pending')
  const outcome = { ...operation.outcome, expiresAt: toRfc3339(expiresAt) }
  posting.operation = { kind: 'transition', row: { ...operation, outcome, updatedAt: now } }
  const holds = state.holds.get(operationId) ?? []
  posting.changedHolds = holds.map((hold) => ({ hold: { ...hold, expiresAt }, taken: 0n }))
  posting.jobs = jobs
  return { kind: 'accepted', posting }
}
