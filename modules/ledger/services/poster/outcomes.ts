import { ServiceError } from '#app/http/errors/service_error'
import type { Decision, Posting } from '../../core/decision.ts'
import { operationsOf, type PostRequest } from '../../core/requests.ts'
import type { Operation } from '../../core/terms.ts'
import type { Decided } from './decide_group.ts'
import type { Outcome, PostTiming } from './poster.ts'

/**
 * The outcome that the caller gets.
 *
 * @throws ServiceError for refusals
 */
export function outcomeOf({ decision, ...rest }: Decided, timing: PostTiming): Outcome {
  const composed = decision.kind === 'to_compose' || decision.kind === 'composed'
  return composed
    ? outcomeOfComposed(decision, timing)
    : outcomeOfOwn({ decision, ...rest }, timing)
}

type OwnDecision = Exclude<Decision, { kind: 'to_compose' | 'composed' }>

function outcomeOfOwn(
  { request, decision, committedAt }: Omit<Decided, 'decision'> & { decision: OwnDecision },
  timing: PostTiming
): Outcome {
  switch (decision.kind) {
    case 'refused':
      throw new ServiceError(decision.code, {
        message: decision.message,
        next: decision.next,
        details: decision.details,
      })
    case 'existing':
      return { kind: 'existing', object: decision.object, timing }
    case 'opened_before':
      if (request.kind !== 'open_realm') throw new Error('Only a realm can be opened')
      return { kind: 'opened', realm: request.realm, createdAt: decision.openedAt, timing }
    case 'closed_before':
      return { kind: 'closed', timing }
    case 'zone_declared_before': {
      const own = request.kind === 'declare_zone' && request.zone.id === decision.zone.id
      return { kind: 'zone', zone: decision.zone, declared: own, timing }
    }
    case 'settled_before':
      return { kind: 'settled_before', operation: decision.operation, timing }
    case 'replayed': {
      // The operation is the request's own: an earlier attempt was committed, and only its answer
      // was lost.
      return isOwn(request, decision.operation)
        ? { kind: 'posted', operation: decision.operation, object: null, timing }
        : { kind: 'replayed', operation: decision.operation, timing }
    }
    case 'decided_all': {
      if (request.kind !== 'bulk_transfer') throw new Error('Only a bulk has parts')
      const parts = decision.parts.map((part, index) =>
        outcomeOf({ request: request.transfers[index]!, decision: part, committedAt }, timing)
      )
      return { kind: 'all', parts, timing }
    }
    case 'accepted':
      return outcomeOfPosting(decision.posting, committedAt, timing)
  }
}

/**
 * The id of a co-signed withdrawal is its nonce, which every repetition brings too, so that it
 * proves nothing.
 */
function isOwn(request: PostRequest, stored: Operation): boolean {
  if (request.kind === 'open_withdrawal' && request.cosignature) return false
  return operationsOf(request).some(({ id }) => id === stored.id)
}

function outcomeOfComposed(
  decision: Extract<Decision, { kind: 'to_compose' | 'composed' }>,
  timing: PostTiming
): Outcome {
  if (decision.kind === 'to_compose') {
    throw new Error('A request was posted without the companion that composes it')
  }
  const { operation } = decision
  return operation
    ? { kind: 'posted', operation, object: null, timing }
    : { kind: 'composed', timing }
}

function outcomeOfPosting(posting: Posting, committedAt: number, timing: PostTiming): Outcome {
  const { realm, closes, operation, newObjects, newZones } = posting
  if (closes) return { kind: 'closed', timing }
  if (realm) return { kind: 'opened', realm, createdAt: committedAt, timing }
  if (newZones[0]) return { kind: 'zone', zone: newZones[0], declared: true, timing }
  if (!operation) return { kind: 'changed', timing }
  return { kind: 'posted', operation: operation.row, object: newObjects[0] ?? null, timing }
}

/**
 * The operation of an outcome, for requests that always have one.
 *
 * @throws Error when there is none, which is a bug
 */
export function operationOf(outcome: Outcome): { operation: Operation; replayed: boolean } {
  if (!('operation' in outcome)) {
    throw new Error(`A request with an operation was answered as ${outcome.kind}`)
  }
  return { operation: outcome.operation, replayed: outcome.kind === 'replayed' }
}
