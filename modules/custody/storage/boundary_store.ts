import { Clock } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { Database } from '#app/storage/database'
import type { Hex } from '../core/chain_types.ts'

/** A boundary of a realm, whether or not the contract knows it yet. */
export interface KnownBoundary {
  boundaryId: string
  realmId: string
  /** The zone's path; null for the realm's default boundary. */
  rootPath: string | null
  /** Its id on the chain. */
  hash: Hex
}

interface BoundaryRow {
  boundary_id: string
  realm_id: string
  root_path: string | null
  boundary_hash: Hex
}

const COLUMNS = 'boundary_id, realm_id, root_path, boundary_hash'

/** The boundaries of all realms that custody has heard of. */
@singleton()
export class BoundaryStore {
  constructor(
    private database: Database,
    private clock: Clock
  ) {}

  async find(boundaryIds: readonly string[]): Promise<KnownBoundary[]> {
    if (boundaryIds.length === 0) return []
    const rows = await this.database.read<BoundaryRow>(
      `SELECT ${COLUMNS} FROM custody_boundaries WHERE boundary_id IN (?)`,
      [boundaryIds]
    )
    return rows.map(boundaryOf)
  }

  async byHashes(hashes: readonly Hex[]): Promise<Map<Hex, KnownBoundary>> {
    if (hashes.length === 0) return new Map()
    const rows = await this.database.read<BoundaryRow>(
      `SELECT ${COLUMNS} FROM custody_boundaries WHERE boundary_hash IN (?)`,
      [hashes]
    )
    return new Map(rows.map((row) => [row.boundary_hash, boundaryOf(row)]))
  }

  /** The ledger's ids of exchange objects, by hash. */
  async exchangeObjects(hashes: readonly Hex[]): Promise<[hash: Hex, objectId: string][]> {
    if (hashes.length === 0) return []
    const rows = await this.database.read<{ object_hash: Hex; object_id: string }>(
      `SELECT object_hash, object_id FROM custody_exchange_objects
        WHERE object_hash IN (?) AND object_id IS NOT NULL`,
      [hashes]
    )
    return rows.map((row) => [row.object_hash, row.object_id])
  }

  /** Those of the ids that are the default boundary of a realm with a pool. */
  async defaultsAmong(boundaryIds: readonly string[]): Promise<Omit<KnownBoundary, 'hash'>[]> {
    const rows = await this.database.read<{ realm_id: string; boundary_id: string }>(
      'SELECT realm_id, boundary_id FROM custody_pools WHERE boundary_id IN (?)',
      [boundaryIds]
    )
    return rows.map(({ realm_id: realmId, boundary_id: boundaryId }) => {
      return { boundaryId, realmId, rootPath: null }
    })
  }

  /** The default boundary is registered by the transaction that creates the pool. */
  async add(boundaries: readonly KnownBoundary[]): Promise<void> {
    if (boundaries.length === 0) return
    const now = toSqlDatetime(this.clock.nowMicros())
    await this.database.write(
      `INSERT IGNORE INTO custody_boundaries (${COLUMNS}, state, created_at) VALUES ?`,
      [
        boundaries.map(({ boundaryId, realmId, rootPath, hash }) => [
          boundaryId,
          realmId,
          rootPath,
          hash,
          rootPath === null ? 'registered' : 'requested',
          now,
        ]),
      ]
    )
  }

  /** Boundaries the contract does not know yet, in order of id, whose realm has its pool. */
  async requested(afterId: string, limit: number): Promise<KnownBoundary[]> {
    const rows = await this.database.read<BoundaryRow>(
      `SELECT b.boundary_id, b.realm_id, b.root_path, b.boundary_hash
         FROM custody_boundaries b JOIN custody_pools p ON p.realm_id = b.realm_id
        WHERE b.state = 'requested' AND p.state = 'created' AND b.boundary_id > ?
        ORDER BY b.boundary_id LIMIT ${limit}`,
      [afterId]
    )
    return rows.map(boundaryOf)
  }

  /** Whether what the boundary held was swept to its recovery object. */
  async recoveredAmong(boundaryIds: readonly string[]): Promise<Set<string>> {
    if (boundaryIds.length === 0) return new Set()
    const rows = await this.database.read<{ boundary_id: string }>(
      `SELECT boundary_id FROM custody_boundaries
        WHERE boundary_id IN (?) AND recovered_at IS NOT NULL`,
      [boundaryIds]
    )
    return new Set(rows.map((row) => row.boundary_id))
  }

  async markRecovered(boundaryId: string): Promise<void> {
    await this.database.write(
      `UPDATE custody_boundaries SET recovered_at = COALESCE(recovered_at, ?) WHERE boundary_id = ?`,
      [toSqlDatetime(this.clock.nowMicros()), boundaryId]
    )
  }
}

function boundaryOf(row: BoundaryRow): KnownBoundary {
  return {
    boundaryId: row.boundary_id,
    realmId: row.realm_id,
    rootPath: row.root_path,
    hash: row.boundary_hash,
  }
}
