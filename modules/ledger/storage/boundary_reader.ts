import { singleton } from '#app/extension/singleton'
import { Database } from '#app/storage/database'
import { columnToAtoms, type Atoms } from '#app/money/usd'
import { pathsBelow } from '#app/storage/path_range'
import { LEDGER_LIMITS } from '../limits.ts'
import { toOutcome } from './outcome_text.ts'
import { SYSTEM_PATHS, recoveryObjectPath } from '../core/system_paths.ts'
import { USD, type IsolationZone } from '../core/terms.ts'
import { ZONES } from './zone_rows.ts'

/** An object with the amount that a recovery would sweep. */
export interface Recoverable {
  id: string
  keepsOwnBooks: boolean
  spare: Atoms
}

/**
 * Reads custody boundaries as the ledger knows them: the zones of realms, and what lies in a
 * boundary.
 */
@singleton()
export class BoundaryReader {
  constructor(private database: Database) {}

  /** The zones of these boundaries; default boundaries have none. */
  async zonesWith(boundaryIds: readonly string[]): Promise<IsolationZone[]> {
    if (boundaryIds.length === 0) return []
    return ZONES.all(this.database, 'WHERE boundary_id IN (?)', [boundaryIds])
  }

  /** All zones of a realm, newest first by (created_at, boundary_id). */
  zonesOf(realmId: string): Promise<IsolationZone[]> {
    const rest = 'WHERE realm_id = ? ORDER BY created_at DESC, boundary_id DESC'
    return ZONES.all(this.database, rest, [realmId])
  }

  /**
   * Objects of a boundary that hold something a recovery would sweep; a limited number of them,
   * without the world outside and the boundary's recovery object. Objects that keep books of their
   * own come last.
   */
  async toRecover(boundaryId: string): Promise<Recoverable[]> {
    const own = [SYSTEM_PATHS.external, recoveryObjectPath(boundaryId)]
    const system = pathsBelow('/_system/')
    const rows = await this.database.read<{ id: string; own_books: number; spare: string }>(
      `SELECT o.id, o.keeps_own_books AS own_books, b.settled - b.departing AS spare FROM objects o
         JOIN balances b ON b.object_id = o.id AND b.denomination = ?
        WHERE o.boundary_id = ? AND b.settled > b.departing AND o.path NOT IN (?)
          AND NOT (o.keeps_own_books = 1 AND o.path >= ? AND o.path < ?) AND o.status <> 'deleting'
        ORDER BY o.keeps_own_books, o.id LIMIT ${LEDGER_LIMITS.recoveredObjects}`,
      [USD, boundaryId, own, system.from, system.before]
    )
    return rows.map(({ id, own_books, spare }) => ({
      id,
      keepsOwnBooks: own_books === 1,
      spare: columnToAtoms(spare),
    }))
  }

  /** The balance of a boundary's recovery object. */
  async recovered(realmId: string, boundaryId: string): Promise<Atoms> {
    const [row] = await this.database.read<{ settled: string }>(
      `SELECT b.settled FROM objects o
         JOIN balances b ON b.object_id = o.id AND b.denomination = ?
        WHERE o.realm_id = ? AND o.path = ? AND o.active_key = ''`,
      [USD, realmId, recoveryObjectPath(boundaryId)]
    )
    return row ? columnToAtoms(row.settled) : 0n
  }

  /** Holds on objects of a boundary that callers asked for; a limited number of them. */
  async openHolds(boundaryId: string): Promise<string[]> {
    const rows = await this.database.read<{ id: string }>(
      `SELECT p.id FROM objects o
         JOIN balances b ON b.object_id = o.id AND b.departing > 0
         JOIN holds h ON h.object_id = o.id AND h.resolved_at IS NULL AND h.direction = 'outbound'
         JOIN operations p ON p.id = h.operation_id AND p.type = 'hold'
        WHERE o.boundary_id = ? ORDER BY p.id LIMIT ${LEDGER_LIMITS.recoveredObjects}`,
      [boundaryId]
    )
    return rows.map(({ id }) => id)
  }

  /** Withdrawals from objects of a boundary that wait for their payee; a limited number of them. */
  async unstarted(boundaryId: string): Promise<string[]> {
    const rows = await this.database.read<{ id: string; outcome: string }>(
      `SELECT p.id, p.outcome FROM objects o
         JOIN balances b ON b.object_id = o.id AND b.departing > 0
         JOIN holds h ON h.object_id = o.id AND h.resolved_at IS NULL AND h.direction = 'outbound'
         JOIN operations p ON p.id = h.operation_id AND p.type = 'withdrawal'
        WHERE o.boundary_id = ? AND p.state = 'pending' AND p.outcome LIKE '%"startedAt":null%'
        ORDER BY p.id LIMIT ${LEDGER_LIMITS.recoveredObjects}`,
      [boundaryId]
    )
    return rows
      .filter(({ outcome }) => toOutcome<'withdrawal'>(outcome).startedAt === null)
      .map(({ id }) => id)
  }

  /**
   * Whether an object of a boundary has an amount that is committed to leave and not known to have
   * left.
   */
  async hasDepartures(boundaryId: string): Promise<boolean> {
    const [row] = await this.database.read(
      `SELECT 1 FROM objects o JOIN balances b ON b.object_id = o.id
        WHERE o.boundary_id = ? AND b.departing > 0 LIMIT 1`,
      [boundaryId]
    )
    return row !== undefined
  }
}
