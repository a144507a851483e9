import type { SqlReader } from '#app/storage/database'
import { count, flag, money, shownTime, Table, text } from '#app/storage/table'
import { columnToAtoms, type Atoms } from '#app/money/usd'
import type { EntryFee } from '../core/crossing.ts'

/** Whose legs a statement is made of. */
export interface StatementAccount {
  realmId: string
  objectId: string
  denomination: string
}

/** A leg of the account, with the operation that it belongs to; a change without one has nulls. */
export interface StatementLeg {
  seq: number
  legNo: number
  amount: Atoms
  balanceAfter: Atoms
  /** RFC 3339. */
  at: string
  type: string
  /** Whether its operation has several moves, and names the sides of the first one. */
  isMany: boolean
  operationId: string | null
  operationPath: string | null
  sourceObjectId: string | null
  sourcePath: string | null
  targetObjectId: string | null
  targetPath: string | null
}

const STATEMENT_LEGS = new Table<StatementLeg>(
  `journal_legs l FORCE INDEX (PRIMARY)
    STRAIGHT_JOIN journal_entries e ON e.realm_id = l.realm_id AND e.seq = l.seq
    LEFT JOIN operations o ON o.id = e.operation_id`,
  {
    seq: count('l.seq'),
    legNo: count('l.leg_no'),
    amount: money('l.amount'),
    balanceAfter: money('l.balance_after'),
    at: shownTime('e.committed_at'),
    type: text('e.op_type'),
    isMany: flag(`IFNULL(JSON_CONTAINS_PATH(o.outcome, 'one', '$.moves'), 0)`),
    operationId: text('e.operation_id'),
    operationPath: text('o.path'),
    sourceObjectId: text('o.source_object_id'),
    sourcePath: text('o.source_path'),
    targetObjectId: text('o.target_object_id'),
    targetPath: text('o.target_path'),
  }
)

/** Legs of the account behind a place of the journal and up to an entry, oldest first. */
export function readStatementLegs(
  session: SqlReader,
  { objectId, denomination }: StatementAccount,
  { after, upTo, limit }: { after: { seq: number; legNo: number }; upTo: number; limit: number }
): Promise<StatementLeg[]> {
  return STATEMENT_LEGS.all(
    session,
    `WHERE l.object_id = ? AND l.denomination = ? AND l.seq >= ? AND l.seq <= ?
       AND (l.seq > ? OR l.leg_no > ?)
     ORDER BY l.seq, l.leg_no LIMIT ${limit}`,
    [objectId, denomination, after.seq, upTo, after.seq, after.legNo]
  )
}

/** What the account held once an entry was posted. */
export async function balanceAtEntry(
  session: SqlReader,
  { objectId, denomination }: StatementAccount,
  seq: number
): Promise<Atoms> {
  const [row] = await session.read<{ balance: string }>(
    `SELECT balance_after AS balance FROM journal_legs
      WHERE object_id = ? AND denomination = ? AND seq <= ?
      ORDER BY seq DESC, leg_no DESC LIMIT 1`,
    [objectId, denomination, seq]
  )
  return columnToAtoms(row?.balance ?? '0')
}

/** What entries have booked as fees on other accounts; entries without a fee are left out. */
export async function feesOfEntries(
  session: SqlReader,
  { realmId, objectId, denomination }: StatementAccount,
  seqs: readonly number[]
): Promise<Map<number, EntryFee>> {
  const isFee = `kind = 'fee' AND amount > 0 AND object_id <> ?`
  const isMove = `kind = 'transfer' AND amount < 0`
  const rows = await session.read<{ seq: string | number; fee: string; moves: string | number }>(
    `SELECT seq, SUM(IF(kind = 'fee', amount, 0)) AS fee, SUM(IF(kind = 'fee', 0, 1)) AS moves
       FROM journal_legs FORCE INDEX (journal_legs_entry)
      WHERE realm_id = ? AND seq IN (?) AND denomination = ? AND ((${isFee}) OR (${isMove}))
      GROUP BY seq HAVING fee > 0`,
    [realmId, seqs, denomination, objectId]
  )
  return new Map(
    rows.map(({ seq, fee, moves }) => [
      Number(seq),
      { amount: columnToAtoms(fee), moves: Number(moves) },
    ])
  )
}

/** The fact from outside that an entry rests on, such as the hash of a transaction. */
export async function referencesOfEntries(
  session: SqlReader,
  { realmId }: StatementAccount,
  seqs: readonly number[]
): Promise<Map<number, string>> {
  const rows = await session.read<{ seq: string | number; reference: string }>(
    `SELECT seq, MIN(external_ref) AS reference FROM proofs FORCE INDEX (proofs_entry)
      WHERE realm_id = ? AND seq IN (?) GROUP BY seq`,
    [realmId, seqs]
  )
  return new Map(rows.map(({ seq, reference }) => [Number(seq), reference]))
}
