import { Logger } from '@adonisjs/core/logger'
import { singleton } from '#app/extension/singleton'
import { PoolStore, type RealmPool } from '../storage/pool_store.ts'
import { ChainUnreachable, WrongChain } from '../chain/errors.ts'
import type { Address } from '../core/chain_types.ts'
import { deployContracts } from './deploy_contracts.ts'
import { DEPLOYMENT_PROXY, DEPLOYMENT_PROXY_CODE } from './deployment_plan.ts'
import { NotFinalYet } from './nonce_lane.ts'
import { CustodyChain } from './custody_chain.ts'
import { CreatePool } from './create_pool.ts'
import { NameRoles } from './name_roles.ts'
import { restoreLanes } from './restore_lanes.ts'

/** Plenty for a lifetime of local transactions; it is play money. */
const GAS_MONEY_WEI = 10n ** 22n
const PAGE = 100

export interface KeepReport {
  reachable: boolean
  deployed: number
  /** Pools the chain had lost and that are requested again. */
  lost: number
  /** Whether the chain was given back what was final and has not mined it yet: nothing wakes the next run. */
  unmined: boolean
}

/**
 * Brings the chain to where the database says it is: gas money on a local chain, transactions the
 * chain lost, contracts, pools. Runs when a worker starts and every few seconds after, so that a
 * node that was down, killed or emptied is healed without anybody's help.
 */
@singleton()
export class KeepChain {
  #checkedPools = false
  /** Null before the first run. Only changes are logged: a node may be down for hours. */
  #reachable: boolean | null = null

  constructor(
    private chain: CustodyChain,
    private pools: PoolStore,
    private createPool: CreatePool,
    private nameRoles: NameRoles,
    private log: Logger
  ) {}

  /** Never throws for a chain that is down or wrong: the rest of the service goes on. */
  async run(): Promise<KeepReport> {
    try {
      const report = await this.#keep()
      if (this.#reachable !== true) this.log.info('custody is connected to the chain')
      this.#reachable = true
      return report
    } catch (error) {
      if (!(error instanceof ChainUnreachable) && !(error instanceof WrongChain)) throw error
      if (this.#reachable !== false) {
        this.log.warn({ reason: error.message }, 'custody waits for the chain')
      }
      this.#reachable = false
      // Whatever comes back may have lost its state.
      this.#checkedPools = false
      return { reachable: false, deployed: 0, lost: 0, unmined: false }
    }
  }

  async #keep(): Promise<KeepReport> {
    const { dev, lanes } = this.chain
    // Before anything is given back: without the proxy a deployment would be mined and do nothing.
    await dev?.provideCode(DEPLOYMENT_PROXY, DEPLOYMENT_PROXY_CODE)
    for (const { address } of lanes) await dev?.fundGas(address, GAS_MONEY_WEI)
    const restored = await restoreLanes(lanes)
    if (restored.rewound) this.#checkedPools = false
    if (!restored.caughtUp) {
      // What was given back and is not mined yet may be a contract, or the pool of a realm.
      await Promise.all(lanes.map((lane) => lane.advanceOpen()))
      return { reachable: true, deployed: 0, lost: 0, unmined: true }
    }
    const deployed = await deployContracts(this.chain)
    await Promise.all(lanes.map((lane) => lane.advanceOpen()))
    let lost = 0
    if (!this.#checkedPools || deployed > 0) lost = await this.#findLostPools()
    this.#checkedPools = true
    await this.#createRequested()
    await this.nameRoles.run()
    return { reachable: true, deployed, lost, unmined: false }
  }

  /** Pools that were created here and are gone: only a local chain that was emptied does that. */
  async #findLostPools(): Promise<number> {
    let lost = 0
    let after = ''
    for (;;) {
      const page = await this.pools.createdOn(this.chain.chainId, after, PAGE)
      if (page.length === 0) return lost
      const present = await this.chain.gateway.hasCode(page.map((pool) => addressOf(pool)))
      for (const [index, pool] of page.entries()) {
        if (present[index]) continue
        lost++
        await this.#lose(pool)
      }
      after = page.at(-1)!.realmId
    }
  }

  async #lose(pool: RealmPool): Promise<void> {
    if (this.chain.dev) return this.pools.markLost(pool, this.chain.settings.chainId)
    // On a real chain this is a lagging node or a deep reorganisation: creating again helps neither.
    this.log.error({ realmId: pool.realmId }, 'the pool of a realm is not on the chain')
  }

  async #createRequested(): Promise<void> {
    for (let after = ''; ;) {
      const page = await this.pools.requested(after, PAGE)
      for (const { realmId } of page) await this.#create(realmId)
      if (page.length < PAGE) return
      after = page.at(-1)!.realmId
    }
  }

  async #create(realmId: string): Promise<void> {
    try {
      await this.createPool.run(realmId, 0)
    } catch (error) {
      if (error instanceof ChainUnreachable) throw error
      if (error instanceof NotFinalYet) return
      this.log.warn({ err: error, realmId }, 'pool not created yet')
    }
  }
}

function addressOf(pool: RealmPool): Address {
  if (!pool.address) throw new Error(`The created pool of realm ${pool.realmId} has no address`)
  return pool.address
}
