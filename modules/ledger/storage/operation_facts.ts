import { sqlToRfc3339 } from '#app/clock/timestamp'
import type { SqlReader } from '#app/storage/database'
import type { Fact } from './boundary_books.ts'

/** A fact from outside that an entry of an operation rests on. */
export interface OperationFact extends Fact {
  realmId: string
  operationId: string
  /** When the entry was committed, RFC 3339. */
  committedAt: string
}

interface FactRow {
  realm_id: string
  operation_id: string
  committed_at: string
  proof_type: string
  external_ref: string
}

/** The facts of one type behind operations, oldest first; written in the transaction that ends them. */
export async function factsBehind(
  session: SqlReader,
  operationIds: readonly string[],
  type: string
): Promise<OperationFact[]> {
  const rows = await session.read<FactRow>(
    `SELECT e.realm_id, e.operation_id, e.committed_at, p.proof_type, p.external_ref
       FROM journal_entries e STRAIGHT_JOIN proofs p ON p.realm_id = e.realm_id AND p.seq = e.seq
      WHERE e.operation_id IN (?) AND p.proof_type = ?
      ORDER BY e.committed_at, p.seq, p.external_ref`,
    [operationIds, type]
  )
  return rows.map((row) => ({
    realmId: row.realm_id,
    operationId: row.operation_id,
    type: row.proof_type,
    externalRef: row.external_ref,
    committedAt: sqlToRfc3339(row.committed_at),
  }))
}
