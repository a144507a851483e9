import type { Micros } from '#app/clock/clock'
import { sqlToMicros } from '#app/clock/timestamp'
import { VOCABULARY } from '#app/extension/vocabulary'
import { columnToAtoms, type Atoms } from '#app/money/usd'
import type { SqlReader } from '#app/storage/database'
import { inParts } from '#app/storage/row_parts'
import type { ValuationCut } from '../extension/valuator.ts'
import { crossed, type EntryFee, type MovedByEntry } from '../core/crossing.ts'
import { USD } from '../core/terms.ts'

/** The database does not look up longer lists in a key, but compares them with every row of it. */
const KEYS_PER_STATEMENT = 500

/** Value that came into a set of objects from outside it, or left it. */
export interface Crossing {
  seq: number
  /** Positive for what came in, negative for what left; never zero. */
  amount: Atoms
}

/** The movement of a crossing. */
export interface CrossingDetail {
  operationId: string | null
  type: string
  sourcePath: string | null
  targetPath: string | null
  committedAt: Micros
}

/**
 * All value that crossed the border of a set of objects, after one cut and up to another, in order.
 * It reads the legs of these objects in between, and nothing from before or after.
 */
export async function crossingsBetween(
  from: ValuationCut,
  to: ValuationCut,
  objectIds: readonly string[]
): Promise<Crossing[]> {
  const moved = new Map<number, MovedByEntry>()
  for (const part of inParts(objectIds, KEYS_PER_STATEMENT)) {
    for (const each of await movedBy(from, to, part)) {
      const known = moved.get(each.seq)
      if (known) {
        known.net += each.net
        known.pays += each.pays
        known.gets += each.gets
      } else moved.set(each.seq, each)
    }
  }
  const entries = [...moved.values()].filter(({ net }) => net !== 0n)
  const moving = entries.filter(({ pays, gets }) => pays + gets > 0).map(({ seq }) => seq)
  const fees = await feesOf(to, moving)
  return entries
    .map((entry) => ({ seq: entry.seq, amount: crossed(entry, fees.get(entry.seq)) }))
    .filter(({ amount }) => amount !== 0n)
    .sort((a, b) => a.seq - b.seq)
}

/** The movements of some entries of the journal. */
export async function crossingDetails(
  { session, realmId }: ValuationCut,
  seqs: readonly number[]
): Promise<Map<number, CrossingDetail>> {
  const details = new Map<number, CrossingDetail>()
  for (const part of inParts(seqs, KEYS_PER_STATEMENT)) {
    const rows = await session.read<{
      seq: string | number
      operationId: string | null
      type: string
      sourcePath: string | null
      targetPath: string | null
      committedAt: string
    }>(
      `SELECT e.seq, e.operation_id AS operationId, COALESCE(o.type, e.op_type) AS type,
              o.source_path AS sourcePath, o.target_path AS targetPath,
              e.committed_at AS committedAt
         FROM journal_entries e LEFT JOIN operations o ON o.id = e.operation_id
        WHERE e.realm_id = ? AND e.seq IN (?)`,
      [realmId, part]
    )
    for (const { seq, committedAt, ...row } of rows) {
      details.set(Number(seq), { ...row, committedAt: sqlToMicros(committedAt) })
    }
  }
  return details
}

async function movedBy(
  from: ValuationCut,
  { session, seq: until }: ValuationCut,
  objectIds: readonly string[]
): Promise<MovedByEntry[]> {
  const rows = await session.read<
    Record<'seq' | 'pays' | 'gets', string | number> & { net: string }
  >(
    `SELECT seq, SUM(amount) AS net, SUM(kind = 'transfer' AND amount < 0) AS pays,
            SUM(kind = 'transfer' AND amount > 0) AS gets
       FROM journal_legs
      WHERE object_id IN (?) AND denomination = ? AND seq > ? AND seq <= ? AND kind IN (?)
      GROUP BY seq`,
    [objectIds, USD, from.seq, until, VOCABULARY.movedKinds]
  )
  return rows.map(({ seq, net, pays, gets }) => ({
    seq: Number(seq),
    net: columnToAtoms(net),
    pays: Number(pays),
    gets: Number(gets),
  }))
}

async function feesOf(
  { session, realmId }: { session: SqlReader; realmId: string },
  seqs: readonly number[]
): Promise<Map<number, EntryFee>> {
  const fees = new Map<number, EntryFee>()
  for (const part of inParts(seqs, KEYS_PER_STATEMENT)) {
    const rows = await session.read<Record<'seq' | 'moves', string | number> & { fee: string }>(
      `SELECT seq, SUM(IF(kind = 'fee', amount, 0)) AS fee,
              SUM(kind = 'transfer' AND amount < 0) AS moves
         FROM journal_legs
        WHERE realm_id = ? AND seq IN (?) AND denomination = ? AND kind IN ('fee', 'transfer')
        GROUP BY seq HAVING fee <> 0`,
      [realmId, part, USD]
    )
    for (const { seq, fee, moves } of rows)
      fees.set(Number(seq), { amount: columnToAtoms(fee), moves: Number(moves) })
  }
  return fees
}
