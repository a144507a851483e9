import { columnToAtoms, type Atoms } from '#app/money/usd'
import type { Database, SqlParameter, SqlReader } from '#app/storage/database'
import { keysetPage } from '#app/storage/keyset_page'
import { pathsBelow } from '#app/storage/path_range'
import { RESERVED_PREFIXES, isReservedPath } from '#app/paths/path'
import type { HoldDirection, LedgerObject } from '#modules/ledger/core/terms'
import { headTime } from '#modules/ledger/storage/head_time'
import { OBJECT_COLUMNS, toLedgerObject, type ObjectRow } from '#modules/ledger/storage/rows'

export interface BalanceRow {
  objectId: string
  denomination: string
  settled: Atoms
  arriving: Atoms
  departing: Atoms
}

export interface OpenHold {
  operationId: string
  objectId: string
  direction: HoldDirection
  denomination: string
  amount: Atoms
}

export interface ObjectListQuery {
  realmId: string
  prefix?: string
  includeDeleted?: boolean
  limit: number
  cursor?: string
}

/** An object and its balances are shown only once its create workflow has finished. */
const USABLE = 'ready_at IS NOT NULL'

/** Reads objects and their balances. */
export class ObjectReader {
  constructor(private database: Database) {}

  /** @throws Error when it does not exist: the caller has just seen it */
  async byId(id: string): Promise<ObjectRow> {
    const row = await this.find(id)
    if (!row) throw new Error('An object vanished')
    return row
  }

  /** Also objects whose create workflow is still running. */
  async find(id: string): Promise<ObjectRow | null> {
    const [row] = await this.database.read<ObjectRow>(
      `SELECT ${OBJECT_COLUMNS} FROM objects WHERE id = ?`,
      [id]
    )
    return row ?? null
  }

  async ledgerObject(id: string): Promise<LedgerObject | null> {
    const row = await this.find(id)
    return row ? toLedgerObject(row) : null
  }

  /** The living object at a path, usable or not. */
  async activeAt(realmId: string, path: string): Promise<ObjectRow | null> {
    const [row] = await this.database.read<ObjectRow>(
      `SELECT ${OBJECT_COLUMNS} FROM objects
        WHERE realm_id = ? AND path = ? AND active_key = ''`,
      [realmId, path]
    )
    return row ?? null
  }

  /** Usable objects at or below a prefix: `/a/` for all below, `/a` for exactly that one. */
  async under(realmId: string, prefix: string): Promise<ObjectRow[]> {
    const { where, values } = scope(prefix, false)
    return this.database.read<ObjectRow>(
      `SELECT ${OBJECT_COLUMNS} FROM objects
        WHERE realm_id = ? AND active_key = '' AND ${USABLE} AND ${where} ORDER BY path`,
      [realmId, ...values]
    )
  }

  /** A page of usable objects, newest first. */
  async list(query: ObjectListQuery) {
    const { realmId, prefix = '/', includeDeleted = false, limit, cursor } = query
    const living = includeDeleted ? '' : " AND status = 'active'"
    const { where, values } = scope(prefix, true)
    const { page, total, nextCursor } = await keysetPage<ObjectRow>(this.database, {
      table: 'objects',
      columns: OBJECT_COLUMNS,
      where: `realm_id = ? AND ${USABLE}${living} AND ${where}`,
      values: [realmId, ...values],
      limit,
      cursor,
      readCut: () => headTime(this.database, realmId),
    })
    return { objects: page, total, nextCursor }
  }

  async balances(
    objectIds: readonly string[],
    session: SqlReader = this.database
  ): Promise<BalanceRow[]> {
    if (objectIds.length === 0) return []
    const rows = await session.read<{
      object_id: string
      denomination: string
      settled: string
      arriving: string
      departing: string
    }>(
      `SELECT object_id, denomination, settled, arriving, departing FROM balances
        WHERE object_id IN (?) ORDER BY object_id, denomination`,
      [objectIds]
    )
    return rows.map((row) => ({
      objectId: row.object_id,
      denomination: row.denomination,
      settled: columnToAtoms(row.settled),
      arriving: columnToAtoms(row.arriving),
      departing: columnToAtoms(row.departing),
    }))
  }

  async openHolds(objectIds: readonly string[]): Promise<OpenHold[]> {
    if (objectIds.length === 0) return []
    const rows = await this.database.read<{
      operation_id: string
      object_id: string
      direction: HoldDirection
      denomination: string
      amount: string
    }>(
      `SELECT operation_id, object_id, direction, denomination, amount FROM holds
        WHERE object_id IN (?) AND state = 'open' ORDER BY operation_id`,
      [objectIds]
    )
    return rows.map((row) => ({
      operationId: row.operation_id,
      objectId: row.object_id,
      direction: row.direction,
      denomination: row.denomination,
      amount: columnToAtoms(row.amount),
    }))
  }
}

const NOT_RESERVED = RESERVED_PREFIXES.map((prefix) => {
  const { from, before } = pathsBelow(prefix)
  return `NOT (path >= '${from}' AND path < '${before}')`
}).join(' AND ')

/**
 * The SQL of a prefix. The service's own objects are shown only to those who ask for them, so that
 * a sum over `/` is the sum of what the realm's users hold.
 */
function scope(prefix: string, exactIncludesBelow: boolean) {
  const internal = isReservedPath(prefix.replace(/\/$/, '')) ? '' : ` AND ${NOT_RESERVED}`
  if (prefix === '/') return { where: `path >= '/'${internal}`, values: [] as SqlParameter[] }
  const { from, before } = pathsBelow(prefix)
  if (prefix.endsWith('/')) {
    return { where: `path >= ? AND path < ?${internal}`, values: [from, before] }
  }
  if (!exactIncludesBelow) return { where: 'path = ?', values: [prefix] }
  return {
    where: `(path = ? OR (path >= ? AND path < ?))${internal}`,
    values: [prefix, from, before],
  }
}
