import { sqlToRfc3339, toRfc3339 } from '#app/clock/timestamp'
import { formatUsd } from '#app/money/usd'
import { derivedId } from '#app/ids/ids'
import { parseLabels } from '../core/labels.ts'
import { realmType } from '../core/realm_axes.ts'
import { NO_SETTINGS } from '../core/realm_settings.ts'
import { isOf, type RealmDraft, type Operation } from '../core/terms.ts'
import type { ObjectBalance } from '../storage/object_reader.ts'
import { outcomeText } from '../storage/outcome_text.ts'
import { settingsOf, type StoredRealm } from '../storage/realm_reader.ts'
import type { ShownObjectRow } from '../storage/rows.ts'
import { presentIsolation } from './present_isolation.ts'

/**
 * How the API shows each resource: one function for each, so that every endpoint shows the same.
 */

export function presentNewRealm(realm: RealmDraft, createdAt: number) {
  const time = toRfc3339(createdAt)
  return {
    id: realm.id,
    builderId: realm.builderId,
    name: realm.name,
    slug: realm.slug,
    type: realmType(realm.asset),
    asset: realm.asset,
    lifecycle: realm.lifecycle,
    backing: realm.backing,
    ...(realm.description !== null && { description: realm.description }),
    settings: NO_SETTINGS,
    createdAt: time,
    updatedAt: time,
  }
}

export function presentRealm(realm: StoredRealm) {
  const { id, builderId, name, slug, asset, lifecycle, backing, description } = realm
  return {
    id,
    builderId,
    name,
    slug,
    type: realmType(asset),
    asset,
    lifecycle,
    backing,
    ...(description !== null && { description }),
    settings: settingsOf(realm),
    createdAt: realm.createdAt,
    updatedAt: realm.updatedAt,
  }
}

export function presentObject(row: ShownObjectRow) {
  return {
    id: row.id,
    realmId: row.realm_id,
    path: row.path,
    displayName: row.display_name,
    type: row.type,
    denomination: row.denomination,
    status: row.status,
    deletedAt: row.deleted_at && sqlToRfc3339(row.deleted_at),
    withdrawnAt: row.withdrawn_at && sqlToRfc3339(row.withdrawn_at),
    metadata: row.metadata,
    labels: row.labels === null ? null : parseLabels(row.labels),
    isolation: presentIsolation(row.path, {
      path: row.boundary_root,
      boundaryId: row.boundary_id,
    }),
    ...(row.boundary && { boundary: row.boundary }),
    createdAt: sqlToRfc3339(row.created_at),
    updatedAt: sqlToRfc3339(row.updated_at),
  }
}

export function presentOperation(operation: Operation) {
  return {
    id: operation.id,
    realmId: operation.realmId,
    path: operation.path,
    type: operation.type,
    state: operation.state,
    sourceObjectPath: operation.source.path,
    targetObjectPath: operation.target.path,
    actorType: operation.actorType,
    actorId: operation.actorId,
    input: operation.input,
    outcome: outcomeText(operation.outcome),
    ...(isOf('capture', operation) && { holdId: operation.outcome.holdId }),
    ...(isOf('reversal', operation) && { reversalOf: operation.outcome.reversalOf }),
    ...(operation.failureMessage !== null && { failureMessage: operation.failureMessage }),
    createdAt: toRfc3339(operation.createdAt),
    updatedAt: toRfc3339(operation.updatedAt),
  }
}

/**
 * `settled` is what is available: the journal's balance without the part that is committed to
 * leave. `departing` shows that part, so that the three add up to `total`.
 */
export function presentBalance(balance: Omit<ObjectBalance, 'objectId' | 'lastSeq'>) {
  const { denomination, arriving, settled, departing } = balance
  return {
    denomination,
    arriving: formatUsd(arriving),
    settled: formatUsd(settled - departing),
    departing: formatUsd(departing),
    total: formatUsd(arriving + settled),
  }
}

/** A balance of the object detail, which also has an id, and the total as `amount`. */
export function presentDetailBalance(balance: ObjectBalance, createdAtMs: number) {
  const { objectId, denomination, arriving, settled } = balance
  return {
    id: derivedId('bal', createdAtMs, `balance:${objectId}:${denomination}`),
    amount: formatUsd(arriving + settled),
    ...presentBalance(balance),
  }
}
