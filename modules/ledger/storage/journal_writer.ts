import type { Micros } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { atomsToColumn } from '#app/money/usd'
import { Outbox } from '#app/queue/outbox'
import type { SqlSession, SqlValue } from '#app/storage/database'
import type { PostedEntry } from '#modules/ledger/core/apply'
import { assert } from '#modules/ledger/core/assert'
import { balanceKey, type RealmState } from '#modules/ledger/core/state'
import type { LedgerObject, Operation } from '#modules/ledger/core/terms'

/** One committed group of one realm, as the hash chain sees it. */
export interface JournalGroup {
  realmId: string
  seqFrom: number
  seqTo: number
  committedAt: number
  prevHash: string
  hash: string
}

type Row = SqlValue[]

/**
 * Takes: everything one group decided, inside its transaction and after `loadStates`. Writes one
 * multi-row statement per table, so the number of statements does not depend on the size of the
 * group. The only writer of journal entries, legs, balances and holds. Fails with errno 1062 when
 * an operation path, slug or proof exists already.
 */
export async function writeGroup(
  session: SqlSession,
  states: ReadonlyMap<string, RealmState>,
  entries: readonly PostedEntry[],
  groups: readonly JournalGroup[]
): Promise<void> {
  await insert(session, 'realms', REALM_COLUMNS, entries.flatMap(realmRows))
  await writeHeads(session, groups)
  await insert(session, 'objects', OBJECT_COLUMNS, entries.flatMap(newObjectRows))
  await insert(session, 'objects', OBJECT_COLUMNS, entries.flatMap(changedObjectRows), [
    'active_key',
    'status',
    'display_name',
    'ready_at',
    'deleted_at',
    'withdrawn_at',
    'updated_at',
  ])
  await writeOperations(session, entries)
  await insert(session, 'journal_groups', GROUP_COLUMNS, groups.map(groupRow))
  await insert(session, 'journal_entries', ENTRY_COLUMNS, entries.map(entryRow))
  await insert(session, 'journal_legs', LEG_COLUMNS, entries.flatMap(legRows))
  await insert(session, 'balances', BALANCE_COLUMNS, balanceRows(states, entries), [
    'settled',
    'arriving',
    'departing',
    'last_seq',
  ])
  await insert(session, 'holds', HOLD_COLUMNS, entries.flatMap(newHoldRows))
  await closeHolds(session, entries)
  await insert(session, 'proofs', PROOF_COLUMNS, entries.flatMap(proofRows))
  await insert(session, 'events', EVENT_COLUMNS, entries.flatMap(eventRows))
  await insert(session, 'deltas', DELTA_COLUMNS, entries.flatMap(deltaRows))
  await Outbox.store(
    session,
    entries.flatMap(({ posting }) => posting.jobs)
  )
}

/** One multi-row INSERT; with `updates` a known row is brought to these values instead. */
async function insert(
  session: SqlSession,
  table: string,
  columns: readonly string[],
  rows: Row[],
  updates: readonly string[] = []
) {
  if (rows.length === 0) return
  const upsert = updates.map((column) => `${column} = VALUES(${column})`).join(', ')
  await session.write(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES ?${
      upsert === '' ? '' : ` ON DUPLICATE KEY UPDATE ${upsert}`
    }`,
    [rows]
  )
}

const REALM_COLUMNS = [
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

function realmRows({ posting: { realm }, committedAt }: PostedEntry): Row[] {
  if (!realm) return []
  const { id, orgId, builderId, name, slug, asset, lifecycle, backing, description } = realm
  const now = toSqlDatetime(committedAt)
  return [[id, orgId, builderId, name, slug, asset, lifecycle, backing, description, now, now]]
}

async function writeHeads(session: SqlSession, groups: readonly JournalGroup[]) {
  await insert(
    session,
    'realm_heads',
    ['realm_id', 'seq', 'committed_at', 'hash'],
    groups.map(({ realmId, seqTo, committedAt, hash }) => [
      realmId,
      seqTo,
      toSqlDatetime(committedAt),
      hash,
    ]),
    ['seq', 'committed_at', 'hash']
  )
}

const OBJECT_COLUMNS = [
  'id',
  'realm_id',
  'path',
  'type',
  'denomination',
  'status',
  'boundary_id',
  'metadata',
  'active_key',
  'display_name',
  'created_at',
  'updated_at',
  'ready_at',
  'deleted_at',
  'withdrawn_at',
] as const

function objectRow(object: LedgerObject, committedAt: number): Row {
  const now = toSqlDatetime(committedAt)
  return [
    object.id,
    object.realmId,
    object.path,
    object.type,
    object.denomination,
    object.status,
    object.boundaryId,
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

function newObjectRows({ posting, committedAt }: PostedEntry): Row[] {
  return posting.newObjects.map((object) => objectRow(object, committedAt))
}

function changedObjectRows({ posting, committedAt }: PostedEntry): Row[] {
  return posting.changedObjects.map((object) => objectRow(object, committedAt))
}

const OPERATION_INSERT_COLUMNS = [
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
] as const

function operationRow(operation: Operation): Row {
  return [
    operation.id,
    operation.realmId,
    operation.path,
    operation.type,
    operation.state,
    operation.requestHash,
    operation.input,
    operation.outcome,
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
  ]
}

async function writeOperations(session: SqlSession, entries: readonly PostedEntry[]) {
  const rowsOf = (kind: 'new' | 'transition') =>
    entries
      .map(({ posting }) => posting.operation)
      .filter((operation) => operation?.kind === kind)
      .map((operation) => operationRow(operation!.row))
  await insert(session, 'operations', OPERATION_INSERT_COLUMNS, rowsOf('new'))
  await insert(session, 'operations', OPERATION_INSERT_COLUMNS, rowsOf('transition'), [
    'state',
    'outcome',
    'failure_message',
    'amount',
    'updated_at',
  ])
}

const GROUP_COLUMNS = [
  'realm_id',
  'seq_from',
  'seq_to',
  'entry_count',
  'committed_at',
  'prev_hash',
  'hash',
] as const

function groupRow({ realmId, seqFrom, seqTo, committedAt, prevHash, hash }: JournalGroup): Row {
  const time = toSqlDatetime(committedAt)
  return [realmId, seqFrom, seqTo, seqTo - seqFrom + 1, time, prevHash, hash]
}

const ENTRY_COLUMNS = [
  'realm_id',
  'seq',
  'operation_id',
  'op_type',
  'authority',
  'status',
  'committed_at',
] as const

function entryRow({ realmId, seq, posting, committedAt }: PostedEntry): Row {
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

const LEG_COLUMNS = [
  'object_id',
  'denomination',
  'seq',
  'leg_no',
  'realm_id',
  'amount',
  'kind',
  'balance_after',
] as const

function legRows({ realmId, seq, legs }: PostedEntry): Row[] {
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

const BALANCE_COLUMNS = [
  'object_id',
  'denomination',
  'realm_id',
  'settled',
  'arriving',
  'departing',
  'last_seq',
] as const

/** The final balance of everything the group touched, once per object and denomination. */
function balanceRows(
  states: ReadonlyMap<string, RealmState>,
  entries: readonly PostedEntry[]
): Row[] {
  const rows = new Map<string, Row>()
  for (const { realmId, seq, posting } of entries) {
    const touched = [
      ...posting.newObjects.map(({ id, denomination }) => ({ objectId: id, denomination })),
      ...posting.legs,
      ...posting.newHolds,
      ...posting.closedHolds.map(({ hold }) => hold),
    ]
    for (const { objectId, denomination } of touched) {
      const key = balanceKey(objectId, denomination)
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

const HOLD_COLUMNS = [
  'operation_id',
  'object_id',
  'direction',
  'denomination',
  'realm_id',
  'amount',
  'state',
  'created_at',
] as const

function newHoldRows({ realmId, posting, committedAt }: PostedEntry): Row[] {
  return posting.newHolds.map((hold) => [
    hold.operationId,
    hold.objectId,
    hold.direction,
    hold.denomination,
    realmId,
    atomsToColumn(hold.amount),
    'open',
    toSqlDatetime(committedAt),
  ])
}

async function closeHolds(session: SqlSession, entries: readonly PostedEntry[]) {
  for (const as of ['settled', 'released'] as const) {
    const closed = entries.flatMap(({ posting, committedAt }) =>
      posting.closedHolds
        .filter((each) => each.as === as)
        .map(({ hold }) => ({ operationId: hold.operationId, committedAt }))
    )
    if (closed.length === 0) continue
    const { affectedRows } = await session.write(
      `UPDATE holds SET state = ?, resolved_at = ? WHERE operation_id IN (?) AND state = 'open'`,
      [
        as,
        toSqlDatetime(closed.at(-1)!.committedAt),
        [...new Set(closed.map(({ operationId }) => operationId))],
      ]
    )
    assert(affectedRows === closed.length, 'a hold is resolved at most once')
  }
}

const PROOF_COLUMNS = ['id', 'realm_id', 'seq', 'proof_type', 'external_ref'] as const

function proofRows({ realmId, seq, posting }: PostedEntry): Row[] {
  return posting.proofs.map(({ id, proofType, externalRef }) => [
    id,
    realmId,
    seq,
    proofType,
    externalRef,
  ])
}

const EVENT_COLUMNS = [
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

function eventRows({ realmId, seq, posting, committedAt }: PostedEntry): Row[] {
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

const DELTA_COLUMNS = [
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

function deltaRows({ realmId, seq, posting, committedAt }: PostedEntry): Row[] {
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
