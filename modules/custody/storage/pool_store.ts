import { Clock, type Micros } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlSession } from '#app/storage/database'
import { count, flag, Table, text, time } from '#app/storage/table'
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

interface StoredPool extends RealmPool {
  chainId: number | null
  updatedAt: Micros
}

const POOLS = new Table<StoredPool>('custody_pools', {
  realmId: text(),
  boundaryId: text(),
  paper: flag(),
  state: text(),
  address: text(),
  chainId: count(),
  updatedAt: time(),
})

@singleton()
export class PoolStore {
  constructor(
    private database: Database,
    private clock: Clock
  ) {}

  /** @returns false when the realm has its row already */
  async request(session: SqlSession, pool: Pick<RealmPool, 'realmId' | 'boundaryId' | 'paper'>) {
    const updatedAt = this.clock.nowMicros()
    const requested = { ...pool, state: 'requested', address: null, chainId: null } as const
    const also = { created_at: toSqlDatetime(updatedAt) }
    return (await POOLS.insertNew(session, { ...requested, updatedAt }, also)) === 1
  }

  find(realmId: string): Promise<RealmPool | null> {
    return POOLS.first(this.database, 'WHERE realm_id = ?', [realmId])
  }

  /** In order of realm id, after a given one. */
  list(state: PoolState, afterRealmId: string, limit: number): Promise<RealmPool[]> {
    const rest = `WHERE state = ? AND realm_id > ? ORDER BY realm_id LIMIT ${limit}`
    return POOLS.all(this.database, rest, [state, afterRealmId])
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
    const changes = { state, chainId, address, updatedAt: this.clock.nowMicros() }
    await POOLS.update(this.database, changes, 'WHERE realm_id = ?', [realmId])
  }
}
