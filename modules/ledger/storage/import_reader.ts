import { singleton } from '#app/extension/singleton'
import { columnToAtoms, type Atoms } from '#app/money/usd'
import { Database } from '#app/storage/database'
import { inParts } from '#app/storage/row_parts'
import type { IsolationZone, LedgerObject, OperationState } from '../core/terms.ts'
import { OBJECT_COLUMNS, toLedgerObject, type ObjectRow } from './rows.ts'
import { ZONES } from './zone_rows.ts'

/** The database does not look up longer lists in a key. */
const LOOKED_UP = 500

/** An object of the realm as an import finds it. */
export interface StandingObject {
  object: LedgerObject
  available: Atoms
}

/** What legs of operations have done to an object. */
export interface BookedSums {
  path: string
  into: Atoms
  outOf: Atoms
}

/** Reads what an import needs to know of its realm. */
@singleton()
export class ImportReader {
  constructor(private database: Database) {}

  /** The living objects at paths, by path. */
  async standing(realmId: string, paths: readonly string[]): Promise<Map<string, StandingObject>> {
    const found = new Map<string, StandingObject>()
    for (const part of inParts(paths, LOOKED_UP)) {
      const rows = await this.database.read<ObjectRow & { available: string | null }>(
        `SELECT ${columnsOf('objects')}, balances.settled - balances.departing AS available
           FROM objects LEFT JOIN balances
             ON balances.object_id = objects.id AND balances.denomination = objects.denomination
          WHERE objects.realm_id = ? AND objects.path IN (?) AND objects.active_key = ''`,
        [realmId, part]
      )
      for (const row of rows) {
        found.set(row.path, {
          object: toLedgerObject(row),
          available: columnToAtoms(row.available ?? '0'),
        })
      }
    }
    return found
  }

  zones(realmId: string): Promise<IsolationZone[]> {
    return ZONES.all(this.database, 'WHERE realm_id = ?', [realmId])
  }

  /** The operations at paths, by path. */
  async used(realmId: string, paths: readonly string[]) {
    const found = new Map<string, { id: string; requestHash: string; state: OperationState }>()
    for (const part of inParts(paths, LOOKED_UP)) {
      const rows = await this.database.read<{
        id: string
        path: string
        request_hash: string
        state: OperationState
      }>(
        'SELECT id, path, request_hash, state FROM operations WHERE realm_id = ? AND path IN (?)',
        [realmId, part]
      )
      for (const { id, path, request_hash: requestHash, state } of rows) {
        found.set(path, { id, requestHash, state })
      }
    }
    return found
  }

  /** What the journal says that operations at these paths have done, and how many there are. */
  async booked(realmId: string, paths: readonly string[]) {
    const sums = new Map<string, BookedSums>()
    let operations = 0
    for (const part of inParts(paths, LOOKED_UP)) {
      const rows = await this.database.read<{ path: string; into_it: string; out_of_it: string }>(
        `SELECT objects.path, SUM(GREATEST(legs.amount, 0)) AS into_it,
                SUM(GREATEST(-legs.amount, 0)) AS out_of_it
           FROM operations
           JOIN journal_entries entries ON entries.operation_id = operations.id
           JOIN journal_legs legs ON legs.realm_id = entries.realm_id AND legs.seq = entries.seq
           JOIN objects ON objects.id = legs.object_id
          WHERE operations.realm_id = ? AND operations.path IN (?)
          GROUP BY objects.path`,
        [realmId, part]
      )
      for (const { path, into_it: into, out_of_it: outOf } of rows) {
        const before = sums.get(path) ?? { path, into: 0n, outOf: 0n }
        sums.set(path, {
          path,
          into: before.into + columnToAtoms(into),
          outOf: before.outOf + columnToAtoms(outOf),
        })
      }
      const [counted] = await this.database.read<{ found: string }>(
        `SELECT COUNT(*) AS found FROM operations
          WHERE realm_id = ? AND path IN (?) AND state = 'completed'`,
        [realmId, part]
      )
      operations += Number(counted!.found)
    }
    return { sums, operations }
  }
}

function columnsOf(table: string): string {
  return OBJECT_COLUMNS.split(',')
    .map((column) => `${table}.${column.trim()}`)
    .join(', ')
}
