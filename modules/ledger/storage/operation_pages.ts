import type { SqlParameter, SqlReader } from '#app/storage/database'
import type { Operation } from '../core/terms.ts'
import type { IndexRange, OperationKey, OperationPlan } from './operation_filter.ts'
import { furtherParties } from './party_rows.ts'
import { OPERATION_COLUMNS, toOperation, type OperationRow } from './rows.ts'
import type { WalkSource } from '#app/storage/walk'

/** A place in a list of operations. */
export interface OperationPlace {
  createdAt: string
  id: string
}

/** The stretch of time that a list covers, and its order. DATETIME(6) texts, both inclusive. */
export interface OperationWindow {
  order: 'newest' | 'oldest'
  from?: string
  until: string
}

/** The operations of a plan in the order of time: one short read per range, merged. */
export function operationSource(
  session: SqlReader,
  { ranges }: Pick<OperationPlan, 'ranges'>,
  window: OperationWindow
): WalkSource<OperationKey, OperationPlace> {
  const direction = window.order === 'newest' ? 'DESC' : 'ASC'
  return {
    placeOf: ({ id, created_at: createdAt }) => ({ id, createdAt }),
    async read(after, count) {
      if (ranges.length === 0) return []
      const order = `ORDER BY created_at ${direction}, id ${direction} LIMIT ${count}`
      const parts = ranges.map((range) => rangeSql(range, window, after, order))
      const merged =
        parts.length === 1
          ? parts[0]!.sql
          : `${parts.map(({ sql }) => `(${sql})`).join(' UNION ')} ${order}`
      const rows = await session.read<Omit<OperationKey, 'parties'>>(
        `SELECT o.id, o.created_at, o.type, o.state, o.path, o.source_path, o.target_path,
                o.source_object_id, o.target_object_id
           FROM (${merged}) k STRAIGHT_JOIN operations o ON o.id = k.id
          ORDER BY k.created_at ${direction}, k.id ${direction}`,
        parts.flatMap(({ values }) => values)
      )
      const parties = await furtherParties(session, rows)
      return rows.map((row) => ({ ...row, parties: parties.get(row.id) ?? [] }))
    },
  }
}

function rangeSql(
  { table, index, where, values }: IndexRange,
  window: OperationWindow,
  after: OperationPlace | null,
  order: string
) {
  const id = table ? 'operation_id' : 'id'
  const newest = window.order === 'newest'
  const from = !newest && after ? after.createdAt : window.from
  const until = newest && after ? after.createdAt : window.until
  const parts = [where, 'created_at <= ?']
  const bound: SqlParameter[] = [...values, until]
  if (from !== undefined) {
    parts.push('created_at >= ?')
    bound.push(from)
  }
  if (after) {
    const beyond = newest ? '<' : '>'
    parts.push(`(created_at ${beyond} ? OR ${id} ${beyond} ?)`)
    bound.push(after.createdAt, after.id)
  }
  const sql = `SELECT ${id} AS id, created_at FROM ${table ?? 'operations'} FORCE INDEX (${index})
                WHERE ${parts.join(' AND ')} ${order}`
  return { sql, values: bound }
}

/** The operations of a page, in its order. */
export async function readOperations(
  session: SqlReader,
  keys: readonly OperationKey[]
): Promise<Operation[]> {
  if (keys.length === 0) return []
  const rows = await session.read<OperationRow>(
    `SELECT ${OPERATION_COLUMNS} FROM operations WHERE id IN (?)`,
    [keys.map(({ id }) => id)]
  )
  const byId = new Map(rows.map((row) => [row.id, toOperation(row)]))
  return keys.map(({ id }) => byId.get(id)!)
}
