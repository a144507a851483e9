import type { Micros } from '#app/clock/clock'
import { refuse, type Decision } from '#modules/ledger/core/decision'
import { decideAbandon } from '#modules/ledger/core/decide_abandon'
import { decideComposed, decidePass } from '#modules/ledger/core/decide_composed'
import { decideCloseRealm } from '#modules/ledger/core/decide_close_realm'
import { decideCompleteCreate, decideCreateObject } from '#modules/ledger/core/decide_create_object'
import {
  decideBeginDelete,
  decideDeleteObject,
  decideFinishDelete,
  decideRevertDelete,
} from '#modules/ledger/core/decide_delete_object'
import { decideOpenDelete, decideSettleDelete } from '#modules/ledger/core/decide_held_delete'
import { decideDeclareZone } from '#modules/ledger/core/decide_declare_zone'
import { decideLabelObject } from '#modules/ledger/core/decide_label_object'
import { decideOpenDeposit, decideSettleDeposit } from '#modules/ledger/core/decide_deposit'
import { decideOpenRealm } from '#modules/ledger/core/decide_open_realm'
import { decideCreditArrival, decideDetectDeposit } from '#modules/ledger/core/decide_arrival'
import { decideBulkTransfer } from '#modules/ledger/core/decide_bulk_transfer'
import { decideOpenTransfer, decideSettleTransfer } from '#modules/ledger/core/decide_held_transfer'
import {
  decideMarkBoundary,
  decideSweepBoundary,
  decideWithdrawRecovered,
} from '#modules/ledger/core/decide_recovery'
import { decideStartMovement } from '#modules/ledger/core/decide_start_movement'
import { decideTellEvent } from '#modules/ledger/core/decide_tell_event'
import { decideTransfer } from '#modules/ledger/core/decide_transfer'
import {
  decideOpenWithdrawal,
  decideSettleWithdrawal,
} from '#modules/ledger/core/decide_withdrawal'
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
  if (state.head === null) return realmIsGone()
  const { closedBy } = state.head
  if (closedBy !== null) {
    const own = request.kind === 'close_realm' && request.ids.event === closedBy
    return own ? { kind: 'closed_before' } : realmIsGone()
  }
  const decideKind: Decider = DECISIONS[request.kind] as Decider
  return decideKind(state, request, now)
}

type Decider<Request = PostRequest> = (state: RealmState, request: Request, now: Micros) => Decision

type Deciders = {
  [Kind in Exclude<PostRequest['kind'], 'open_realm'>]: Decider<
    Extract<PostRequest, { kind: Kind }>
  >
}

/** What decides each kind of request to an open realm. */
const DECISIONS: Deciders = {
  close_realm: decideCloseRealm,
  transfer: decideTransfer,
  open_transfer: decideOpenTransfer,
  settle_transfer: decideSettleTransfer,
  bulk_transfer: decideBulkTransfer,
  open_withdrawal: decideOpenWithdrawal,
  settle_withdrawal: decideSettleWithdrawal,
  create_object: decideCreateObject,
  complete_create: decideCompleteCreate,
  delete_object: decideDeleteObject,
  begin_delete: decideBeginDelete,
  open_delete: decideOpenDelete,
  settle_delete: decideSettleDelete,
  finish_delete: decideFinishDelete,
  revert_delete: decideRevertDelete,
  open_deposit: decideOpenDeposit,
  settle_deposit: decideSettleDeposit,
  detect_deposit: decideDetectDeposit,
  credit_arrival: decideCreditArrival,
  start_movement: decideStartMovement,
  tell_event: decideTellEvent,
  abandon: decideAbandon,
  declare_zone: decideDeclareZone,
  label_object: decideLabelObject,
  sweep_boundary: decideSweepBoundary,
  withdraw_recovered: decideWithdrawRecovered,
  mark_boundary: decideMarkBoundary,
  composed_command: decideComposed,
  composed_pass: decidePass,
}

function realmIsGone(): Decision {
  return refuse('NOT_FOUND', { message: 'The realm of the request does not exist any more.' })
}
