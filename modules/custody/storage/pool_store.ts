import { Clock } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlSession } from '#app/storage/database'
import type { Address } from '../core/chain_types.ts'

/** `requested`: to be created; `created`: final on the chain; `refused`: this chain may not hold it. */
export type PoolState = 'requested' | 'created' | 'refused'

export interface RealmPool {
  realmId: string
  /** The realm's default boundary. */
  boundaryId: string
  paper: boolean
  state: PoolState
  address: Address | null
}

interface PoolRow {
  realm_id: string
  boundary_id: string
  paper: number
  state: PoolState
  address: Address | null
}

const COLUMNS = 'realm_id, boundary_id, paper, state, address'

@singleton()
export class PoolStore {
  constructor(
    private database: Database,
    private clock: Clock
  ) {}

  /** @returns false when the realm has its row already */
  async request(session: SqlSession, pool: Pick<RealmPool, 'realmId' | 'boundaryId' | 'paper'>) {
    const now = toSqlDatetime(this.clock.nowMicros())
    const { affectedRows } = await session.write(
      `INSERT IGNORE INTO custody_pools (realm_id, boundary_id, paper, state, created_at, updated_at)
       VALUES (?, ?, ?, 'requested', ?, ?)`,
      [pool.realmId, pool.boundaryId, pool.paper ? 1 : 0, now, now]
    )
    return affectedRows === 1
  }

  async find(realmId: string): Promise<RealmPool | null> {
    const [row] = await this.database.read<PoolRow>(
      `SELECT ${COLUMNS} FROM custody_pools WHERE realm_id = ?`,
      [realmId]
    )
    return row ? poolOf(row) : null
  }

  /** In order of realm id, after a given one. */
  async list(state: PoolState, afterRealmId: string, limit: number): Promise<RealmPool[]> {
    const rows = await this.database.read<PoolRow>(
      `SELECT ${COLUMNS} FROM custody_pools WHERE state = ? AND realm_id > ?
        ORDER BY realm_id LIMIT ${limit}`,
      [state, afterRealmId]
    )
    return rows.map(poolOf)
  }

  async markCreated(realmId: string, chainId: number, address: Address): Promise<void> {
    await this.#mark(realmId, 'created', chainId, address)
  }

  async markRefused(realmId: string, chainId: number): Promise<void> {
    await this.#mark(realmId, 'refused', chainId, null)
  }

  /** The chain has lost it: create it again. */
  async markLost(realmId: string, chainId: number): Promise<void> {
    await this.#mark(realmId, 'requested', chainId, null)
  }

  async #mark(realmId: string, state: PoolState, chainId: number, address: Address | null) {
    await this.database.write(
      `UPDATE custody_pools SET state = ?, chain_id = ?, address = ?, updated_at = ?
        WHERE realm_id = ?`,
      [state, chainId, address, toSqlDatetime(this.clock.nowMicros()), realmId]
    )
  }
}

function poolOf(row: PoolRow): RealmPool {
  return {
    realmId: row.realm_id,
    boundaryId: row.boundary_id,
    paper: Number(row.paper) === 1,
    state: row.state,
    address: row.address,
  }
}
