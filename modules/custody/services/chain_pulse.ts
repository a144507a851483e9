import { setTimeout as delay } from 'node:timers/promises'
import { Logger } from '@adonisjs/core/logger'
import { singleton } from '#app/extension/singleton'
import { QueueHost } from '#app/queue/queue_host'
import type { Block } from '../core/judge_chain.ts'
import { QUEUES } from '../core/queue_names.ts'
import { chainKind } from '../settings.ts'
import { isPassing } from './chain_patience.ts'
import { CustodyChain } from './custody_chain.ts'
import { IndexPools } from './index_pools.ts'

/** How soon the next block is looked for: while blocks come, and when none has come for a while. */
const LOOK_EVERY_MS = {
  development: { busy: 250, quiet: 2_000 },
  live: { busy: 3_000, quiet: 3_000 },
}
const QUIET_AFTER_MS = 10_000

/** The jobs that act on the newest blocks themselves. */
const ON_A_BLOCK = [QUEUES.nonceWatch, QUEUES.index, QUEUES.deposits, QUEUES.settle]
/**
 * Those, and the jobs that look whether a chain that was away, or was put back, still has what it had. One that was put
 * back to the height it had shows it by another hash alone.
 */
const ON_A_RETURN = [...ON_A_BLOCK, QUEUES.keeper]
/** The jobs that act on what the indexer has read. */
const ON_EVENTS = [
  QUEUES.boundaries,
  QUEUES.deposits,
  QUEUES.tokenWatch,
  QUEUES.halts,
  QUEUES.exits,
]

/**
 * Wakes the jobs of the chain when it has a new block, and when the indexer has read one. So they
 * rest while nothing happens. A chain that is away, or a wake that is lost, only delays them: each
 * has turns of its own as well.
 */
@singleton()
export class ChainPulse {
  constructor(
    private chain: CustodyChain,
    private queues: QueueHost,
    private log: Logger,
    indexPools: IndexPools
  ) {
    indexPools.whenRead(() => this.#wake(ON_EVENTS))
  }

  /** Looks for new blocks. @returns what ends it */
  watch(): () => void {
    const ended = new AbortController()
    if (this.chain.configured) void this.#watch(ended.signal)
    return () => ended.abort()
  }

  async #watch(signal: AbortSignal): Promise<void> {
    const everyMs = LOOK_EVERY_MS[chainKind(this.chain.settings)]
    let known = null as Block | null
    let changedAt = performance.now()
    while (!signal.aborted) {
      const head = await this.#head()
      if (head?.hash !== known?.hash) {
        if (head)
          this.#wake(head.number > (known?.number ?? head.number) ? ON_A_BLOCK : ON_A_RETURN)
        changedAt = performance.now()
      }
      known = head
      const isQuiet = performance.now() - changedAt > QUIET_AFTER_MS
      await delay(isQuiet ? everyMs.quiet : everyMs.busy, undefined, { signal }).catch(() => {})
    }
  }

  /** @returns null while no node answers */
  async #head(): Promise<Block | null> {
    try {
      const { head: number, headHash: hash } = await this.chain.gateway.health()
      return { number, hash }
    } catch (error) {
      if (!isPassing(error)) this.log.error({ err: error }, 'the newest block cannot be read')
      return null
    }
  }

  #wake(queues: readonly string[]) {
    for (const queue of queues) this.queues.wake(queue)
  }
}
