import { toSqlDatetime } from '#app/clock/timestamp'
import type { SqlReader, SqlValue } from '#app/storage/database'
import type { PostedEntry } from '../core/apply.ts'
import { typesWith } from '../core/operation_types.ts'

export const PARTY_COLUMNS = ['object_id', 'created_at', 'operation_id'] as const

/** Types of operations that more than two objects may take part in, besides the collected fees. */
const OF_MANY = new Set<string>(typesWith('ofMany', true))

/** Who took part in an operation of many, besides the two sides that its operation names. */
export function partyRows({ posting, legs }: PostedEntry): SqlValue[][] {
  const { operation } = posting
  if (operation?.kind !== 'new' || !OF_MANY.has(operation.row.type)) return []
  const { id, source, target, createdAt } = operation.row
  const moved = legs.filter(({ kind }) => kind !== 'fee').map(({ objectId }) => objectId)
  const others = new Set(moved).difference(new Set([source.objectId, target.objectId]))
  const time = toSqlDatetime(createdAt)
  return [...others].map((objectId) => [objectId, time, id])
}

export interface Party {
  objectId: string
  path: string
}

/** The further parties of those among the operations that have some. */
export async function furtherParties(
  session: SqlReader,
  operations: readonly { id: string; type: string }[]
): Promise<Map<string, Party[]>> {
  const ids = operations.filter(({ type }) => OF_MANY.has(type)).map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const rows = await session.read<{ operation_id: string; object_id: string; path: string }>(
    `SELECT p.operation_id, p.object_id, o.path
       FROM operation_parties p JOIN objects o ON o.id = p.object_id WHERE p.operation_id IN (?)`,
    [ids]
  )
  const found = Map.groupBy(rows, ({ operation_id: id }) => id)
  return new Map(
    [...found].map(([id, parties]) => [
      id,
      parties.map(({ object_id: objectId, path }) => ({ objectId, path })),
    ])
  )
}
