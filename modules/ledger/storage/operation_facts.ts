import type { SqlReader } from '#app/storage/database'
import { shownTime, Table, text } from '#app/storage/table'
import { LEDGER_LIMITS } from '../limits.ts'
import type { Fact } from './boundary_books.ts'

/** A fact from outside that an entry of an operation rests on. */
export interface OperationFact extends Fact {
  realmId: string
  operationId: string
  /** When the entry was committed, RFC 3339. */
  committedAt: string
}

const FACTS = new Table<OperationFact>(
  'journal_entries e STRAIGHT_JOIN proofs p ON p.realm_id = e.realm_id AND p.seq = e.seq',
  {
    realmId: text('e.realm_id'),
    operationId: text('e.operation_id'),
    type: text('p.proof_type'),
    externalRef: text('p.external_ref'),
    committedAt: shownTime('e.committed_at'),
  }
)

/**
 * The facts of one type of operations, oldest first. They are written in the transaction that ends
 * the operation.
 */
export function factsBehind(
  session: SqlReader,
  operationIds: readonly string[],
  type: string
): Promise<OperationFact[]> {
  const rest = `WHERE e.operation_id IN (?) AND p.proof_type = ?
    ORDER BY e.committed_at, p.seq, p.external_ref`
  return FACTS.all(session, rest, [operationIds, type])
}

/**
 * The operations of a realm whose entries rest on a fact, at most `listNamedOperations`.
 *
 * @param named the whole name of the fact, or what it begins with: a text without `%` and `_`
 */
export async function operationsRestingOn(
  session: SqlReader,
  realmId: string,
  named: { reference: string } | { beginning: string }
): Promise<string[]> {
  const [test, value] =
    'reference' in named ? ['= ?', named.reference] : ['LIKE ?', `${named.beginning}%`]
  const rows = await session.read<{ id: string }>(
    `SELECT DISTINCT e.operation_id AS id
       FROM proofs p FORCE INDEX (proofs_reference)
       STRAIGHT_JOIN journal_entries e ON e.realm_id = p.realm_id AND e.seq = p.seq
      WHERE p.realm_id = ? AND p.external_ref ${test} AND e.operation_id IS NOT NULL
      LIMIT ${LEDGER_LIMITS.listNamedOperations}`,
    [realmId, value]
  )
  return rows.map(({ id }) => id)
}
