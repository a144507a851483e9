import type { Micros } from '#app/clock/clock'
import { refuse, type Decision } from '#modules/ledger/core/decision'
import { decideAbandon } from '#modules/ledger/core/decide_abandon'
import { decideCompleteCreate, decideCreateObject } from '#modules/ledger/core/decide_create_object'
import { decideOpenDeposit, decideSettleDeposit } from '#modules/ledger/core/decide_deposit'
import { decideOpenRealm } from '#modules/ledger/core/decide_open_realm'
import { decideTransfer } from '#modules/ledger/core/decide_transfer'
import type { PostRequest } from '#modules/ledger/core/requests'
import type { RealmState } from '#modules/ledger/core/state'

/**
 * What a request does to a realm at a moment. Pure: reads the state, changes nothing; `apply` folds
 * an accepted posting in.
 *
 * Precedence, first match wins: unknown realm, idempotency (a used path is answered or refused
 * before anything else is looked at), missing objects, object status, amounts.
 */
export function decide(state: RealmState, request: PostRequest, now: Micros): Decision {
  if (request.kind === 'open_realm') return decideOpenRealm(state, request, now)
  if (state.head === null) return refuse('NOT_FOUND', { message: 'The realm does not exist.' })
  switch (request.kind) {
    case 'transfer':
      return decideTransfer(state, request, now)
    case 'create_object':
      return decideCreateObject(state, request, now)
    case 'complete_create':
      return decideCompleteCreate(state, request, now)
    case 'open_deposit':
      return decideOpenDeposit(state, request, now)
    case 'settle_deposit':
      return decideSettleDeposit(state, request, now)
    case 'abandon':
      return decideAbandon(state, request, now)
  }
}
