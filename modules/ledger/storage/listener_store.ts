import type { Micros } from '#app/clock/clock'
import { sqlToMicros, toSqlDatetime } from '#app/clock/timestamp'
import type { SqlReader, SqlSession } from '#app/storage/database'
import type { EventPlace } from './committed_events.ts'
import { lastSeq } from './journal_scope.ts'

/** No event has a higher number in its entry. */
const LAST_EVENT_NO = 65_535

/** How far the backfill of a listener has come. */
export interface Backfill {
  state: 'catching_up' | 'caught_up' | 'settling' | 'settled'
  /** The last realm that it has brought up to date; empty before the first. */
  through: string
}

/** Since when the listener is known; null when no process has enlisted it yet. */
export async function listenerSince(session: SqlReader, name: string): Promise<Micros | null> {
  const [row] = await session.read<{ since: string }>(
    'SELECT since FROM listeners WHERE name = ?',
    [name]
  )
  return row ? sqlToMicros(row.since) : null
}

/** Which of the listeners no process has enlisted yet. */
export async function unknownListeners(session: SqlReader, names: readonly string[]) {
  if (names.length === 0) return []
  const rows = await session.read<{ name: string }>(
    'SELECT name FROM listeners WHERE name IN (?)',
    [names]
  )
  const known = new Set(rows.map(({ name }) => name))
  return names.filter((name) => !known.has(name))
}

/** @returns false when another process was first */
export async function enlistListener(
  session: SqlSession,
  name: string,
  since: Micros
): Promise<boolean> {
  const { affectedRows } = await session.write(
    `INSERT IGNORE INTO listeners (name, since, state, through) VALUES (?, ?, 'catching_up', '')`,
    [name, toSqlDatetime(since)]
  )
  return affectedRows === 1
}

/** @returns the listeners that have caught up and are known since before the moment */
export async function listenersToSettle(session: SqlReader, before: Micros): Promise<string[]> {
  const rows = await session.read<{ name: string }>(
    `SELECT name FROM listeners WHERE state = 'caught_up' AND since < ?`,
    [toSqlDatetime(before)]
  )
  return rows.map(({ name }) => name)
}

/** @returns false when another process was first */
export async function beginSettling(session: SqlSession, name: string): Promise<boolean> {
  const { affectedRows } = await session.write(
    `UPDATE listeners SET state = 'settling', through = ''
      WHERE name = ? AND state = 'caught_up'`,
    [name]
  )
  return affectedRows === 1
}

export async function backfillOf(session: SqlReader, name: string): Promise<Backfill | null> {
  const [row] = await session.read<Backfill>(
    'SELECT state, through FROM listeners WHERE name = ?',
    [name]
  )
  return row ?? null
}

/** Notes progress from what was read before; another worker's progress stays as it is. */
export async function noteBackfill(
  session: SqlSession,
  name: string,
  { from, to }: { from: Backfill; to: Backfill }
): Promise<void> {
  await session.write(
    `UPDATE listeners SET state = ?, through = ?
      WHERE name = ? AND state = ? AND through = ?`,
    [to.state, to.through, name, from.state, from.through]
  )
}

/** Realms that have a journal, in the order of their ids. */
export async function realmsAfter(session: SqlReader, id: string, limit: number) {
  const rows = await session.read<{ id: string }>(
    `SELECT realm_id AS id FROM realm_heads WHERE realm_id > ? ORDER BY realm_id LIMIT ${limit}`,
    [id]
  )
  return rows.map((row) => row.id)
}

/**
 * Gives a listener its position in a realm, unless it has one. It stands before the first event, or
 * behind those that were committed until `since`. It reads before it writes: the upsert would wait
 * for the worker that holds the position.
 */
export async function ensurePosition(
  session: SqlReader & Pick<SqlSession, 'write'>,
  { name, realmId, since }: { name: string; realmId: string; since: () => Promise<Micros | null> }
): Promise<void> {
  const [known] = await session.read(
    'SELECT 1 FROM listener_positions WHERE listener = ? AND realm_id = ?',
    [name, realmId]
  )
  if (known) return
  const from = await since()
  const seq = from === null ? 0 : await lastSeq(session, realmId, '<=', from)
  await session.write(
    `INSERT INTO listener_positions (listener, realm_id, seq, event_no) VALUES (?, ?, ?, ?)
       ON DUPLICATE KEY UPDATE seq = listener_positions.seq`,
    [name, realmId, seq, seq === 0 ? 0 : LAST_EVENT_NO]
  )
}

/** How far listeners have come in a realm, by their names; those without a position are left out. */
export async function placesOf(
  session: SqlReader,
  realmId: string,
  names: readonly string[]
): Promise<Map<string, EventPlace>> {
  if (names.length === 0) return new Map()
  const rows = await session.read<{ listener: string; seq: string | number; event_no: number }>(
    'SELECT listener, seq, event_no FROM listener_positions WHERE listener IN (?) AND realm_id = ?',
    [names, realmId]
  )
  return new Map(rows.map((row) => [row.listener, { seq: Number(row.seq), no: row.event_no }]))
}

/**
 * Moves listeners from one place to a later one, unless a worker has them or they are elsewhere by
 * now.
 *
 * @returns the names of those that were moved
 */
export async function passOver(
  session: SqlSession,
  realmId: string,
  { names, from, to }: { names: readonly string[]; from: EventPlace; to: EventPlace }
): Promise<Set<string>> {
  if (names.length === 0) return new Set()
  const rows = await session.read<{ listener: string }>(
    `SELECT listener FROM listener_positions
      WHERE listener IN (?) AND realm_id = ? AND seq = ? AND event_no = ? FOR UPDATE SKIP LOCKED`,
    [names, realmId, from.seq, from.no]
  )
  const free = rows.map(({ listener }) => listener)
  if (free.length === 0) return new Set()
  await session.write(
    'UPDATE listener_positions SET seq = ?, event_no = ? WHERE listener IN (?) AND realm_id = ?',
    [to.seq, to.no, free, realmId]
  )
  return new Set(free)
}
