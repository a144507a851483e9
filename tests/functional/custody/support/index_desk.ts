import { randomInt, randomUUID } from 'node:crypto'
import app from '@adonisjs/core/services/app'
import logger from '@adonisjs/core/services/logger'
import type { Clock } from '#app/clock/clock'
import { Database, type SqlSession } from '#app/storage/database'
import { ChainGateway } from '#modules/custody/chain/gateway'
import { HttpProvider } from '#modules/custody/chain/http_provider'
import { LOCAL_CHAINS, type LargeValue } from '#modules/custody/core/chain_registry'
import type { Address, ChainValue, Hex } from '#modules/custody/core/chain_types'
import type { Finality } from '#modules/custody/core/judge_chain'
import type { JudgePage } from '#modules/custody/core/judge_page'
import { BelieveLarge } from '#modules/custody/services/believe_large'
import { IndexPools } from '#modules/custody/services/index_pools'
import type { PoolEventConsumer } from '#modules/custody/services/pool_event_consumer'
import type { RealmPoolEvent } from '#modules/custody/core/pool_event'
import { CustodyChain } from '#modules/custody/services/custody_chain'
import { IndexStore } from '#modules/custody/storage/index_store'
import { PoolCursorStore } from '#modules/custody/storage/pool_cursor_store'
import { PoolEventStore } from '#modules/custody/storage/pool_event_store'
import { ProjectionStore } from '#modules/custody/storage/projection_store'
import { ContractWorld } from '../../../unit/custody/support/contract_world.ts'
import { FaultyProxy } from './faulty_proxy.ts'
import { processOn } from './process.ts'

export const CONFIRMATIONS = 4
export const REMEMBERED = 24

export interface DeskPool {
  realmId: string
  address: Address
  boundary: Hex
}

/** Notes what the indexer hands on; what is final, in the indexer's own transaction. */
class Recorder implements PoolEventConsumer {
  readonly name = 'recorder'
  readonly seen: RealmPoolEvent[] = []
  /** Thrown by the next `onFinal`. */
  failure: Error | null = null

  constructor(private table: string) {}

  async onSeen(event: RealmPoolEvent) {
    this.seen.push(event)
  }

  async onFinal({ pool, seq }: RealmPoolEvent, session: SqlSession) {
    await session.write(`INSERT INTO ${this.table} (pool, seq) VALUES (?, ?)`, [pool, seq])
    if (!this.failure) return
    const failure = this.failure
    this.failure = null
    throw failure
  }
}

/** A chain of its own with pools on it, a proxy in front of its node, and workers that read through it. */
export class IndexDesk {
  readonly recorder: Recorder
  #nextOp = 1

  private constructor(
    readonly world: ContractWorld,
    readonly proxy: FaultyProxy,
    readonly database: Database
  ) {
    this.recorder = new Recorder(this.#table)
  }

  static async start(): Promise<IndexDesk> {
    const world = await ContractWorld.start(randomInt(10 ** 6, 10 ** 9))
    const proxy = await FaultyProxy.to(world.anvil.url)
    const database = await app.container.make(Database)
    const desk = new IndexDesk(world, proxy, database)
    await database.write(
      `CREATE TABLE ${desk.#table} (
         n BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, pool CHAR(42) NOT NULL, seq BIGINT NOT NULL)`
    )
    return desk
  }

  /** Its own, so that no test drops that of another. */
  get #table() {
    return `custody_index_test_${this.chainId}`
  }

  async stop() {
    await this.database.write(`DROP TABLE ${this.#table}`)
    await this.proxy.stop()
    await this.world.anvil.kill()
  }

  get chainId() {
    return this.world.gateway.chainId
  }

  async worker(
    change: {
      finality?: Finality
      judge?: JudgePage
      consumers?: readonly PoolEventConsumer[]
      /** Further nodes; more than half have to agree then. */
      others?: readonly FaultyProxy[]
      largeValue?: LargeValue
      clock?: Clock
    } = {}
  ): Promise<IndexPools> {
    const { chainId } = this
    const urls = [this.proxy, ...(change.others ?? [])].map(({ url }) => url)
    const needed = Math.floor(urls.length / 2) + 1
    const provider = new HttpProvider({ urls, needed, chainId, readRounds: 1 })
    const { largeValue = null } = change
    const settings = {
      confirmations: CONFIRMATIONS,
      terms: { ...LOCAL_CHAINS[31337]!, largeValue },
      developmentChain: change.finality === 'rebuilt',
    }
    const gateway = new ChainGateway(provider)
    const process = await processOn({ settings, chainId, gateway } as CustodyChain, change.clock)
    return new IndexPools(
      await process.make(CustodyChain),
      await process.make(IndexStore),
      await process.make(PoolCursorStore),
      await process.make(ProjectionStore),
      await process.make(PoolEventStore),
      { all: change.consumers ?? [this.recorder] },
      await process.make(BelieveLarge),
      logger,
      { rememberedBlocks: REMEMBERED, judge: change.judge }
    )
  }

  /** A pool with its default boundary, known to the service. */
  async pool(): Promise<DeskPool> {
    const realmId = randomUUID()
    const boundaryId = `bnd_${realmId}`
    const address = await this.world.createRealm(realmId, boundaryId)
    await this.database.write(
      `INSERT INTO custody_pools
         (realm_id, boundary_id, paper, state, chain_id, address, created_at, updated_at)
       VALUES (?, ?, 1, 'created', ?, ?, NOW(6), NOW(6))`,
      [realmId, boundaryId, this.chainId, address]
    )
    return { realmId, address, boundary: this.world.gateway.idHash(boundaryId) }
  }

  /** Puts the pool on a chain that lost it: the same address, with the same first events. */
  async createAgain({ realmId }: DeskPool) {
    await this.world.createRealm(realmId, `bnd_${realmId}`)
  }

  newOpId(): Hex {
    return this.world.gateway.idHash(`op-${this.#nextOp++}`)
  }

  /** One transaction to a pool; a revert is mined like everything else. */
  async act(pool: DeskPool, fn: string, args: readonly ChainValue[]) {
    const data = this.world.gateway.encode('RealmCustody', fn, args)
    return this.world.send(this.world.operator, pool.address, data)
  }

  async deposit(pool: DeskPool, amount = 100n) {
    return this.act(pool, 'mintDeposit', [this.newOpId(), pool.boundary, amount])
  }

  async mine(blocks: number) {
    await this.world.dev.mine(blocks)
  }

  /** The transactions of the replaced blocks are gone. */
  async reorg(depth: number) {
    await this.world.anvil.rpc('anvil_reorg', [depth, []])
  }

  /** What the node itself says was emitted, in order. */
  async emitted(pool: DeskPool): Promise<string[]> {
    const { gateway } = this.world
    const { head } = await gateway.health()
    const logs = await gateway.logs({ addresses: [pool.address], from: 0, to: head })
    return gateway
      .decodeLogs(logs)
      .filter(({ args }) => typeof args.seq === 'bigint')
      .map(({ name, args }) => `${args.seq as bigint} ${name}`)
  }

  /** What the service stored, in order. */
  async stored(pool: DeskPool, state: 'tentative' | 'final'): Promise<string[]> {
    const rows = await this.database.read<{ seq: string; name: string }>(
      `SELECT seq, name FROM custody_events WHERE chain_id = ? AND pool = ? AND state = ? ORDER BY seq`,
      [this.chainId, pool.address, state]
    )
    return rows.map(({ seq, name }) => `${seq} ${name}`)
  }

  /** What the final events of a pool say it owes; base units. */
  async projected(pool: DeskPool): Promise<bigint> {
    const [{ sum } = { sum: '0' }] = await this.database.read<{ sum: string }>(
      `SELECT CAST(COALESCE(SUM(balance), 0) AS CHAR) AS sum FROM custody_replay
        WHERE chain_id = ? AND pool = ?`,
      [this.chainId, pool.address]
    )
    return BigInt(sum)
  }

  /** What consumers were handed as final, in the order in which they were. */
  async applied(pool: DeskPool): Promise<number[]> {
    const rows = await this.database.read<{ seq: string }>(
      `SELECT seq FROM ${this.#table} WHERE pool = ? ORDER BY n`,
      [pool.address]
    )
    return rows.map(({ seq }) => Number(seq))
  }

  async total(pool: DeskPool): Promise<bigint> {
    return (await this.world.read('RealmCustody', pool.address, 'contractTotal')) as bigint
  }
}
