import type { Micros } from '#app/clock/clock'
import { sqlToMicros, toSqlDatetime } from '#app/clock/timestamp'
import { columnToAtoms, type Atoms } from '#app/money/usd'
import type { SqlReader } from '#app/storage/database'
import { inParts } from '#app/storage/row_parts'

/** How one balance changed between two entries of its realm. */
export interface NetChange {
  objectId: string
  denomination: string
  amount: Atoms
  before: Atoms
  after: Atoms
}

/** A change of balances, with the stretch between two cuts that it falls into. */
export interface StretchChange {
  /** How many of the cuts lie before the change. */
  stretch: number
  amount: Atoms
}

export interface HolderChange extends StretchChange {
  objectId: string
  denomination: string
}

export interface JournalHead {
  realmId: string
  seq: number
}

/** More than the leg numbers of one entry, so that a place in the journal becomes one number. */
const LEGS = 65_536

/** The database does not look up longer lists in a key, but compares them with every row of it. */
const OBJECTS_AT_ONCE = 500
const MOMENTS_AT_ONCE = 100

/**
 * The net change of every balance of a realm, by the entries after one and up to another. The first
 * and last leg of each are found in the index alone: an account that moved a million times costs
 * two look-ups in its legs.
 */
export async function netChanges(
  session: SqlReader,
  realmId: string,
  { after, upTo }: { after: number; upTo: number }
): Promise<NetChange[]> {
  if (upTo <= after) return []
  const rows = await session.read<{
    objectId: string
    denomination: string
    before: string
    after: string
  }>(
    `SELECT moved.object_id AS objectId, moved.denomination,
            first.balance_after - first.amount AS \`before\`, last.balance_after AS \`after\`
       FROM (SELECT object_id, denomination, MIN(seq * ${LEGS} + leg_no) AS low,
                    MAX(seq * ${LEGS} + leg_no) AS high
               FROM journal_legs FORCE INDEX (journal_legs_entry)
              WHERE realm_id = ? AND seq > ? AND seq <= ? GROUP BY object_id, denomination) moved
       STRAIGHT_JOIN journal_legs first
          ON first.object_id = moved.object_id AND first.denomination = moved.denomination
         AND first.seq = moved.low DIV ${LEGS} AND first.leg_no = moved.low MOD ${LEGS}
       STRAIGHT_JOIN journal_legs last
          ON last.object_id = moved.object_id AND last.denomination = moved.denomination
         AND last.seq = moved.high DIV ${LEGS} AND last.leg_no = moved.high MOD ${LEGS}`,
    [realmId, after, upTo]
  )
  return rows.map(({ objectId, denomination, ...columns }) => {
    const [before, settled] = [columnToAtoms(columns.before), columnToAtoms(columns.after)]
    return { objectId, denomination, amount: settled - before, before, after: settled }
  })
}

/**
 * Changes of the cash of objects after an entry, summed by the stretch between cuts that they fall
 * into.
 *
 * @param cuts entries in rising order; each ends a stretch and is part of it
 */
export async function cashChanges(
  session: SqlReader,
  objectIds: readonly string[],
  denomination: string,
  { after, cuts }: { after: number; cuts: readonly number[] }
): Promise<StretchChange[]> {
  const changes: StretchChange[] = []
  for (const ids of inParts(objectIds, OBJECTS_AT_ONCE)) {
    const rows = await session.read<{ stretch: string | number; amount: string }>(
      `SELECT ${stretchSql(cuts)} AS stretch, SUM(amount) AS amount FROM journal_legs
        WHERE object_id IN (?) AND denomination = ? AND seq > ? GROUP BY stretch`,
      [ids, denomination, after]
    )
    for (const row of rows) {
      changes.push({ stretch: Number(row.stretch), amount: columnToAtoms(row.amount) })
    }
  }
  return changes
}

/** Changes of positions after an entry, for each object and market, by stretch. */
export async function positionChanges(
  session: SqlReader,
  objectIds: readonly string[],
  denominations: readonly string[],
  { after, cuts }: { after: number; cuts: readonly number[] }
): Promise<HolderChange[]> {
  if (denominations.length === 0) return []
  const changes: HolderChange[] = []
  for (const ids of inParts(objectIds, OBJECTS_AT_ONCE)) {
    const rows = await session.read<{
      objectId: string
      denomination: string
      stretch: string | number
      amount: string
    }>(
      `SELECT object_id AS objectId, denomination, ${stretchSql(cuts)} AS stretch,
              SUM(amount) AS amount FROM journal_legs
        WHERE object_id IN (?) AND denomination IN (?) AND seq > ?
        GROUP BY object_id, denomination, stretch`,
      [ids, denominations, after]
    )
    for (const row of rows) {
      const { objectId, denomination } = row
      const amount = columnToAtoms(row.amount)
      changes.push({ objectId, denomination, stretch: Number(row.stretch), amount })
    }
  }
  return changes
}

/**
 * The newest entry at or before each moment; 0 before the first. Each takes one look-up in the
 * index.
 */
export async function entriesAt(
  session: SqlReader,
  realmId: string,
  moments: readonly Micros[]
): Promise<number[]> {
  const entries = moments.map(() => 0)
  for (let start = 0; start < moments.length; start += MOMENTS_AT_ONCE) {
    const asked = moments.slice(start, start + MOMENTS_AT_ONCE)
    const rows = await session.read<{ place: string | number; seq: string | number }>(
      asked
        .map(
          (_, index) =>
            `(SELECT ${start + index} AS place, seq_to AS seq FROM journal_groups
               WHERE realm_id = ? AND committed_at <= ? ORDER BY committed_at DESC LIMIT 1)`
        )
        .join(' UNION ALL '),
      asked.flatMap((moment) => [realmId, toSqlDatetime(moment)])
    )
    for (const { place, seq } of rows) entries[Number(place)] = Number(seq)
  }
  return entries
}

/**
 * When the first group after a moment was committed.
 *
 * @returns null when there is none
 */
export async function nextCommit(
  session: SqlReader,
  realmId: string,
  after: Micros
): Promise<Micros | null> {
  const [row] = await session.read<{ committedAt: string }>(
    `SELECT committed_at AS committedAt FROM journal_groups WHERE realm_id = ? AND committed_at > ?
      ORDER BY committed_at LIMIT 1`,
    [realmId, toSqlDatetime(after)]
  )
  return row ? sqlToMicros(row.committedAt) : null
}

/** A page of the newest entries of open realms, by realm id. */
export async function journalHeads(
  session: SqlReader,
  afterRealm: string,
  limit: number
): Promise<JournalHead[]> {
  const rows = await session.read<{ realmId: string; seq: string | number }>(
    `SELECT realm_id AS realmId, seq FROM realm_heads
      WHERE realm_id > ? AND closed_by IS NULL ORDER BY realm_id LIMIT ${limit}`,
    [afterRealm]
  )
  return rows.map(({ realmId, seq }) => ({ realmId, seq: Number(seq) }))
}

/** INTERVAL finds by bisection how many of its arguments a sequence has reached. */
function stretchSql(cuts: readonly number[]): string {
  if (cuts.length === 0) return '0'
  return `INTERVAL(seq, ${cuts.map((cut) => cut + 1).join(', ')})`
}
