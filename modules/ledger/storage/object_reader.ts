import { singleton } from '#app/extension/singleton'
import type { Atoms } from '#app/money/usd'
import { Database, type SqlReader } from '#app/storage/database'
import { DatabaseBehindError } from '#app/storage/database_errors'
import type { DatedPage } from '#app/storage/filter'
import { keysetPage } from '#app/storage/keyset_page'
import { count, money, Table, text } from '#app/storage/table'
import type { HoldDirection, LedgerObject } from '../core/terms.ts'
import { headTime } from './head_time.ts'
import { LIVING, USABLE, objectScope } from './object_scope.ts'
import {
  OBJECT_COLUMNS,
  SHOWN_OBJECT_COLUMNS,
  toLedgerObject,
  type ObjectRow,
  type ShownObjectRow,
} from './rows.ts'

export interface ObjectBalance {
  objectId: string
  denomination: string
  settled: Atoms
  arriving: Atoms
  departing: Atoms
  /** The sequence of the newest entry that has changed it. */
  lastSeq: number
}

const BALANCES = new Table<ObjectBalance>('balances', {
  objectId: text(),
  denomination: text(),
  settled: money(),
  arriving: money(),
  departing: money(),
  lastSeq: count(),
})

export interface OpenHold {
  operationId: string
  objectId: string
  direction: HoldDirection
  denomination: string
  amount: Atoms
}

/** An object with the place of its realm's journal at which it was read. */
export interface FoundObject extends ShownObjectRow {
  /** The number and the hash of the newest group: two journals that differ have no place in common. */
  journal_place: string
}

const FOUND_COLUMNS = `${SHOWN_OBJECT_COLUMNS}, (SELECT CONCAT(heads.seq, '-', LEFT(heads.hash, 12))
  FROM realm_heads heads WHERE heads.realm_id = objects.realm_id) AS journal_place`

const HOLDS = new Table<OpenHold>('holds', {
  operationId: text(),
  objectId: text(),
  direction: text(),
  denomination: text(),
  amount: money(),
})

/** Reads objects and their balances. */
@singleton()
export class ObjectReader {
  constructor(private database: Database) {}

  /** @throws DatabaseBehindError when it is not there, because the caller has just seen it */
  async byId(id: string, session: SqlReader = this.database): Promise<FoundObject> {
    const row = await this.find(id, session)
    if (!row) throw new DatabaseBehindError(`The object ${id}`)
    return row
  }

  /** Finds also objects whose creation workflow is still running. */
  async find(id: string, session: SqlReader = this.database): Promise<FoundObject | null> {
    const [row] = await session.read<FoundObject>(
      `SELECT ${FOUND_COLUMNS} FROM objects WHERE id = ?`,
      [id]
    )
    return row ?? null
  }

  /** Objects as they are shown, by id; ids that do not exist are left out. */
  async shown(ids: readonly string[]): Promise<Map<string, FoundObject>> {
    const rows = await this.database.read<FoundObject>(
      `SELECT ${FOUND_COLUMNS} FROM objects WHERE id IN (?)`,
      [ids]
    )
    return new Map(rows.map((row) => [row.id, row]))
  }

  async ledgerObject(id: string): Promise<LedgerObject | null> {
    const row = await this.find(id)
    return row ? toLedgerObject(row) : null
  }

  /** Objects by id; ids that do not exist are left out. */
  async ledgerObjects(ids: readonly string[]): Promise<Map<string, LedgerObject>> {
    if (ids.length === 0) return new Map()
    const rows = await this.database.read<ObjectRow>(
      `SELECT ${OBJECT_COLUMNS} FROM objects WHERE id IN (?)`,
      [[...new Set(ids)]]
    )
    return new Map(rows.map((row) => [row.id, toLedgerObject(row)]))
  }

  /** The living object at a path, usable or not. */
  async activeAt(realmId: string, path: string): Promise<FoundObject | null> {
    const [row] = await this.database.read<FoundObject>(
      `SELECT ${FOUND_COLUMNS} FROM objects
        WHERE realm_id = ? AND path = ? AND active_key = ''`,
      [realmId, path]
    )
    return row ?? null
  }

  /** A page of all generations at a path, newest first. */
  async versions({ realmId, path, ...asked }: DatedPage & { realmId: string; path: string }) {
    const { page, total, nextCursor } = await keysetPage<ShownObjectRow>(this.database, {
      table: 'objects',
      columns: SHOWN_OBJECT_COLUMNS,
      where: `realm_id = ? AND path = ? AND ${USABLE}`,
      values: [realmId, path],
      ...asked,
      readCut: () => headTime(this.database, realmId),
    })
    return { versions: page, total, nextCursor }
  }

  /** How many objects a list without filters has. */
  async countUsable(session: SqlReader, realmId: string): Promise<number> {
    const { where, values } = objectScope('/', true)
    const [counted] = await session.read<{ total: string }>(
      `SELECT COUNT(*) AS total FROM objects
        WHERE realm_id = ? AND ${USABLE} AND ${LIVING} AND ${where}`,
      [realmId, ...values]
    )
    return Number(counted!.total)
  }

  async balances(
    objectIds: readonly string[],
    session: SqlReader = this.database
  ): Promise<ObjectBalance[]> {
    if (objectIds.length === 0) return []
    // Positions are balances too, but the venue shows them as positions.
    const rest = `WHERE object_id IN (?) AND denomination NOT LIKE 'PERP:%' ORDER BY object_id, denomination`
    return BALANCES.all(session, rest, [objectIds])
  }

  async openHolds(objectIds: readonly string[]): Promise<OpenHold[]> {
    if (objectIds.length === 0) return []
    const rest = `WHERE object_id IN (?) AND state = 'open' ORDER BY operation_id`
    return HOLDS.all(this.database, rest, [objectIds])
  }
}
