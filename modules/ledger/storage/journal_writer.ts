import type { Micros } from '#app/clock/clock'
import { sqlToMicros, toSqlDatetime } from '#app/clock/timestamp'
import type { OutboxJob } from '#app/queue/job'
import { Outbox } from '#app/queue/outbox'
import type { Query, RowsInsert, SqlSession } from '#app/storage/database'
import { purgeRows } from '#app/storage/purge_rows'
import { LEDGER_LIMITS } from '../limits.ts'
import type { PostedEntry } from '../core/apply.ts'
import type { Posting } from '../core/decision.ts'
import type { RealmState } from '../core/state.ts'
import { headTime } from './head_time.ts'
import { changesOf, checked, makeChanges } from './journal_changes.ts'
import {
  REALM_COLUMNS,
  realmRows,
  OBJECT_INSERT_COLUMNS,
  objectRow,
  OPERATION_INSERT_COLUMNS,
  operationRow,
  GROUP_COLUMNS,
  groupRow,
  ENTRY_COLUMNS,
  entryRow,
  LEG_COLUMNS,
  legRows,
  BALANCE_COLUMNS,
  balanceRows,
  HOLD_COLUMNS,
  newHoldRows,
  changedHoldRows,
  LESSENED_COLUMNS,
  lessenedHoldRows,
  PROOF_COLUMNS,
  proofRows,
  EVENT_COLUMNS,
  eventRows,
  DELTA_COLUMNS,
  deltaRows,
  type JournalGroup,
  type Row,
} from './journal_rows.ts'
import { LABEL_COLUMNS, labelRows } from './label_rows.ts'
import { LIMIT_COLUMNS, LIMIT_UPDATES, limitRows } from './limit_rows.ts'
import { PARTY_COLUMNS, partyRows } from './party_rows.ts'
import { addedCounts } from './realm_counts.ts'
import { writeSignatures } from './request_signatures.ts'
import { REVERSAL_COLUMNS, reversalRows } from './reversal_rows.ts'
import { SPEND_COLUMNS, spendRows } from './spend_rows.ts'
import { newZoneRows, ZONES } from './zone_rows.ts'

/** The columns that an existing row takes from the inserted one. */
const BALANCE_UPDATES = ['settled', 'arriving', 'departing', 'last_seq']
const OBJECT_UPDATES = [
  'active_key',
  'status',
  'display_name',
  'ready_at',
  'deleted_at',
  'withdrawn_at',
  'has_limits',
  'updated_at',
]
const HOLD_UPDATES = ['amount', 'expires_at']

/** Everything one group decided. */
export interface GroupWrites {
  states: ReadonlyMap<string, RealmState>
  entries: readonly PostedEntry[]
  /** Called while the database writes what needs no hash. */
  groups: () => readonly JournalGroup[]
  jobs: readonly OutboxJob[]
}

/** What surrounds the writing of a group. */
export interface GroupTurn {
  /** Called once, when the first statement is on its way. */
  meanwhile?: () => void
  /**
   * The groups whose places are the heads of the realms, if those are not locked yet: when another
   * one is there, nothing is written. Only where `joins`.
   */
  follows?: readonly JournalGroup[]
  /**
   * Awaited by a large group before it locks the heads of its realms, if they are not locked yet;
   * an error keeps it from being written.
   */
  comesNext?: () => Promise<void>
  /** Whether nothing follows in the transaction. */
  commits: boolean
}

/**
 * Writes everything that one group decided, inside its transaction and after `loadStates`. It
 * writes one multi-row statement per table, so that the number of statements does not depend on the
 * size of the group; the longest come first, so that there is time for `meanwhile`. A small group
 * is written in one turn if the server allows that, and so is what a large one changes; COMMIT goes
 * in the same turn. This is the only writer of journal entries, legs, balances and holds. It fails
 * with errno 1062 when an operation path, slug or proof exists already, or another group has taken
 * the numbers of these entries.
 */
export async function writeGroup(
  session: SqlSession,
  { states, entries, groups, jobs }: GroupWrites,
  { meanwhile = () => {}, follows, comesNext, commits }: GroupTurn
): Promise<void> {
  await writeSignatures(session, entries)
  const locks = (waits: boolean) => () =>
    follows ? moveHeads(follows, groups(), waits).map((query) => session.text(query)) : null
  const others = [
    () => insert('realms', REALM_COLUMNS, entries.flatMap(realmRows)),
    () => (follows ? null : heads(states, groups())),
    ...objects(entries),
    () => insert('isolation_zones', [ZONES.columns], entries.flatMap(newZoneRows)),
    () =>
      insert('object_labels', LABEL_COLUMNS, entries.flatMap(labelRows), ['labels', 'updated_at']),
    () => insert('journal_groups', GROUP_COLUMNS, groups().map(groupRow)),
    () => insert('balances', BALANCE_COLUMNS, balanceRows(states, entries), BALANCE_UPDATES),
    () => insert('holds', HOLD_COLUMNS, changedHoldRows(entries), HOLD_UPDATES),
    () => insert('lessened_holds', LESSENED_COLUMNS, entries.flatMap(lessenedHoldRows)),
    () => insert('object_limits', LIMIT_COLUMNS, limitRows(states, entries), LIMIT_UPDATES),
    () => insert('reversals', REVERSAL_COLUMNS, entries.flatMap(reversalRows)),
    () => insert('window_spends', SPEND_COLUMNS, entries.flatMap(spendRows)),
    () => insert('proofs', PROOF_COLUMNS, entries.flatMap(proofRows)),
    () => addedCounts(entries),
  ]
  const closesRealms = entries.some(({ posting }) => posting.closes)
  const changes = changesOf(entries, (value) => session.literal(value))
  if (session.joins) {
    const stored = Outbox.storing(jobs).map((query) => session.text(query))
    const rest = [...others, () => [...changes.flatMap(checked), ...stored]]
    const last = commits && !closesRealms
    if (weightOf(entries) < LEDGER_LIMITS.largeGroup) {
      await session.insertTogether([locks(true), ...ownRows(entries), ...rest], meanwhile, last)
    } else {
      // The hash is made while the database still works.
      const hashed = () => (groups(), null)
      await session.insertInTurn([...ownRows(entries), hashed], meanwhile)
      await comesNext?.()
      await session.insertTogether([locks(false), ...rest], () => {}, last)
    }
  } else {
    await session.insertInTurn([...ownRows(entries), ...others], meanwhile)
    await makeChanges(session, changes)
    await Outbox.store(session, jobs)
  }
  if (closesRealms) await closeRealms(session, entries)
}

/**
 * What decides how a group is written: its entries. The two of a capture count as one, since they bring hardly
 * more rows than a transfer; as two they had a group of half as many requests written in many turns.
 */
export function weightOf(entries: readonly PostedEntry[]): number {
  const isSecond = ({ opType, operation }: Posting) =>
    opType === 'capture' && operation?.kind === 'new'
  return entries.filter(({ posting }) => !isSecond(posting)).length
}

/**
 * Rows that no other group changes or looks at before this one is committed: they need no lock of a
 * realm, and are most of what is written.
 */
function ownRows(entries: readonly PostedEntry[]) {
  return [
    () => newOperations(entries),
    () => insert('operation_parties', PARTY_COLUMNS, entries.flatMap(partyRows)),
    () => insert('journal_legs', LEG_COLUMNS, entries.flatMap(legRows)),
    () => insert('journal_entries', ENTRY_COLUMNS, entries.map(entryRow)),
    () => insert('holds', HOLD_COLUMNS, entries.flatMap(newHoldRows)),
    () => insert('events', EVENT_COLUMNS, entries.flatMap(eventRows)),
    () => insert('deltas', DELTA_COLUMNS, entries.flatMap(deltaRows)),
  ]
}

/** One multi-row INSERT; with `updates` an existing row gets these values. */
function insert(
  table: string,
  columns: readonly string[],
  rows: Row[],
  updates: readonly string[] = []
): RowsInsert | null {
  if (rows.length === 0) return null
  const changes = updates.map((column) => `${column} = VALUES(${column})`).join(', ')
  return {
    into: `${table} (${columns.join(', ')})`,
    rows,
    update: changes === '' ? '' : `ON DUPLICATE KEY UPDATE ${changes}`,
  }
}

function heads(
  states: ReadonlyMap<string, RealmState>,
  groups: readonly JournalGroup[]
): RowsInsert | null {
  const rows = groups.map(({ realmId, seqTo, committedAt, hash }) => [
    realmId,
    seqTo,
    toSqlDatetime(committedAt),
    hash,
    states.get(realmId)!.head!.closedBy,
  ])
  const columns = ['realm_id', 'seq', 'committed_at', 'hash', 'closed_by']
  return insert('realm_heads', columns, rows, ['seq', 'committed_at', 'hash', 'closed_by'])
}

/**
 * Statements that go before all others of a group in one turn. They move the heads on to it, and
 * fail unless each head is what the group before makes it: nothing of the block runs behind them
 * then. They follow the order of the realms' ids, in which every group locks them.
 */
function moveHeads(
  from: readonly JournalGroup[],
  to: readonly JournalGroup[],
  waits: boolean
): Query[] {
  const next = new Map(to.map((group) => [group.realmId, group]))
  return from.flatMap((group) => [
    ...(waits ? [] : [lockFreeHead(group)]),
    ...moveHead(group, next.get(group.realmId)!),
  ])
}

/**
 * Fails at once when somebody else has the head. A group whose rows are written must not wait for it: who
 * has it needs the numbers of these rows, and the database would undo the smaller of the two, each time,
 * as long as such groups follow each other.
 */
function lockFreeHead({ realmId }: JournalGroup): Query {
  const sql = `IF NOT EXISTS (SELECT 1 FROM realm_heads WHERE realm_id = ? FOR UPDATE SKIP LOCKED)
      THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'Another group has the head'; END IF`
  return { sql, values: [realmId] }
}

/**
 * The head is found by its primary key, so that this waits for a group that is being written; by any
 * other search READ COMMITTED would skip the locked row. A short block is parsed sooner than a long
 * one that was sent before it, and comes before it. When the head shows that, this gives the other
 * one time to take the lock and tries again, because to decide the group anew would cost its callers
 * two turns. The look is a statement of its own: as the condition of IF it would lock the row until
 * the end of the transaction, and the other one could not take the lock.
 */
function moveHead(from: JournalGroup, to: JournalGroup): Query[] {
  const sql = `UPDATE realm_heads SET seq = ?, committed_at = ?, hash = ?
    WHERE realm_id = ? AND seq = ? AND committed_at = ? AND hash = ? AND closed_by IS NULL`
  const orRefuse = `IF ROW_COUNT() = 0 THEN
      SELECT COUNT(*) INTO @overtaken FROM realm_heads WHERE realm_id = ? AND hash = ?;
      IF @overtaken THEN DO SLEEP(?); END IF;
      ${sql};
      IF ROW_COUNT() = 0
        THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'Another group is the head'; END IF;
    END IF`
  const place = ({ seqTo, committedAt, hash }: JournalGroup) => [
    seqTo,
    toSqlDatetime(committedAt),
    hash,
  ]
  const values = [...place(to), from.realmId, ...place(from)]
  const overtaken = [from.realmId, from.prevHash, LEDGER_LIMITS.overtakenGroupMs / 1000]
  return [
    { sql, values },
    { sql: orRefuse, values: [...overtaken, ...values] },
  ]
}

async function closeRealms(session: SqlSession, entries: readonly PostedEntry[]) {
  const ids = entries.flatMap(({ posting }) => posting.closes?.realmId ?? [])
  if (ids.length === 0) return
  await session.write(
    `UPDATE realms r JOIN realm_heads h ON h.realm_id = r.id
        SET r.closed_at = h.committed_at, r.closed_key = r.id, r.updated_at = h.committed_at
      WHERE r.id IN (?)`,
    [ids]
  )
}

/**
 * Changes come first, so that a deleted object frees its path before a new object of the same group
 * takes it. An object that is new in this group is written once, in its last state.
 */
function objects(entries: readonly PostedEntry[]) {
  const made = new Map<string, Row>()
  const changed = new Map<string, Row>()
  for (const { posting, committedAt } of entries) {
    for (const object of posting.newObjects) made.set(object.id, objectRow(object, committedAt))
    for (const object of posting.changedObjects) {
      const rows = made.has(object.id) ? made : changed
      rows.set(object.id, objectRow(object, committedAt))
    }
  }
  return [
    () => insert('objects', OBJECT_INSERT_COLUMNS, [...changed.values()], OBJECT_UPDATES),
    () => insert('objects', OBJECT_INSERT_COLUMNS, [...made.values()]),
  ]
}

function newOperations(entries: readonly PostedEntry[]) {
  const rows = entries.flatMap(({ posting: { operation } }) =>
    operation?.kind === 'new' ? [operationRow(operation.row)] : []
  )
  return insert('operations', OPERATION_INSERT_COLUMNS, rows)
}

/**
 * Closes the time of a realm up to a moment: no group will be committed at or before it any more,
 * even when the clock is set back or that of another machine is behind. It waits for a group that
 * may still be committed. What is read as of the moment from here on is final.
 *
 * @param moment not after now, because the next group comes after it
 * @returns up to when it is closed: the moment, or the time of the newest group where that is later
 */
export async function closeTime(
  session: Pick<SqlSession, 'read' | 'write'>,
  realmId: string,
  moment: Micros
): Promise<Micros> {
  const text = toSqlDatetime(moment)
  // The head is read first: mostly a later group has closed the time, and there is no need to wait
  // for the lock.
  const head = await headTime(session, realmId)
  if (head >= text) return sqlToMicros(head)
  await session.write(
    'UPDATE realm_heads SET committed_at = ? WHERE realm_id = ? AND committed_at < ?',
    [text, realmId, text]
  )
  return moment
}

/** Forgets what was spent before a time that no window reaches. */
export function purgeSpends(database: Pick<SqlSession, 'write'>, before: Micros): Promise<number> {
  const old = 'window_spends WHERE committed_at < ? ORDER BY committed_at'
  return purgeRows(database, old, [toSqlDatetime(before)])
}
