import { ServiceError } from '#app/http/errors/service_error'
import type { Operation } from '#modules/ledger/core/terms'
import type { Decided } from '#modules/ledger/services/poster/post_group'
import type { Outcome, PostTiming } from '#modules/ledger/services/poster/poster'

/** What the caller is told. @throws ServiceError for refusals */
export function outcomeOf(
  { request, decision, committedAt }: Decided,
  timing: PostTiming
): Outcome {
  switch (decision.kind) {
    case 'refused':
      throw new ServiceError(decision.code, {
        message: decision.message,
        details: decision.details,
      })
    case 'existing':
      return { kind: 'existing', object: decision.object, timing }
    case 'opened_before':
      if (request.kind !== 'open_realm') throw new Error('Only a realm can be opened')
      return { kind: 'opened', realm: request.realm, createdAt: decision.openedAt, timing }
    case 'settled_before':
      return { kind: 'settled_before', operation: decision.operation, timing }
    case 'replayed': {
      // Its own operation: an earlier attempt was committed and only its answer was lost.
      const own = 'operation' in request && request.operation.id === decision.operation.id
      return own
        ? { kind: 'posted', operation: decision.operation, object: null, timing }
        : { kind: 'replayed', operation: decision.operation, timing }
    }
    case 'accepted': {
      const { realm, operation, newObjects } = decision.posting
      if (realm) return { kind: 'opened', realm, createdAt: committedAt, timing }
      return { kind: 'posted', operation: operation!.row, object: newObjects[0] ?? null, timing }
    }
  }
}

/** The operation behind an outcome, for requests that always have one. @throws Error otherwise: a bug */
export function operationOf(outcome: Outcome): { operation: Operation; replayed: boolean } {
  if (outcome.kind === 'existing' || outcome.kind === 'opened') {
    throw new Error(`A request with an operation was answered as ${outcome.kind}`)
  }
  return { operation: outcome.operation, replayed: outcome.kind === 'replayed' }
}
