import { sqlToRfc3339 } from '#app/clock/timestamp'
import { columnToAtoms, atomsToColumn } from '#app/money/usd'
import type { SqlParameter, SqlReader } from '#app/storage/database'
import { LEDGER_LIMITS } from '../limits.ts'
import { entryId } from '../core/journal_ids.ts'

export interface GroupRow {
  seq_from: string | number
  seq_to: string | number
  entry_count: number
  committed_at: string
  prev_hash: string
  hash: string
}

/** A leg as it is hashed, with amounts of six decimals. */
export interface ChainLeg {
  accountId: string
  denomination: string
  kind: string
  amount: string
  balanceAfter: string
}

export interface ChainEntry {
  seq: number
  id: string
  operationId: string | null
  opType: string
  authority: string
  status: string
  legs: ChainLeg[]
}

export interface ChainGroup {
  seqFrom: number
  seqTo: number
  entryCount: number
  committedAt: string
  prevHash: string
  hash: string
  /** null when the group is too large to be shown beside a filtered export. */
  entries: ChainEntry[] | null
}

const GROUP_COLUMNS = 'seq_from, seq_to, entry_count, committed_at, prev_hash, hash'

/** The group at the cut of a walk; null when the realm never had that cut. */
export async function groupAt(
  session: SqlReader,
  realmId: string,
  seqTo: number
): Promise<GroupRow | null> {
  const [row] = await session.read<GroupRow>(
    `SELECT ${GROUP_COLUMNS} FROM journal_groups WHERE realm_id = ? AND seq_to = ?`,
    [realmId, seqTo]
  )
  return row ?? null
}

/** The newest group before a moment. */
export async function groupBefore(session: SqlReader, realmId: string, time: string) {
  const [row] = await session.read<GroupRow>(
    `SELECT ${GROUP_COLUMNS} FROM journal_groups WHERE realm_id = ? AND committed_at < ?
      ORDER BY committed_at DESC LIMIT 1`,
    [realmId, time]
  )
  return row ?? null
}

/** The oldest group after a moment, at or before the cut. */
export async function groupAfter(session: SqlReader, realmId: string, time: string, cut: string) {
  const [row] = await session.read<GroupRow>(
    `SELECT ${GROUP_COLUMNS} FROM journal_groups
      WHERE realm_id = ? AND committed_at > ? AND committed_at <= ?
      ORDER BY committed_at LIMIT 1`,
    [realmId, time, cut]
  )
  return row ?? null
}

/**
 * The groups of a stretch of time, oldest first, as many as one page carries: at least one, and
 * then up to `LEDGER_LIMITS.exportProofEntries` entries.
 */
export async function groupsBetween(
  session: SqlReader,
  realmId: string,
  { from, after, until }: { from: string; after?: string; until: string }
): Promise<{ groups: GroupRow[]; more: boolean }> {
  const rows = await session.read<GroupRow>(
    `SELECT ${GROUP_COLUMNS} FROM journal_groups
      WHERE realm_id = ? AND committed_at ${after === undefined ? '>=' : '>'} ? AND committed_at <= ?
      ORDER BY committed_at LIMIT ${LEDGER_LIMITS.exportProofEntries + 1}`,
    [realmId, after ?? from, until]
  )
  let entries = 0
  const fit = rows.findIndex(
    ({ entry_count: count }, index) =>
      (entries += count) > LEDGER_LIMITS.exportProofEntries && index > 0
  )
  return fit === -1 ? { groups: rows, more: false } : { groups: rows.slice(0, fit), more: true }
}

/** The groups of some entries, oldest first. A group and its entries have the same time. */
export async function groupsOfEntries(
  session: SqlReader,
  realmId: string,
  seqs: readonly number[]
): Promise<GroupRow[]> {
  if (seqs.length === 0) return []
  return session.read<GroupRow>(
    `SELECT DISTINCT g.seq_from, g.seq_to, g.entry_count, g.committed_at, g.prev_hash, g.hash
       FROM journal_entries e
       STRAIGHT_JOIN journal_groups g FORCE INDEX (journal_groups_time)
          ON g.realm_id = e.realm_id AND g.committed_at = e.committed_at
      WHERE e.realm_id = ? AND e.seq IN (?) ORDER BY g.seq_to`,
    [realmId, seqs]
  )
}

/** Groups with all that their hashes cover, in three statements. */
export async function describeGroups(
  session: SqlReader,
  realmId: string,
  groups: readonly GroupRow[],
  withEntries: (group: GroupRow) => boolean = () => true
): Promise<ChainGroup[]> {
  const shown = groups.filter(withEntries)
  const { where, values } = stretches(shown)
  const read = <Row>(sql: string) =>
    shown.length === 0 ? [] : session.read<Row>(sql, [realmId, ...values])
  const legs = await read<{
    seq: string | number
    object_id: string
    denomination: string
    kind: string
    amount: string
    balance_after: string
  }>(
    `SELECT seq, object_id, denomination, kind, amount, balance_after
       FROM journal_legs FORCE INDEX (journal_legs_entry)
      WHERE realm_id = ? AND (${where}) ORDER BY seq, leg_no`
  )
  const entries = await read<{
    seq: string | number
    operation_id: string | null
    op_type: string
    authority: string
    status: string
    committed_at: string
  }>(
    `SELECT seq, operation_id, op_type, authority, status, committed_at FROM journal_entries
      WHERE realm_id = ? AND (${where}) ORDER BY seq`
  )
  const legsOf = Map.groupBy(legs, ({ seq }) => Number(seq))
  const described = entries.map((entry): ChainEntry => ({
    seq: Number(entry.seq),
    id: entryId(realmId, entry.seq, entry.committed_at),
    operationId: entry.operation_id,
    opType: entry.op_type,
    authority: entry.authority,
    status: entry.status,
    legs: (legsOf.get(Number(entry.seq)) ?? []).map((leg) => ({
      accountId: leg.object_id,
      denomination: leg.denomination,
      kind: leg.kind,
      amount: atomsToColumn(columnToAtoms(leg.amount)),
      balanceAfter: atomsToColumn(columnToAtoms(leg.balance_after)),
    })),
  }))
  const bySeq = new Map(described.map((entry) => [entry.seq, entry]))
  return groups.map((group): ChainGroup => {
    const [seqFrom, seqTo] = [Number(group.seq_from), Number(group.seq_to)]
    return {
      seqFrom,
      seqTo,
      entryCount: group.entry_count,
      committedAt: sqlToRfc3339(group.committed_at),
      prevHash: group.prev_hash,
      hash: group.hash,
      entries: withEntries(group) ? inRange(bySeq, seqFrom, seqTo) : null,
    }
  })
}

/** A group whose entries are missing is shown without them; its hash reveals that. */
function inRange(bySeq: ReadonlyMap<number, ChainEntry>, from: number, to: number): ChainEntry[] {
  const found: ChainEntry[] = []
  for (let seq = from; seq <= to; seq++) {
    const entry = bySeq.get(seq)
    if (entry) found.push(entry)
  }
  return found
}

/** Neighbouring groups become one range, so that a page of an unfiltered export takes one seek. */
function stretches(groups: readonly GroupRow[]) {
  const ranges: { from: number; to: number }[] = []
  for (const group of groups) {
    const last = ranges.at(-1)
    if (last && last.to + 1 === Number(group.seq_from)) last.to = Number(group.seq_to)
    else ranges.push({ from: Number(group.seq_from), to: Number(group.seq_to) })
  }
  return {
    where: ranges.map(() => 'seq BETWEEN ? AND ?').join(' OR '),
    values: ranges.flatMap(({ from, to }): SqlParameter[] => [from, to]),
  }
}
