import type { Logger } from '@adonisjs/core/logger'
import type { Clock } from '#app/clock/clock'
import type { Database } from '#app/storage/database'
import { PoolStore } from '../storage/pool_store.ts'
import type { CustodySettings } from '../settings.ts'
import { CreatePool } from './create_pool.ts'
import { CustodyChain } from './custody_chain.ts'
import { GiveTestMoney } from './give_test_money.ts'
import { IndexPools } from './index_pools.ts'
import { KeepChain } from './keep_chain.ts'
import type { PoolEventConsumer } from './pool_event_consumer.ts'
import { ReadStatus } from './read_status.ts'

/** Who acts on the events of pools, in this order. */
const CONSUMERS: readonly PoolEventConsumer[] = []
/** Twice what anvil can reorganise, and more than Ethereum takes to finalise. */
const REMEMBERED_BLOCKS = 128

/** The use cases of the module, wired once per process. Those that act on a chain need one. */
export class CustodyServices {
  readonly pools: PoolStore
  readonly readStatus: ReadStatus
  readonly onChain: {
    chain: CustodyChain
    createPool: CreatePool
    keepChain: KeepChain
    giveTestMoney: GiveTestMoney
    indexPools: IndexPools
  } | null

  /** @param settings null when no chain is configured */
  constructor(settings: CustodySettings | null, database: Database, clock: Clock, log: Logger) {
    this.pools = new PoolStore(database, clock)
    const chain = settings ? new CustodyChain(settings, database, clock, log) : null
    this.readStatus = new ReadStatus(chain, this.pools, log)
    if (!chain) {
      this.onChain = null
      return
    }
    const createPool = new CreatePool(chain, this.pools, log)
    this.onChain = {
      chain,
      createPool,
      keepChain: new KeepChain(chain, this.pools, createPool, log),
      giveTestMoney: new GiveTestMoney(chain),
      indexPools: new IndexPools({
        ...{ gateway: chain.gateway, database, clock, log, consumers: CONSUMERS },
        confirmations: chain.settings.confirmations,
        rules: {
          finality: chain.settings.developmentChain ? 'rebuilt' : 'kept',
          rememberedBlocks: REMEMBERED_BLOCKS,
        },
      }),
    }
  }
}
