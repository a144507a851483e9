import { atomsToColumn, columnToAtoms, type Atoms } from '#app/money/usd'
import type { SqlReader, SqlSession, SqlValue } from '#app/storage/database'
import { purgeRows } from '#app/storage/purge_rows'
import { inParts } from '#app/storage/row_parts'
import { count, Table, text } from '#app/storage/table'
import { STORED_WIDTHS, type Piece, type StoredWidth } from '../core/resolutions.ts'

/** The point to which a realm's history is sealed. */
export interface Seal {
  realmId: string
  /** In seconds since the Unix epoch; a whole minute. */
  sealedSeconds: number
  /** The newest entry of the journal at that time. */
  seq: number
  /** How many objects held a position at that time, by market. */
  holders: ReadonlyMap<string, number>
}

/** A change of a balance in one bucket. */
export interface StoredChange {
  objectId: string
  denomination: string
  amount: Atoms
}

const SEALS = new Table<Seal>('history_seals', {
  realmId: text(),
  sealedSeconds: count(),
  seq: count(),
  holders: {
    name: undefined,
    write: (holders) => JSON.stringify(Object.fromEntries(holders)),
    read: (column) => new Map(Object.entries(JSON.parse(column) as Record<string, number>)),
  },
})

/** Positions are balances of the ledger in a denomination of their own. */
const POSITIONS = "denomination LIKE 'PERP:%'"
/** The database does not look up longer lists in a key, but compares them with every row of it. */
const OBJECTS_AT_ONCE = 500

export async function sealsOf(session: SqlReader, realmIds: readonly string[]): Promise<Seal[]> {
  if (realmIds.length === 0) return []
  return SEALS.all(session, 'WHERE realm_id IN (?)', [realmIds])
}

/** Stores the first seal of a realm; an existing seal stays. */
export async function openSeal(
  session: Pick<SqlSession, 'write'>,
  realmId: string,
  sealedSeconds: number
): Promise<void> {
  await SEALS.insertNew(session, { realmId, sealedSeconds, seq: 0, holders: new Map() })
}

/** @returns null when another worker holds it */
export function lockSeal(session: SqlSession, realmId: string): Promise<Seal | null> {
  return SEALS.first(session, 'WHERE realm_id = ? FOR UPDATE SKIP LOCKED', [realmId])
}

export async function saveSeal(session: SqlSession, seal: Seal): Promise<void> {
  await SEALS.update(session, seal, 'WHERE realm_id = ?', [seal.realmId])
}

/**
 * Adds the changes of a step to its bucket of every stored width. Call it with the seal locked: a
 * step that was added twice would count twice.
 */
export async function keepChanges(
  session: SqlSession,
  realmId: string,
  step: { width: StoredWidth; end: number },
  changes: readonly StoredChange[]
): Promise<void> {
  const rows = STORED_WIDTHS.filter((width) => width >= step.width).flatMap((width) => {
    const end = Math.ceil(step.end / width) * width
    return changes.map(({ objectId, denomination, amount }): SqlValue[] => {
      return [realmId, width, objectId, denomination, end, atomsToColumn(amount)]
    })
  })
  for (const part of inParts(rows)) {
    await session.write(
      `INSERT INTO history_changes
         (realm_id, width, object_id, denomination, end_seconds, amount) VALUES ?
       ON DUPLICATE KEY UPDATE amount = amount + VALUES(amount)`,
      [part]
    )
  }
}

/** A mark at the end of a step; null where there was none. */
export interface StoredMark {
  step: { width: StoredWidth; end: number }
  market: string
  mark: string | null
}

/** Stores marks, each for every stored width whose bucket ends with its step. */
export async function keepMarks(
  session: SqlSession,
  realmId: string,
  marks: readonly StoredMark[]
): Promise<void> {
  const rows = marks.flatMap(({ step, market, mark }) =>
    STORED_WIDTHS.filter((width) => width >= step.width && step.end % width === 0).map(
      (width): SqlValue[] => [realmId, width, market, step.end, mark]
    )
  )
  for (const part of inParts(rows)) {
    await session.write(
      'INSERT INTO history_marks (realm_id, width, market, end_seconds, mark) VALUES ?',
      [part]
    )
  }
}

/**
 * The changes of the cash of objects in sealed buckets, summed over the objects, by the end of
 * wider buckets.
 */
export async function storedCash(
  session: SqlReader,
  realmId: string,
  objectIds: readonly string[],
  { denomination, piece, seconds }: { denomination: string; piece: Piece; seconds: number }
): Promise<{ end: number; amount: Atoms }[]> {
  const found: { end: number; amount: Atoms }[] = []
  for (const ids of inParts(objectIds, OBJECTS_AT_ONCE)) {
    const rows = await session.read<{ bucket: string | number; amount: string }>(
      `SELECT CEIL(end_seconds / ${seconds}) * ${seconds} AS bucket, SUM(amount) AS amount
         FROM history_changes
        WHERE realm_id = ? AND width = ? AND object_id IN (?) AND denomination = ?
          AND end_seconds > ? AND end_seconds <= ? GROUP BY bucket`,
      [realmId, piece.width, ids, denomination, piece.after, piece.upTo]
    )
    for (const { bucket, amount } of rows) {
      found.push({ end: Number(bucket), amount: columnToAtoms(amount) })
    }
  }
  return found
}

/** The changes of positions in sealed buckets, for each object and market. */
export async function storedPositions(
  session: SqlReader,
  realmId: string,
  objectIds: readonly string[],
  { piece, seconds }: { piece: Piece; seconds: number }
): Promise<(StoredChange & { end: number })[]> {
  const found: (StoredChange & { end: number })[] = []
  for (const ids of inParts(objectIds, OBJECTS_AT_ONCE)) {
    const rows = await session.read<{
      objectId: string
      denomination: string
      bucket: string | number
      amount: string
    }>(
      `SELECT object_id AS objectId, denomination,
              CEIL(end_seconds / ${seconds}) * ${seconds} AS bucket, SUM(amount) AS amount
         FROM history_changes
        WHERE realm_id = ? AND width = ? AND object_id IN (?) AND ${POSITIONS}
          AND end_seconds > ? AND end_seconds <= ? GROUP BY object_id, denomination, bucket`,
      [realmId, piece.width, ids, piece.after, piece.upTo]
    )
    for (const { bucket, amount, ...row } of rows) {
      found.push({ ...row, end: Number(bucket), amount: columnToAtoms(amount) })
    }
  }
  return found
}

/** The marks of markets at the ends of sealed buckets; null where there was none. */
export async function storedMarks(
  session: SqlReader,
  realmId: string,
  markets: readonly string[],
  { width, after, upTo }: Piece
): Promise<{ market: string; end: number; mark: string | null }[]> {
  if (markets.length === 0) return []
  const rows = await session.read<{ market: string; end: string | number; mark: string | null }>(
    `SELECT market, end_seconds AS end, mark FROM history_marks
      WHERE realm_id = ? AND width = ? AND market IN (?)
        AND end_seconds >= ? AND end_seconds <= ?`,
    [realmId, width, markets, after, upTo]
  )
  return rows.map((row) => ({ ...row, end: Number(row.end) }))
}

/** Removes buckets that ended before a moment, a limited number of rows at a time. */
export async function dropBefore(
  session: Pick<SqlSession, 'write'>,
  width: StoredWidth,
  endSeconds: number
): Promise<void> {
  for (const table of ['history_changes', 'history_marks']) {
    await purgeRows(session, `${table} WHERE width = ? AND end_seconds < ?`, [width, endSeconds])
  }
}

/** A page of the realms that have a seal, by id. */
export async function sealedRealms(
  session: SqlReader,
  after: string,
  limit: number
): Promise<string[]> {
  const rows = await session.read<{ realmId: string }>(
    `SELECT realm_id AS realmId FROM history_seals WHERE realm_id > ? ORDER BY realm_id LIMIT ${limit}`,
    [after]
  )
  return rows.map(({ realmId }) => realmId)
}

/**
 * Removes what is stored of a realm. Its seal goes last, because the rest is found by it after a
 * crash.
 */
export async function dropRealm(
  session: Pick<SqlSession, 'write'>,
  realmId: string
): Promise<void> {
  for (const table of ['history_changes', 'history_marks', 'history_seals']) {
    await purgeRows(session, `${table} WHERE realm_id = ?`, [realmId])
  }
}
