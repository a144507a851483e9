import type { OperationType } from '#app/extension/vocabulary'
import { createHash } from 'node:crypto'
import type { Principal } from '#app/extension/principal'
import { fromRecord, toRecord } from '../../core/books/record.ts'
import type { LivePlan, LiveResult } from '../core/plan.ts'
import type { StoredAction } from '../storage/live_action_store.ts'

/** The caller, and the inputs by which the ledger recognizes the request. */
export interface LiveCaller {
  principal: Pick<Principal, 'actor' | 'signature'>
  inputs: Record<string, string | null>
  request: object
}

/** A command on its way to the venue. */
export interface CommandBody {
  kind: 'command'
  path: string
  opType: OperationType
  operationId: string
  caller: LiveCaller
  plan: LivePlan
}

/** Cash on its way to or from an account. */
export interface CashBody {
  kind: 'cash'
  /** In micro-USD; positive goes to the account. */
  amount: bigint
  /**
   * The deletion that the cash goes home for; when the deletion ends and the object stays, the cash
   * comes back.
   */
  deletionId?: string
}

export type ActionBody = CommandBody | CashBody
export type CashResult = { kind: 'moved' } | { kind: 'refused'; reason: string }

export function bodyOf(action: StoredAction): ActionBody {
  return fromRecord<ActionBody>(action.body)
}

export function resultOf<Result = LiveResult>(action: StoredAction): Result | null {
  return action.result === null ? null : fromRecord<Result>(action.result)
}

export function recordOf(value: ActionBody | LiveResult | CashResult): string {
  return toRecord(value)
}

/**
 * A short form of a text, by which an action is found, and told from another under the same path.
 */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
