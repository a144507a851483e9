import type { Micros } from '#app/clock/clock'
import type { Atoms } from '#app/money/usd'
import type { SqlReader } from '#app/storage/database'
import { count, money, Table, text, time } from '#app/storage/table'
import { USD } from '../core/terms.ts'
import { objectScope } from './object_scope.ts'

/** One object, or all below a prefix. */
export type ChangeScope = { objectId: string } | { prefix: string }

/** What one entry of the journal has changed in the cash of a scope as a whole. */
export interface ScopeChange {
  seq: number
  at: Micros
  type: string
  operationId: string | null
  operationPath: string | null
  /** The fact from outside that the entry rests on, such as the hash of a transaction. */
  reference: string | null
  /** Signed, and never zero: what moves within the scope changes nothing of it. */
  amount: Atoms
}

/** Where the changes are read: entries above one and up to another, oldest first. */
export interface ChangeSpan {
  realmId: string
  above: number
  upTo: number
  limit: number
}

/** The changes of a scope. Fewer than `limit` are the last ones of the span. */
export function scopeChanges(
  reader: SqlReader,
  scope: ChangeScope,
  { realmId, above, upTo, limit }: ChangeSpan
): Promise<ScopeChange[]> {
  const { from, values } = legsOf(scope, realmId)
  const sums = `SELECT l.seq, SUM(l.amount) AS amount FROM ${from}
       AND l.denomination = ? AND l.seq > ? AND l.seq <= ?
      GROUP BY l.seq HAVING amount <> 0 ORDER BY l.seq LIMIT ${limit}`
  const table = new Table<ScopeChange>(
    `(${sums}) g STRAIGHT_JOIN journal_entries e ON e.realm_id = ? AND e.seq = g.seq
      LEFT JOIN operations o ON o.id = e.operation_id`,
    CHANGE
  )
  return table.all(reader, 'ORDER BY g.seq', [...values, USD, above, upTo, realmId])
}

const CHANGE = {
  seq: count<number>('g.seq'),
  at: time<Micros>('e.committed_at'),
  type: text<string>('e.op_type'),
  operationId: text<string | null>('e.operation_id'),
  operationPath: text<string | null>('o.path'),
  reference: text<string | null>(`(SELECT MIN(p.external_ref) FROM proofs p
      WHERE p.realm_id = e.realm_id AND p.seq = e.seq)`),
  amount: money<Atoms>('g.amount'),
}

/** The legs of one object lie together; those of many are found by the entries of their realm. */
function legsOf(scope: ChangeScope, realmId: string) {
  if ('objectId' in scope) {
    const from = 'journal_legs l FORCE INDEX (PRIMARY) WHERE l.object_id = ?'
    return { from, values: [scope.objectId] }
  }
  const { where, values } = objectScope(scope.prefix, false)
  const from = `journal_legs l FORCE INDEX (journal_legs_entry)
      STRAIGHT_JOIN objects ON objects.id = l.object_id
      WHERE l.realm_id = ? AND ${where}`
  return { from, values: [realmId, ...values] }
}
