import { sqlToRfc3339 } from '#app/clock/timestamp'
import { columnToAtoms, atomsToColumn } from '#app/money/usd'
import type { SqlParameter, SqlReader } from '#app/storage/database'
import { count, Table, text } from '#app/storage/table'
import { LEDGER_LIMITS } from '../limits.ts'
import { entryId } from '../core/journal_ids.ts'
import { ENTRIES } from './history_reader.ts'

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

/** A group, with its time as the database writes it. */
export interface StoredGroup {
  seqFrom: number
  seqTo: number
  entryCount: number
  committedAt: string
  prevHash: string
  hash: string
}

/** A group with its time in RFC 3339. */
export interface ChainGroup extends StoredGroup {
  /** null when the group is too large to be shown beside a filtered export. */
  entries: ChainEntry[] | null
}

export const GROUPS = new Table<StoredGroup>('journal_groups', {
  seqFrom: count(),
  seqTo: count(),
  entryCount: count(),
  committedAt: text('journal_groups.committed_at'),
  prevHash: text(),
  hash: text(),
})

/** The group at the cut of a walk; null when the realm never had that cut. */
export function groupAt(session: SqlReader, realmId: string, seqTo: number) {
  return GROUPS.first(session, 'WHERE realm_id = ? AND seq_to = ?', [realmId, seqTo])
}

/** The newest group before a moment. */
export function groupBefore(session: SqlReader, realmId: string, time: string) {
  const rest = 'WHERE realm_id = ? AND committed_at < ? ORDER BY committed_at DESC LIMIT 1'
  return GROUPS.first(session, rest, [realmId, time])
}

/** The oldest group after a moment, at or before the cut. */
export function groupAfter(session: SqlReader, realmId: string, time: string, cut: string) {
  const rest = `WHERE realm_id = ? AND committed_at > ? AND committed_at <= ?
    ORDER BY committed_at LIMIT 1`
  return GROUPS.first(session, rest, [realmId, time, cut])
}

/** Those of the groups that come first and have so many entries together; one at the least. */
export function firstGroups(groups: StoredGroup[], mostEntries: number): StoredGroup[] {
  let entries = 0
  const next = groups.findIndex(
    ({ entryCount }, index) => (entries += entryCount) > mostEntries && index > 0
  )
  return next === -1 ? groups : groups.slice(0, next)
}

/**
 * The groups of a stretch of time, oldest first, as many as one page carries: at least one, and
 * then up to `LEDGER_LIMITS.exportProofEntries` entries.
 */
export async function groupsBetween(
  session: SqlReader,
  realmId: string,
  { from, after, until }: { from: string; after?: string; until: string }
): Promise<{ groups: StoredGroup[]; more: boolean }> {
  const found = await GROUPS.all(
    session,
    `WHERE realm_id = ? AND committed_at ${after === undefined ? '>=' : '>'} ? AND committed_at <= ?
      ORDER BY committed_at LIMIT ${LEDGER_LIMITS.exportProofEntries + 1}`,
    [realmId, after ?? from, until]
  )
  const groups = firstGroups(found, LEDGER_LIMITS.exportProofEntries)
  return { groups, more: groups.length < found.length }
}

/** The groups of some entries, oldest first. A group and its entries have the same time. */
export async function groupsOfEntries(
  session: SqlReader,
  realmId: string,
  seqs: readonly number[]
): Promise<StoredGroup[]> {
  if (seqs.length === 0) return []
  const rows = await session.read<object>(
    `SELECT DISTINCT ${GROUPS.selected} FROM journal_entries e
       STRAIGHT_JOIN journal_groups FORCE INDEX (journal_groups_time)
          ON journal_groups.realm_id = e.realm_id AND journal_groups.committed_at = e.committed_at
      WHERE e.realm_id = ? AND e.seq IN (?) ORDER BY seqTo`,
    [realmId, seqs]
  )
  return rows.map((row) => GROUPS.entityOf(row))
}

/** Groups with all that their hashes cover, in three statements. */
export async function describeGroups(
  session: SqlReader,
  realmId: string,
  groups: readonly StoredGroup[],
  withEntries: (group: StoredGroup) => boolean = () => true
): Promise<ChainGroup[]> {
  const shown = groups.filter(withEntries)
  const { where, values } = stretches(shown)
  if (shown.length === 0) return groups.map((group) => withTime(group, null))
  const among = `WHERE realm_id = ? AND (${where}) ORDER BY seq`
  const legs = await session.read<ChainLeg & { seq: string }>(
    `SELECT seq, object_id AS accountId, denomination, kind, amount, balance_after AS balanceAfter
       FROM journal_legs FORCE INDEX (journal_legs_entry) ${among}, leg_no`,
    [realmId, ...values]
  )
  const entries = await ENTRIES.all(session, among, [realmId, ...values])
  const legsOf = Map.groupBy(legs, ({ seq }) => Number(seq))
  const described = entries.map((entry): ChainEntry => ({
    seq: entry.seq,
    id: entryId(realmId, entry.seq, entry.committedAt),
    operationId: entry.operationId,
    opType: entry.opType,
    authority: entry.authority,
    status: entry.status,
    legs: (legsOf.get(entry.seq) ?? []).map((leg) => ({
      accountId: leg.accountId,
      denomination: leg.denomination,
      kind: leg.kind,
      amount: atomsToColumn(columnToAtoms(leg.amount)),
      balanceAfter: atomsToColumn(columnToAtoms(leg.balanceAfter)),
    })),
  }))
  const bySeq = new Map(described.map((entry) => [entry.seq, entry]))
  return groups.map((group) =>
    withTime(group, withEntries(group) ? inRange(bySeq, group.seqFrom, group.seqTo) : null)
  )
}

function withTime(group: StoredGroup, entries: ChainEntry[] | null): ChainGroup {
  return { ...group, committedAt: sqlToRfc3339(group.committedAt), entries }
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
function stretches(groups: readonly StoredGroup[]) {
  const ranges: { from: number; to: number }[] = []
  for (const group of groups) {
    const last = ranges.at(-1)
    if (last && last.to + 1 === group.seqFrom) last.to = group.seqTo
    else ranges.push({ from: group.seqFrom, to: group.seqTo })
  }
  return {
    where: ranges.map(() => 'seq BETWEEN ? AND ?').join(' OR '),
    values: ranges.flatMap(({ from, to }): SqlParameter[] => [from, to]),
  }
}
