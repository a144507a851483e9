import type { Micros } from '#app/clock/clock'
import { refuse, type Decision } from './decision.ts'
import { kindOf, type PostRequest } from './requests.ts'
import type { RealmState } from './state.ts'

/**
 * What a request does to a realm at a moment. Pure: reads the state, changes nothing; `apply` folds
 * an accepted posting in.
 *
 * Precedence, first match wins: unknown realm, idempotency (a used path is answered or refused
 * before anything else is looked at), missing objects, object status, amounts.
 */
export function decide(state: RealmState, request: PostRequest, now: Micros): Decision {
  const { decide: decideKind } = kindOf(request)
  if (request.kind === 'open_realm') return decideKind(state, request, now)
  if (state.head === null) return realmIsGone(request.realmId)
  const { closedBy } = state.head
  if (closedBy !== null) {
    const own = request.kind === 'close_realm' && request.ids.event === closedBy
    return own ? { kind: 'closed_before' } : realmIsGone(request.realmId)
  }
  return decideKind(state, request, now)
}

function realmIsGone(realmId: string): Decision {
  return refuse('NOT_FOUND', {
    message: `The realm ${realmId} does not exist any more.`,
    next: 'GET /api/v1/realms lists the realms of your organization.',
  })
}
