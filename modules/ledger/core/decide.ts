import type { Micros } from '#app/clock/clock'
import { refuse, type Decision } from './decision.ts'
import { decideAbandon } from './decide_abandon.ts'
import { decideComposed, decidePass } from './decide_composed.ts'
import { decideCloseRealm } from './decide_close_realm.ts'
import { decideCompleteCreate, decideCreateObject } from './decide_create_object.ts'
import {
  decideBeginDelete,
  decideDeleteObject,
  decideFinishDelete,
  decideRevertDelete,
} from './decide_delete_object.ts'
import { decideOpenDelete, decideSettleDelete } from './decide_held_delete.ts'
import { decideDeclareZone } from './decide_declare_zone.ts'
import { decideLabelObject } from './decide_label_object.ts'
import { decideOpenDeposit, decideSettleDeposit } from './decide_deposit.ts'
import { decideOpenRealm } from './decide_open_realm.ts'
import { decideCreditArrival, decideDetectDeposit } from './decide_arrival.ts'
import { decideBulkTransfer } from './decide_bulk_transfer.ts'
import { decideOpenTransfer, decideSettleTransfer } from './decide_held_transfer.ts'
import {
  decideMarkBoundary,
  decideSweepBoundary,
  decideWithdrawRecovered,
} from './decide_recovery.ts'
import { decideStartMovement } from './decide_start_movement.ts'
import { decideTellEvent } from './decide_tell_event.ts'
import { decideTransfer } from './decide_transfer.ts'
import { decideOpenWithdrawal, decideSettleWithdrawal } from './decide_withdrawal.ts'
import type { PostRequest } from './requests.ts'
import type { RealmState } from './state.ts'

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
