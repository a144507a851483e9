import { Clock, type Micros } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { Database } from '#app/storage/database'
import { Table, text, time } from '#app/storage/table'
import { ChainNames } from '../core/chain_names.ts'
import type { Hex } from '../core/chain_types.ts'
import { hasPoolOn } from './pool_store.ts'

/** A boundary of a realm, whether or not the contract knows it yet. */
export interface KnownBoundary {
  boundaryId: string
  realmId: string
  /** The zone's path; null for the realm's default boundary. */
  rootPath: string | null
  /** Its id on the chain. */
  hash: Hex
}

interface StoredBoundary extends KnownBoundary {
  state: 'requested' | 'registered'
  recoveredAt: Micros | null
}

const BOUNDARIES = new Table<StoredBoundary>('custody_boundaries', {
  boundaryId: text(),
  realmId: text(),
  rootPath: text(),
  hash: text('boundary_hash'),
  state: text(),
  recoveredAt: time(),
})

const isRequested = (chainId: number) => `state = 'requested' AND ${hasPoolOn(chainId)}`

/** Finds a row while a pool of this chain does not know one of its boundaries yet. */
export function unknownToPools(chainId: number): string {
  return `SELECT 1 FROM custody_boundaries WHERE ${isRequested(chainId)}`
}

/** The boundaries of all realms that custody has heard of. */
@singleton()
export class BoundaryStore {
  constructor(
    private database: Database,
    private clock: Clock,
    private chain: ChainNames
  ) {}

  async find(boundaryIds: readonly string[]): Promise<KnownBoundary[]> {
    if (boundaryIds.length === 0) return []
    return BOUNDARIES.all(this.database, 'WHERE boundary_id IN (?)', [boundaryIds])
  }

  async byHashes(hashes: readonly Hex[]): Promise<Map<Hex, KnownBoundary>> {
    if (hashes.length === 0) return new Map()
    const found = await BOUNDARIES.all(this.database, 'WHERE boundary_hash IN (?)', [hashes])
    return new Map(found.map((boundary) => [boundary.hash, boundary]))
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
    const pools = await this.database.read<{ realmId: string; boundaryId: string }>(
      `SELECT realm_id AS realmId, boundary_id AS boundaryId FROM custody_pools
        WHERE boundary_id IN (?)`,
      [boundaryIds]
    )
    return pools.map((pool) => ({ ...pool, rootPath: null }))
  }

  /** The default boundary is registered by the transaction that creates the pool. */
  async add(boundaries: readonly KnownBoundary[]): Promise<void> {
    const added = boundaries.map((boundary): StoredBoundary => {
      const state = boundary.rootPath === null ? 'registered' : 'requested'
      return { ...boundary, state, recoveredAt: null }
    })
    const createdAt = toSqlDatetime(this.clock.nowMicros())
    await BOUNDARIES.insertNew(this.database, added, { created_at: createdAt })
  }

  /** Boundaries the contract does not know yet, in order of id, whose realm has its pool. */
  requested(afterId: string, limit: number): Promise<KnownBoundary[]> {
    return BOUNDARIES.all(
      this.database,
      `WHERE ${isRequested(this.chain.chainId)} AND boundary_id > ? ORDER BY boundary_id LIMIT ${limit}`,
      [afterId]
    )
  }

  /** Whether what the boundary held was swept to its recovery object. */
  async recoveredAmong(boundaryIds: readonly string[]): Promise<Set<string>> {
    if (boundaryIds.length === 0) return new Set()
    const where = 'WHERE boundary_id IN (?) AND recovered_at IS NOT NULL'
    const recovered = await BOUNDARIES.all(this.database, where, [boundaryIds])
    return new Set(recovered.map(({ boundaryId }) => boundaryId))
  }

  async markRecovered(boundaryId: string): Promise<void> {
    const changes = { recoveredAt: this.clock.nowMicros() }
    const where = 'WHERE boundary_id = ? AND recovered_at IS NULL'
    await BOUNDARIES.update(this.database, changes, where, [boundaryId])
  }
}
