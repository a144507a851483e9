import type { TokenFacts } from '../core/live_token.ts'
import { Clock, type Micros } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlSession } from '#app/storage/database'
import { count, flag, Table, text, time } from '#app/storage/table'
import type { Address } from '../core/chain_types.ts'

/** `requested`: to be created; `created`: final on the chain; `refused`: this chain may not hold it. */
export type PoolState = 'requested' | 'created' | 'refused'

/** The contracts of a pool, for ever. */
export interface PoolPlan {
  implementation: Address
  /** Null where nobody can tell: a pool that another release made before plans were kept. */
  factory: Address | null
  token: Address
  /** Of our contracts; null as above. */
  contractRelease: number | null
}

/** What the token of a live pool said of itself when the pool was made. */
type KeptToken = Nullable<TokenFacts>

export type KeptPoolToken = KeptToken & { token: Address | null }

const NO_TOKEN = { tokenSymbol: null, tokenDecimals: null, tokenCodeHash: null }

/** Without a plan while it is not created, and in rows from before plans were kept. */
export interface RealmPool extends Nullable<PoolPlan>, KeptToken {
  realmId: string
  /** The realm's default boundary. */
  boundaryId: string
  paper: boolean
  state: PoolState
  address: Address | null
}

/** Finds a row while a realm has asked for its pool. */
export const REQUESTED_POOLS = `SELECT 1 FROM custody_pools WHERE state = 'requested'`

/**
 * Of rows that name a realm: those whose pool is on one chain. What waits on a chain that was left waits
 * until that one is back, and must not keep jobs awake meanwhile.
 */
export function hasPoolOn(chainId: number): string {
  return `realm_id IN (SELECT p.realm_id FROM custody_pools p
    WHERE p.chain_id = ${chainId} AND p.state = 'created')`
}

/** A pool as it was when the chain was asked about it. */
type LocatedPool = Pick<RealmPool, 'realmId' | 'address'>

type Nullable<Fields> = { [Name in keyof Fields]: Fields[Name] | null }

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
  implementation: text(),
  factory: text(),
  token: text(),
  contractRelease: count(),
  tokenSymbol: text(),
  tokenDecimals: count(),
  tokenCodeHash: text(),
  updatedAt: time(),
})

const LIVE_TOKENS = new Table<KeptPoolToken>('custody_pools', {
  token: text('DISTINCT token'),
  tokenSymbol: text(),
  tokenDecimals: count(),
  tokenCodeHash: text(),
})

const UNPLANNED = {
  implementation: null,
  factory: null,
  token: null,
  contractRelease: null,
  ...NO_TOKEN,
}

@singleton()
export class PoolStore {
  constructor(
    private database: Database,
    private clock: Clock
  ) {}

  /** @returns false when the realm has its row already */
  async request(session: SqlSession, pool: Pick<RealmPool, 'realmId' | 'boundaryId' | 'paper'>) {
    const updatedAt = this.clock.nowMicros()
    const requested = {
      ...pool,
      ...UNPLANNED,
      state: 'requested',
      address: null,
      chainId: null,
    } as const
    const also = { created_at: toSqlDatetime(updatedAt) }
    return (await POOLS.insertNew(session, { ...requested, updatedAt }, also)) === 1
  }

  find(realmId: string): Promise<RealmPool | null> {
    return POOLS.first(this.database, 'WHERE realm_id = ?', [realmId])
  }

  /** What the service may call at an address: a pool, or the money that paper pools mint. */
  async standing(address: Address): Promise<'RealmCustody' | 'TestUSD' | null> {
    const [row] = await this.database.read<{ pool: string; token: string }>(
      `SELECT EXISTS (SELECT 1 FROM custody_pools WHERE address = ?) AS pool,
              EXISTS (SELECT 1 FROM custody_pools WHERE token = ? AND paper = 1) AS token`,
      [address, address]
    )
    if (Number(row!.pool) === 1) return 'RealmCustody'
    return Number(row!.token) === 1 ? 'TestUSD' : null
  }

  /** Pools that wait to be created, in order of realm id, after a given one. */
  requested(afterRealmId: string, limit: number): Promise<RealmPool[]> {
    const rest = `WHERE state = 'requested' AND realm_id > ? ORDER BY realm_id LIMIT ${limit}`
    return POOLS.all(this.database, rest, [afterRealmId])
  }

  /** Created pools of one chain; as `requested`. */
  createdOn(chainId: number, afterRealmId: string, limit: number): Promise<RealmPool[]> {
    const where = "WHERE chain_id = ? AND state = 'created' AND realm_id > ?"
    const rest = `${where} ORDER BY realm_id LIMIT ${limit}`
    return POOLS.all(this.database, rest, [chainId, afterRealmId])
  }

  /** Of a pool from before plans were kept. */
  async keepPlan(realmId: string, address: Address, plan: PoolPlan): Promise<void> {
    await POOLS.update(this.database, plan, 'WHERE realm_id = ? AND address = ?', [
      realmId,
      address,
    ])
  }

  /** @param facts of the token of a live pool; null for a paper one */
  async markCreated(
    realmId: string,
    chainId: number,
    { address, implementation, factory, token, contractRelease }: PoolPlan & { address: Address },
    facts: TokenFacts | null
  ): Promise<void> {
    const plan = { implementation, factory, token, contractRelease, ...(facts ?? NO_TOKEN) }
    await this.#mark(realmId, 'requested', 'created', { chainId, address, ...plan })
  }

  /** The tokens that live pools of a chain were made with, as they were then. */
  async liveTokens(chainId: number): Promise<KeptPoolToken[]> {
    return LIVE_TOKENS.all(
      this.database,
      "WHERE chain_id = ? AND paper = 0 AND state = 'created'",
      [chainId]
    )
  }

  /** Realms with real money whose pools are on this chain. */
  async liveRealms(chainId: number): Promise<string[]> {
    const where = "WHERE chain_id = ? AND paper = 0 AND state = 'created' ORDER BY realm_id"
    return (await POOLS.all(this.database, where, [chainId])).map(({ realmId }) => realmId)
  }

  async markRefused(realmId: string, chainId: number): Promise<void> {
    await this.#mark(realmId, 'requested', 'refused', { chainId, address: null })
  }

  /** The chain has lost it: create it again. */
  async markLost({ realmId, address }: LocatedPool, chainId: number): Promise<void> {
    const changes = { chainId, address: null, ...UNPLANNED }
    await this.#mark(realmId, 'created', 'requested', changes, address)
  }

  /** Of two workers that end the same step, the later one must not write over what came after it. */
  async #mark(
    realmId: string,
    from: PoolState,
    to: PoolState,
    pool: Partial<StoredPool>,
    at: Address | null = null
  ) {
    const changes = { ...pool, state: to, updatedAt: this.clock.nowMicros() }
    const rest = 'WHERE realm_id = ? AND state = ? AND address <=> ?'
    await POOLS.update(this.database, changes, rest, [realmId, from, at])
  }
}
