import { setTimeout as delay } from 'node:timers/promises'
import { Logger } from '@adonisjs/core/logger'
import { singleton } from '#app/extension/singleton'
import { isPassing } from './chain_patience.ts'
import { CustodyChain } from './custody_chain.ts'
import { IndexPools } from './index_pools.ts'
import { chainKind } from '../settings.ts'

const POLL_MS = { development: 10, live: 2_000 }
/** What takes longer is left to the indexer's own turns. */
const WATCHED_MS = { development: 3_000, live: 120_000 }

/**
 * Reads the events of what this process has just sent as soon as it is mined, instead of at the
 * indexer's next turn. One watch at a time; it ends when everything sent is mined.
 */
@singleton()
export class MiningWatch {
  #until = 0
  #running: Promise<void> | null = null

  constructor(
    private chain: CustodyChain,
    private indexPools: IndexPools,
    private log: Logger
  ) {
    chain.whenSent(() => this.wake())
  }

  wake() {
    this.#until = performance.now() + WATCHED_MS[chainKind(this.chain.settings)]
    this.#running ??= this.#watch().finally(() => {
      this.#running = null
    })
  }

  /** Resolves once the watch that runs now has ended. */
  async idle(): Promise<void> {
    await this.#running
  }

  async #watch(): Promise<void> {
    const { lanes, dev, settings } = this.chain
    const pollMs = POLL_MS[chainKind(settings)]
    let indexed = ''
    while (performance.now() < this.#until) {
      try {
        const mined = await this.#mined()
        const at = mined.join()
        if (at !== indexed) {
          await dev?.mine(settings.confirmations - 1)
          const { outcome, settled } = await this.indexPools.run()
          // A page that a moving chain made worthless is read again, not left to the indexer's next turn.
          if (settled || outcome === 'lagging') indexed = at
        }
        const next = await Promise.all(lanes.map((lane) => lane.nextNonce()))
        // Each by itself: what one account has used before the service knew it stands for no other's transaction.
        if (at === indexed && mined.every((nonce, index) => nonce >= (next[index] ?? 0))) return
      } catch (error) {
        if (!isPassing(error)) this.log.error({ err: error }, 'watching what was sent has failed')
        return
      }
      await delay(pollMs)
    }
  }

  /** Nonces that each account has used. */
  async #mined(): Promise<number[]> {
    const { gateway, lanes } = this.chain
    return Promise.all(lanes.map(({ address }) => gateway.nonce(address, 'latest')))
  }
}
