import { deepStrictEqual } from 'node:assert/strict'
import { isReservedPath } from '#app/paths/path'
import { feeObjectPath, SYSTEM_PATHS } from '#modules/ledger/core/system_paths'
import { pathAndAncestors } from '#modules/ledger/core/isolation'
import type { Decision } from '#modules/ledger/core/decision'
import type { Reads } from '#modules/ledger/core/request_kind'
import { kindOf, type PostRequest } from '#modules/ledger/core/requests'
import { emptyState, type RealmState } from '#modules/ledger/core/state'
import type { LedgerObject } from '#modules/ledger/core/terms'

/**
 * The part of a whole realm in memory that the loader brings for a request: nothing that the
 * request has not declared.
 */
export function declaredState(realm: RealmState, request: PostRequest): RealmState {
  const { operations, reads } = kindOf(request)
  const declared = reads(request)
  const state = emptyState(realm.realmId, realm.head)
  const found = [
    ...operations(request).map(({ path }) => realm.operationsByPath.get(path)),
    ...(declared.operationIds ?? []).map((id) => realm.operationsById.get(id)),
  ].filter((operation) => operation !== undefined)
  for (const operation of found) {
    state.operationsByPath.set(operation.path, operation)
    state.operationsById.set(operation.id, operation)
    const holds = realm.holds.get(operation.id)
    if (operation.state === 'pending' && holds) state.holds.set(operation.id, holds)
  }
  const sides = found.flatMap(({ source, target }) => [source.objectId, target.objectId])
  const paths = [...Object.values(SYSTEM_PATHS), ...(declared.objectPaths ?? [])]
  takeObjects(realm, state, [
    ...paths.map((path) => realm.objectsByPath.get(path)),
    ...[...(declared.objectIds ?? []), ...sides].map((id) => realm.objectsById.get(id ?? '')),
  ])
  takeObjects(realm, state, feeObjects(realm, state))
  takePlaces(realm, state, declared)
  takeFacts(realm, state, declared)
  state.heldValue = declared.heldValue === true && (realm.heldValue || holdsValue(realm))
  return state
}

/** What is known of the objects beside their balances. */
function takeFacts(realm: RealmState, state: RealmState, declared: Reads) {
  takeKnown(realm.labels, state.labels, declared.labelsOf)
  for (const [id, objectId] of realm.changes) {
    if (declared.changesOf?.includes(objectId)) state.changes.set(id, objectId)
  }
  for (const { id, hasLimits } of state.objectsById.values()) {
    const limited = realm.limited.get(id)
    if (limited && (hasLimits || declared.limitsOf?.includes(id))) state.limited.set(id, limited)
  }
  takeKnown(realm.reversed, state.reversed, declared.reversedOf)
  takeKnown(realm.versions, state.versions, declared.versionsOf)
  for (const window of declared.spentIn ?? []) {
    const key = window.slice(0, window.lastIndexOf('|'))
    state.spent.set(key, realm.spent.get(key) ?? 0n)
  }
}

function takeKnown<Value>(
  from: ReadonlyMap<string, Value>,
  into: Map<string, Value>,
  keys: readonly string[] = []
) {
  for (const key of keys) {
    const value = from.get(key)
    if (value !== undefined) into.set(key, value)
  }
}

function takeObjects(realm: RealmState, state: RealmState, objects: (LedgerObject | undefined)[]) {
  for (const object of objects) {
    if (!object) continue
    state.objectsById.set(object.id, object)
    if (object.status !== 'deleted') state.objectsByPath.set(object.path, object)
    for (const [key, balance] of realm.balances) {
      if (key.split('|')[0] === object.id) state.balances.set(key, balance)
    }
  }
}

function takePlaces(realm: RealmState, state: RealmState, { zonesAbove, occupantsOf }: Reads) {
  for (const path of (zonesAbove ?? []).flatMap(pathAndAncestors)) {
    const zone = realm.zonesByPath.get(path)
    if (zone) state.zonesByPath.set(path, zone)
  }
  for (const path of occupantsOf ?? []) {
    const held = [...realm.objectsByPath].filter(([at]) => `${at}/`.startsWith(`${path}/`))
    const known = (realm.occupants.get(path) ?? []).filter(
      (id) => realm.objectsById.get(id)?.status !== 'deleted'
    )
    state.occupants.set(path, [...known, ...held.map(([, { id }]) => id)])
  }
}

function feeObjects(realm: RealmState, { objectsById }: RealmState) {
  const ofRealm = realm.objectsByPath.get(SYSTEM_PATHS.fees)
  if (!ofRealm) return []
  return Array.from(objectsById.values(), ({ boundaryId }) =>
    realm.objectsByPath.get(feeObjectPath(boundaryId, ofRealm.boundaryId))
  )
}

function holdsValue({ objectsById, balances }: RealmState): boolean {
  return [...balances].some(([key, { settled, arriving, departing }]) => {
    const object = objectsById.get(key.split('|')[0]!)
    const isCallers = object !== undefined && !isReservedPath(object.path)
    return isCallers && (settled !== 0n || arriving !== 0n || departing !== 0n)
  })
}

/** Holds what is decided on everything against what is decided on what `reads` declares. */
export function assertSameDecision({ kind }: PostRequest, onDeclared: Decision, onAll: Decision) {
  try {
    deepStrictEqual(onDeclared, onAll)
  } catch (cause) {
    throw new Error(
      `${kind} is decided as ${onDeclared.kind} on what its \`reads\` declares, and as ${onAll.kind} on everything: something is missing in its \`reads\`, or in tests/support/declared_state.ts`,
      { cause }
    )
  }
}
