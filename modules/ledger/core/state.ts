import type { Micros } from '#app/clock/clock'
import type { Balance, Hold, LedgerObject, Operation } from '#modules/ledger/core/terms'

/** The newest place of a realm's journal. */
export interface RealmHead {
  seq: number
  committedAt: Micros
  /** Hex SHA-256 of the newest group; empty before the first. */
  hash: string
}

/**
 * What a group of requests to one realm can see: loaded under the realm's lock, then advanced by
 * `apply` request by request.
 */
export interface RealmState {
  realmId: string
  /** null when the realm does not exist yet. */
  head: RealmHead | null
  operationsByPath: Map<string, Operation>
  operationsById: Map<string, Operation>
  /** Active, deleting and withdrawn objects by path. */
  objectsByPath: Map<string, LedgerObject>
  objectsById: Map<string, LedgerObject>
  balances: Map<string, Balance>
  /** Open holds by operation. */
  holds: Map<string, Hold[]>
}

export const EMPTY_BALANCE: Balance = Object.freeze({ settled: 0n, arriving: 0n, departing: 0n })

export function balanceKey(objectId: string, denomination: string): string {
  return `${objectId}|${denomination}`
}

export function balanceOf(state: RealmState, objectId: string, denomination: string): Balance {
  return state.balances.get(balanceKey(objectId, denomination)) ?? EMPTY_BALANCE
}

/** What can be spent: settled less what is already committed to leave. */
export function availableOf(balance: Balance): bigint {
  return balance.settled - balance.departing
}

export function emptyState(realmId: string, head: RealmHead | null): RealmState {
  return {
    realmId,
    head,
    operationsByPath: new Map(),
    operationsById: new Map(),
    objectsByPath: new Map(),
    objectsById: new Map(),
    balances: new Map(),
    holds: new Map(),
  }
}
