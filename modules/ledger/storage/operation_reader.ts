import type { Database, SqlParameter, SqlReader } from '#app/storage/database'
import { keysetPage } from '#app/storage/keyset_page'
import { pathsBelow } from '#app/storage/path_range'
import type { Operation, OperationType } from '#modules/ledger/core/terms'
import { headTime } from '#modules/ledger/storage/head_time'
import { OPERATION_COLUMNS, toOperation, type OperationRow } from '#modules/ledger/storage/rows'

export interface OperationListQuery {
  realmId: string
  types?: readonly OperationType[]
  /** Exact source or target object. */
  objectId?: string
  /** Prefix of the source or target path. */
  objectPath?: string
  /** Prefix of the operation path. */
  path?: string
  limit: number
  cursor?: string
}

/** Reads operations. */
export class OperationReader {
  constructor(private database: Database) {}

  async byId(id: string, session: SqlReader = this.database): Promise<Operation | null> {
    const [row] = await session.read<OperationRow>(
      `SELECT ${OPERATION_COLUMNS} FROM operations WHERE id = ?`,
      [id]
    )
    return row ? toOperation(row) : null
  }

  /** The newest operations an object took part in: one short index range per side. */
  async newestOfObject(session: SqlReader, objectId: string, limit: number): Promise<Operation[]> {
    const side = (column: string) =>
      `(SELECT id FROM operations WHERE ${column} = ? ORDER BY created_at DESC, id DESC LIMIT ${limit})`
    const rows = await session.read<OperationRow>(
      `SELECT ${OPERATION_COLUMNS} FROM operations
        WHERE id IN (SELECT id FROM (
          ${side('source_object_id')} UNION ${side('target_object_id')}) sides)
        ORDER BY created_at DESC, id DESC LIMIT ${limit}`,
      [objectId, objectId]
    )
    return rows.map(toOperation)
  }

  /** A page, newest first. */
  async list(query: OperationListQuery) {
    const { page, total, nextCursor } = await keysetPage<OperationRow>(this.database, {
      table: 'operations',
      columns: OPERATION_COLUMNS,
      ...filter(query),
      limit: query.limit,
      cursor: query.cursor,
      readCut: () => headTime(this.database, query.realmId),
    })
    return { operations: page.map(toOperation), total, nextCursor }
  }
}

function filter(query: OperationListQuery) {
  const parts = ['realm_id = ?']
  const values: SqlParameter[] = [query.realmId]
  if (query.types) {
    parts.push('type IN (?)')
    values.push(query.types)
  }
  if (query.objectId !== undefined) {
    parts.push('(source_object_id = ? OR target_object_id = ?)')
    values.push(query.objectId, query.objectId)
  }
  if (query.objectPath !== undefined && query.objectPath !== '/') {
    const source = under('source_path', query.objectPath)
    const target = under('target_path', query.objectPath)
    parts.push(`(${source.sql} OR ${target.sql})`)
    values.push(...source.values, ...target.values)
  }
  if (query.path !== undefined && query.path !== '/') {
    const path = under('path', query.path)
    parts.push(path.sql)
    values.push(...path.values)
  }
  return { where: parts.join(' AND '), values }
}

/** At or below a prefix; a trailing slash leaves out the path itself. */
function under(column: string, prefix: string) {
  const { from, before } = pathsBelow(prefix)
  if (prefix.endsWith('/')) {
    return { sql: `(${column} >= ? AND ${column} < ?)`, values: [from, before] }
  }
  return {
    sql: `(${column} = ? OR (${column} >= ? AND ${column} < ?))`,
    values: [prefix, from, before],
  }
}
