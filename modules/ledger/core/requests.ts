import { decideAbandon } from './decide_abandon.ts'
import { CREDIT_ARRIVAL, decideDetectDeposit } from './decide_arrival.ts'
import { BULK_TRANSFER } from './decide_bulk_transfer.ts'
import { CAPTURE_HOLD } from './decide_capture.ts'
import { CLOSE_REALM } from './decide_close_realm.ts'
import { COMPOSED_COMMAND, COMPOSED_PASS } from './decide_composed.ts'
import { CREATE_OBJECT, decideCompleteCreate } from './decide_create_object.ts'
import { DECLARE_ZONE } from './decide_declare_zone.ts'
import {
  BEGIN_DELETE,
  DELETE_OBJECT,
  decideFinishDelete,
  decideAbandonDelete,
} from './decide_delete_object.ts'
import { OPEN_DEPOSIT, decideSettleDeposit } from './decide_deposit.ts'
import { OPEN_DELETE, decideSettleDelete } from './decide_held_delete.ts'
import { OPEN_TRANSFER, decideSettleTransfer } from './decide_held_transfer.ts'
import { decideEndHold, decideExtendHold } from './decide_end_hold.ts'
import { OPEN_HOLD } from './decide_hold.ts'
import { LABEL_OBJECT } from './decide_label_object.ts'
import { LIMIT_OBJECT } from './decide_limit_object.ts'
import { OPEN_REALM } from './decide_open_realm.ts'
import { SWEEP_BOUNDARY, WITHDRAW_RECOVERED } from './decide_recovery.ts'
import { REVERSE } from './decide_reverse.ts'
import { SPLIT } from './decide_split.ts'
import { decideStartMovement } from './decide_start_movement.ts'
import { TELL_EVENT } from './decide_tell_event.ts'
import { TRANSFER } from './decide_transfer.ts'
import { OPEN_WITHDRAWAL, decideSettleWithdrawal } from './decide_withdrawal.ts'
import { always, followUp, type RequestKind } from './request_kind.ts'
import type { OperationDraft } from './terms.ts'

/** All requests to a realm. A new kind is a file of the core and its line here. */
const KINDS = {
  open_realm: OPEN_REALM,
  close_realm: CLOSE_REALM,
  transfer: TRANSFER,
  open_transfer: OPEN_TRANSFER,
  settle_transfer: followUp(decideSettleTransfer),
  bulk_transfer: BULK_TRANSFER,
  open_hold: OPEN_HOLD,
  capture_hold: CAPTURE_HOLD,
  end_hold: followUp(decideEndHold, always),
  extend_hold: followUp(decideExtendHold, always),
  split: SPLIT,
  reverse: REVERSE,
  open_withdrawal: OPEN_WITHDRAWAL,
  settle_withdrawal: followUp(decideSettleWithdrawal),
  create_object: CREATE_OBJECT,
  complete_create: followUp(decideCompleteCreate),
  delete_object: DELETE_OBJECT,
  begin_delete: BEGIN_DELETE,
  open_delete: OPEN_DELETE,
  settle_delete: followUp(decideSettleDelete),
  finish_delete: followUp(decideFinishDelete),
  abandon_delete: followUp(decideAbandonDelete),
  open_deposit: OPEN_DEPOSIT,
  settle_deposit: followUp(decideSettleDeposit),
  detect_deposit: followUp(decideDetectDeposit),
  credit_arrival: CREDIT_ARRIVAL,
  start_movement: followUp(decideStartMovement),
  tell_event: TELL_EVENT,
  abandon: followUp(decideAbandon),
  declare_zone: DECLARE_ZONE,
  label_object: LABEL_OBJECT,
  limit_object: LIMIT_OBJECT,
  sweep_boundary: SWEEP_BOUNDARY,
  withdraw_recovered: WITHDRAW_RECOVERED,
  composed_command: COMPOSED_COMMAND,
  composed_pass: COMPOSED_PASS,
}

type RequestOf<Kind> = Kind extends RequestKind<infer Request> ? Request : never

export type PostRequest = RequestOf<(typeof KINDS)[keyof typeof KINDS]>

/** Every kind, under the name that its requests carry. */
const DECISIONS: {
  [Kind in PostRequest['kind']]: RequestKind<Extract<PostRequest, { kind: Kind }>>
} = KINDS

export function kindOf(request: PostRequest): RequestKind<PostRequest> {
  return DECISIONS[request.kind] as RequestKind<PostRequest>
}

/** The operations a request asks for. */
export function operationsOf(request: PostRequest): readonly OperationDraft[] {
  return kindOf(request).operations(request)
}
