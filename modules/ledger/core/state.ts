import type { Micros } from '#app/clock/clock'
import type { Atoms } from '#app/money/usd'
import type { Labels } from './labels.ts'
import {
  USD,
  type Balance,
  type Hold,
  type IsolationZone,
  type LedgerObject,
  type LimitedObject,
  type Operation,
} from './terms.ts'

/** The end of a realm's journal. */
export interface RealmHead {
  seq: number
  committedAt: Micros
  /** Hex SHA-256 of the newest group; empty before the first. */
  hash: string
  /** The event that closed the realm; null while it is open. */
  closedBy: string | null
}

/** What reversals move back of an operation, as long as they have not failed. */
export interface Reversed {
  /** Of each of its moves; a transfer is one move. Empty as long as nothing was reversed. */
  parts: readonly Atoms[]
  count: number
}

export const NOT_REVERSED: Reversed = Object.freeze({ parts: [], count: 0 })

/**
 * What a group of requests to one realm can see. It is loaded under the realm's lock, and then
 * `apply` advances it request by request.
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
  /** Zones at or above the paths at which an object or a zone is to be made. */
  zonesByPath: Map<string, IsolationZone>
  /**
   * Ids of stored objects at or below a path that is to become a zone. There is at least one more
   * than this group could delete, so that each request is decided as if it came alone.
   */
  occupants: Map<string, string[]>
  /** Labels of the objects that are to be labelled, by object. */
  labels: Map<string, Labels>
  /** The objects of the newest changes, by the id of the change, where they are looked at. */
  changes: Map<string, string>
  /** The sequence of the newest entry that changed an object's balance, where it is looked at. */
  versions: Map<string, number>
  /** Limits of the objects that have some, and of those that are to be limited. */
  limited: Map<string, LimitedObject>
  /** What was reversed of the operations that are to be reversed. */
  reversed: Map<string, Reversed>
  /** What was spent in the windows that are looked at: see `windowKey`. */
  spent: Map<string, Atoms>
  /**
   * Whether a caller's object held or awaited value when the group began; loaded for the closing of
   * a realm.
   */
  heldValue: boolean
}

export const EMPTY_BALANCE: Balance = Object.freeze({ settled: 0n, arriving: 0n, departing: 0n })

/**
 * Cash has the object's own id, whose hash is known: a transfer looks up ten balances, and each new
 * text would be hashed.
 */
export function balanceKey(objectId: string, denomination: string): string {
  return denomination === USD ? objectId : `${objectId}|${denomination}`
}

export function balanceOf(state: RealmState, objectId: string, denomination: string): Balance {
  return state.balances.get(balanceKey(objectId, denomination)) ?? EMPTY_BALANCE
}

/** What can be spent: the settled balance without what is committed to leave. */
export function availableOf(balance: Balance): bigint {
  return balance.settled - balance.departing
}

/**
 * A copy that can be advanced without touching the original, because each of its maps is copied
 * too.
 */
export function scratchOf(state: RealmState): RealmState {
  const copies = Object.entries(state).map(([field, value]: [string, unknown]) => [
    field,
    value instanceof Map ? new Map<unknown, unknown>(value) : value,
  ])
  return Object.fromEntries(copies) as RealmState
}

/**
 * Brings what is known of a realm's objects, balances and limits up to what a group leaves. Of the
 * operations, their holds and what was reversed of them, only what this group has looked at stays known.
 */
export function takeOver(known: RealmState, left: RealmState) {
  known.head = left.head
  known.operationsByPath = left.operationsByPath
  known.operationsById = left.operationsById
  known.holds = left.holds
  known.reversed = left.reversed
  for (const [path, object] of left.objectsByPath) known.objectsByPath.set(path, object)
  for (const [id, object] of left.objectsById) known.objectsById.set(id, object)
  for (const [key, balance] of left.balances) known.balances.set(key, balance)
  for (const [id, limited] of left.limited) known.limited.set(id, limited)
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
    zonesByPath: new Map(),
    occupants: new Map(),
    labels: new Map(),
    changes: new Map(),
    versions: new Map(),
    limited: new Map(),
    reversed: new Map(),
    spent: new Map(),
    heldValue: false,
  }
}
