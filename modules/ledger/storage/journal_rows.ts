import type { Micros } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { atomsToColumn } from '#app/money/usd'
import type { SqlValue } from '#app/storage/database'
import { touchedBy, type PostedEntry } from '../core/apply.ts'
import { assert } from '../core/assert.ts'
import { balanceKey, type RealmState } from '../core/state.ts'
import type { Hold, LedgerObject, Operation } from '../core/terms.ts'
import { storedOutcome } from './outcome_text.ts'

/**
 * The rows that the journal writer inserts: the columns, and the values of a group's decisions in
 * the same order.
 */

/** One committed group of one realm, as the hash chain sees it. */
export interface JournalGroup {
  realmId: string
  seqFrom: number
  seqTo: number
  committedAt: number
  prevHash: string
  hash: string
}

export type Row = SqlValue[]

export const REALM_COLUMNS = [
  'id',
  'org_id',
  'builder_id',
  'name',
  'slug',
  'asset',
  'lifecycle',
  'backing',
  'description',
  'created_at',
  'updated_at',
] as const

export function realmRows({ posting: { realm }, committedAt }: PostedEntry): Row[] {
  if (!realm) return []
  const { id, orgId, builderId, name, slug, asset, lifecycle, backing, description } = realm
  const now = toSqlDatetime(committedAt)
  return [[id, orgId, builderId, name, slug, asset, lifecycle, backing, description, now, now]]
}

export const OBJECT_INSERT_COLUMNS = [
  'id',
  'realm_id',
  'path',
  'type',
  'denomination',
  'status',
  'boundary_id',
  'keeps_own_books',
  'has_limits',
  'metadata',
  'active_key',
  'display_name',
  'created_at',
  'updated_at',
  'ready_at',
  'deleted_at',
  'withdrawn_at',
] as const

export function objectRow(object: LedgerObject, committedAt: number): Row {
  const now = toSqlDatetime(committedAt)
  return [
    object.id,
    object.realmId,
    object.path,
    object.type,
    object.denomination,
    object.status,
    object.boundaryId,
    object.keepsOwnBooks ? 1 : 0,
    object.hasLimits ? 1 : 0,
    object.metadata,
    object.status === 'deleted' ? object.id : '',
    object.displayName,
    now,
    now,
    timeOrNull(object.readyAt),
    timeOrNull(object.deletedAt),
    timeOrNull(object.withdrawnAt),
  ]
}

function timeOrNull(at: Micros | null): string | null {
  return at === null ? null : toSqlDatetime(at)
}

export const OPERATION_INSERT_COLUMNS = [
  'id',
  'realm_id',
  'path',
  'type',
  'state',
  'request_hash',
  'input',
  'outcome',
  'failure_message',
  'actor_type',
  'actor_id',
  'source_object_id',
  'source_path',
  'target_object_id',
  'target_path',
  'denomination',
  'amount',
  'created_at',
  'updated_at',
  'signature_id',
] as const

export function operationRow(operation: Operation): Row {
  return [
    operation.id,
    operation.realmId,
    operation.path,
    operation.type,
    operation.state,
    operation.requestHash,
    operation.input,
    storedOutcome(operation),
    operation.failureMessage,
    operation.actorType,
    operation.actorId,
    operation.source.objectId,
    operation.source.path,
    operation.target.objectId,
    operation.target.path,
    operation.denomination,
    operation.amount === null ? null : atomsToColumn(operation.amount),
    toSqlDatetime(operation.createdAt),
    toSqlDatetime(operation.updatedAt),
    operation.signature?.id ?? null,
  ]
}

export const GROUP_COLUMNS = [
  'realm_id',
  'seq_from',
  'seq_to',
  'entry_count',
  'committed_at',
  'prev_hash',
  'hash',
] as const

export function groupRow({
  realmId,
  seqFrom,
  seqTo,
  committedAt,
  prevHash,
  hash,
}: JournalGroup): Row {
  const time = toSqlDatetime(committedAt)
  return [realmId, seqFrom, seqTo, seqTo - seqFrom + 1, time, prevHash, hash]
}

export const ENTRY_COLUMNS = [
  'realm_id',
  'seq',
  'operation_id',
  'op_type',
  'authority',
  'status',
  'committed_at',
] as const

export function entryRow({ realmId, seq, posting, committedAt }: PostedEntry): Row {
  return [
    realmId,
    seq,
    posting.operation?.row.id ?? null,
    posting.opType,
    posting.authority,
    posting.entryStatus,
    toSqlDatetime(committedAt),
  ]
}

export const LEG_COLUMNS = [
  'object_id',
  'denomination',
  'seq',
  'leg_no',
  'realm_id',
  'amount',
  'kind',
  'balance_after',
] as const

export function legRows({ realmId, seq, legs }: PostedEntry): Row[] {
  return legs.map((leg) => [
    leg.objectId,
    leg.denomination,
    seq,
    leg.legNo,
    realmId,
    atomsToColumn(leg.amount),
    leg.kind,
    atomsToColumn(leg.balanceAfter),
  ])
}

export const BALANCE_COLUMNS = [
  'object_id',
  'denomination',
  'realm_id',
  'settled',
  'arriving',
  'departing',
  'last_seq',
] as const

/** The final balance of everything that the group touched, once per object and denomination. */
export function balanceRows(
  states: ReadonlyMap<string, RealmState>,
  entries: readonly PostedEntry[]
): Row[] {
  const rows = new Map<string, Row>()
  // The newest entry comes first, because a row names it; a hot account is in hundreds of entries.
  for (const { realmId, seq, posting } of entries.toReversed()) {
    for (const { objectId, denomination } of touchedBy(posting)) {
      const key = balanceKey(objectId, denomination)
      if (rows.has(key)) continue
      const balance = states.get(realmId)!.balances.get(key)
      assert(balance !== undefined, 'what was touched has a balance')
      rows.set(key, [
        objectId,
        denomination,
        realmId,
        atomsToColumn(balance.settled),
        atomsToColumn(balance.arriving),
        atomsToColumn(balance.departing),
        seq,
      ])
    }
  }
  return [...rows.values()]
}

export const HOLD_COLUMNS = [
  'operation_id',
  'object_id',
  'direction',
  'denomination',
  'realm_id',
  'amount',
  'state',
  'created_at',
  'expires_at',
  'room',
] as const

/** As many bytes as the end of a hold adds to its row: see migration 0061. */
const ROOM = ' '.repeat(12)

export function newHoldRows({ realmId, posting, committedAt }: PostedEntry): Row[] {
  return posting.newHolds.map((hold) => holdRow(realmId, hold, committedAt))
}

/** Open holds in the last form that the group leaves them in. */
export function changedHoldRows(entries: readonly PostedEntry[]): Row[] {
  const rows = new Map<string, Row>()
  for (const { realmId, posting } of entries) {
    const { createdAt } = posting.operation?.row ?? {}
    for (const { hold } of posting.changedHolds) {
      rows.set(`${hold.operationId}|${hold.direction}`, holdRow(realmId, hold, createdAt!))
    }
  }
  return [...rows.values()]
}

export const LESSENED_COLUMNS = [
  'operation_id',
  'object_id',
  'direction',
  'denomination',
  'realm_id',
  'seq',
  'amount',
  'created_at',
  'resolved_at',
] as const

/** What was taken off holds that go on. */
export function lessenedHoldRows({ realmId, seq, posting, committedAt }: PostedEntry): Row[] {
  return posting.changedHolds
    .filter(({ taken }) => taken > 0n)
    .map(({ hold, taken }) => [
      hold.operationId,
      hold.objectId,
      hold.direction,
      hold.denomination,
      realmId,
      seq,
      atomsToColumn(taken),
      toSqlDatetime(posting.operation!.row.createdAt),
      toSqlDatetime(committedAt),
    ])
}

function holdRow(realmId: string, hold: Hold, since: Micros): Row {
  return [
    hold.operationId,
    hold.objectId,
    hold.direction,
    hold.denomination,
    realmId,
    atomsToColumn(hold.amount),
    'open',
    toSqlDatetime(since),
    timeOrNull(hold.expiresAt ?? null),
    ROOM,
  ]
}

export const PROOF_COLUMNS = ['id', 'realm_id', 'seq', 'proof_type', 'external_ref'] as const

export function proofRows({ realmId, seq, posting }: PostedEntry): Row[] {
  return posting.proofs.map(({ id, proofType, externalRef }) => [
    id,
    realmId,
    seq,
    proofType,
    externalRef,
  ])
}

export const EVENT_COLUMNS = [
  'realm_id',
  'seq',
  'event_no',
  'id',
  'type',
  'operation_id',
  'operation_path',
  'object_id',
  'object_path',
  'payload',
  'created_at',
] as const

export function eventRows({ realmId, seq, posting, committedAt }: PostedEntry): Row[] {
  return posting.events.map((event, index) => [
    realmId,
    seq,
    index,
    event.id,
    event.type,
    posting.operation?.row.id ?? null,
    posting.operation?.row.path ?? null,
    event.objectId,
    event.objectPath,
    event.payload,
    toSqlDatetime(committedAt),
  ])
}

export const DELTA_COLUMNS = [
  'realm_id',
  'seq',
  'delta_no',
  'id',
  'operation_id',
  'object_id',
  'object_path',
  'delta_type',
  'before_value',
  'after_value',
  'created_at',
] as const

export function deltaRows({ realmId, seq, posting, committedAt }: PostedEntry): Row[] {
  return posting.deltas.map((delta, index) => [
    realmId,
    seq,
    index,
    delta.id,
    posting.operation?.row.id ?? null,
    delta.objectId,
    delta.objectPath,
    delta.deltaType,
    delta.beforeValue,
    delta.afterValue,
    toSqlDatetime(committedAt),
  ])
}
