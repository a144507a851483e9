import { Logger } from '@adonisjs/core/logger'
import { singleton } from '#app/extension/singleton'
import { HaltStore, type StoredHalt } from '../storage/halt_store.ts'
import { PoolStore } from '../storage/pool_store.ts'
import { isPassing } from './chain_patience.ts'
import { CallRefused } from './nonce_lane.ts'
import { CustodyChain } from './custody_chain.ts'

/** What the transactions are called with which pools follow the halts of their realms. */
export const HALT_PURPOSES = /^(halt|resume):hlt_/

const AT_ONCE = 16
const FINAL_WITHIN_MS = 5_000

/** Halts and resumes pools as their realms are: a stolen session of this service does not move their value either. */
@singleton()
export class FollowHalts {
  constructor(
    private chain: CustodyChain,
    private pools: PoolStore,
    private store: HaltStore,
    private log: Logger
  ) {}

  /**
   * All there are, some at once: a pool that does not follow keeps no other from it. Never throws for
   * a chain that is away: it is told at the next run.
   *
   * @returns whether there was any
   */
  async run(): Promise<boolean> {
    for (let after = ''; ;) {
      const page = await this.store.unfollowed(after, AT_ONCE)
      const last = page.at(-1)
      if (!last) return after !== ''
      await Promise.all(page.map((halt) => this.#tryToFollow(halt)))
      after = last.id
    }
  }

  async #tryToFollow(halt: StoredHalt): Promise<void> {
    try {
      await this.#follow(halt)
    } catch (error) {
      if (!isPassing(error) && !(error instanceof CallRefused)) throw error
      this.log.warn({ halt, reason: error.message }, 'a pool does not follow a halt yet')
    }
  }

  async #follow({ id, realmId, clearedAt, onChain }: StoredHalt): Promise<void> {
    const pool = await this.pools.find(realmId)
    if (pool?.state !== 'created' || !pool.address) return
    if (clearedAt === null || onChain === 'halting') {
      // Noted first: whoever ends the halt meanwhile must know that the pool has to be resumed.
      if (onChain === 'none') await this.store.follow(id, 'halting')
      await this.#call(pool.address, 'halt', id, 'RealmHalted')
      await this.store.follow(id, 'halted')
    } else {
      await this.#call(pool.address, 'resume', id, 'RealmNotHalted')
      await this.store.follow(id, 'resumed')
    }
  }

  /** @param already the refusal by which the pool says that it is halted, or running, already */
  async #call(to: `0x${string}`, fn: 'halt' | 'resume', id: string, already: string) {
    const { lane, gateway } = this.chain
    try {
      const data = gateway.encode('RealmCustody', fn)
      const transaction = await lane.submit({ purpose: `${fn}:${id}`, to, data })
      await lane.awaitFinal(transaction, FINAL_WITHIN_MS)
    } catch (error) {
      if (!(error instanceof CallRefused) || error.revert?.name !== already) throw error
    }
  }
}
