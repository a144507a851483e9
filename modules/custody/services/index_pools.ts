import { Logger } from '@adonisjs/core/logger'
import { singleton } from '#app/extension/singleton'
import { newId } from '#app/ids/ids'
import type { Address, Hex } from '../core/chain_types.ts'
import { judgePage, type JudgePage } from '../core/judge_page.ts'
import { IndexStore, Overtaken, type IndexCursor } from '../storage/index_store.ts'
import { PoolCursorStore } from '../storage/pool_cursor_store.ts'
import { PoolEventStore } from '../storage/pool_event_store.ts'
import { ProjectionStore } from '../storage/projection_store.ts'
import { BelieveLarge } from './believe_large.ts'
import { CustodyChain } from './custody_chain.ts'
import { FinaliseEvents } from './finalise_events.ts'
import { FollowChain, type ChainState, type FollowRules } from './follow_chain.ts'
import { PageReader } from './page_reader.ts'
import { PoolEventConsumers } from './pool_event_consumers.ts'
import { ReadEvents } from './read_events.ts'

/** What follows from the chain, unless a test says otherwise. */
interface IndexChoice extends Partial<FollowRules> {
  judge?: JudgePage
}

export interface IndexReport {
  /** `idle`: nothing new. `busy`: another worker is at it. */
  outcome: 'idle' | 'busy' | 'lagging' | 'stopped' | 'read'
  /** False when another run could do more at once, without a new block. */
  settled: boolean
  /** Events that became final. */
  applied: number
}

/** Twice what anvil can reorganise, and more than Ethereum takes to finalise. */
const REMEMBERED_BLOCKS = 128
const NEW_POOLS = 100

/**
 * Reads the events of all pools, once each and none left out, whatever the nodes say: tentative at
 * first sight, final when the chain's rule says so. Any number of workers may run it; one at a time does.
 */
@singleton()
export class IndexPools {
  readonly #follow: FollowChain
  readonly #read: ReadEvents
  readonly #finalise: FinaliseEvents
  readonly #owner = newId('job')
  #current: Promise<IndexReport> | null = null
  #next: Promise<IndexReport> | null = null
  /** The head at which nothing was left to do, and what was final then: a start over resets it. */
  #settled: { head: Hex; finalNumber: number } | null = null
  #onRead = () => {}

  constructor(
    private chain: CustodyChain,
    readonly index: IndexStore,
    private pools: PoolCursorStore,
    readonly projection: ProjectionStore,
    events: PoolEventStore,
    { all: consumers }: PoolEventConsumers,
    large: BelieveLarge,
    log: Logger,
    { judge = judgePage, rememberedBlocks = REMEMBERED_BLOCKS, finality }: IndexChoice = {}
  ) {
    const rules: FollowRules = {
      get finality() {
        return finality ?? (chain.settings.developmentChain ? 'rebuilt' : 'kept')
      },
      rememberedBlocks,
    }
    const reader = new PageReader(chain)
    this.#follow = new FollowChain(chain, index, pools, events, rules, log)
    this.#read = new ReadEvents({
      reader,
      index,
      pools,
      events,
      consumers,
      log,
      judge,
      rememberedBlocks,
    })
    this.#finalise = new FinaliseEvents(index, pools, events, projection, consumers, large, log)
  }

  /** @param notice called after each run of this process that has read blocks */
  whenRead(notice: () => void) {
    this.#onRead = notice
  }

  /**
   * As far as the chain and the nodes allow now. Stopped half-way, it goes on at the next run. Calls
   * of one process follow each other, and those that wait share the next run: two at a time would
   * only overtake each other.
   *
   * @throws ChainUnreachable, WrongChain
   */
  async run(): Promise<IndexReport> {
    this.#next ??= this.#after(this.#current)
    return this.#next
  }

  async #after(current: Promise<unknown> | null): Promise<IndexReport> {
    await current?.catch(() => {})
    this.#current = this.#next
    this.#next = null
    return this.#run()
  }

  async #run(): Promise<IndexReport> {
    const { head, headHash, finalBlock } = await this.chain.gateway.finality(this.chain.settings)
    const known = await this.index.cursor()
    if (known?.stoppedReason) return { outcome: 'stopped', settled: true, applied: 0 }
    const unread = await this.pools.unread(NEW_POOLS)
    if (this.#isSettled(known, headHash) && unread.length === 0) {
      return { outcome: 'idle', settled: true, applied: 0 }
    }
    if (!known) await this.#follow.begin(head)
    const cursor = await this.index.claim(this.#owner)
    if (!cursor) return { outcome: 'busy', settled: false, applied: 0 }
    try {
      const state = await this.#follow.run(cursor, { number: head, hash: headHash })
      return await this.#proceed(cursor, state, { head, finalBlock }, unread)
    } catch (error) {
      if (error instanceof Overtaken) return { outcome: 'busy', settled: false, applied: 0 }
      throw error
    } finally {
      await this.index.release(this.#owner)
    }
  }

  /**
   * Lifts a stop and every fault, and reads all pools from their first block. Events that are final
   * have to come again as they were; what contradicts them is a fault again.
   *
   * @returns false while a worker is reading
   */
  async startOver(): Promise<boolean> {
    const { head } = await this.chain.gateway.health()
    const cursor = await this.index.claim(this.#owner)
    if (!cursor) return false
    try {
      await this.#follow.startOver(cursor, head)
      return true
    } finally {
      await this.index.release(this.#owner)
    }
  }

  async #proceed(
    cursor: IndexCursor,
    state: ChainState,
    { head, finalBlock: newestFinal }: { head: number; finalBlock: number },
    unread: readonly { pool: Address; realmId: string }[]
  ): Promise<IndexReport> {
    if (state === 'stopped' || state === 'lagging') {
      return { outcome: state, settled: state === 'stopped', applied: 0 }
    }
    if (state === 'extends') await this.#read.onwards(cursor, head)
    await this.#enrol(cursor, unread)
    const complete = await this.#read.catchUp(cursor)
    const finalBlock = Math.min(cursor.number, newestFinal)
    const { applied, failed } = await this.#finalise.run(cursor, finalBlock)
    const settled = complete && !failed && cursor.number === head && unread.length < NEW_POOLS
    this.#settled = settled ? { head: cursor.hash, finalNumber: cursor.finalNumber } : null
    this.#onRead()
    // Whether a new pool could be enrolled is seen at the next run.
    return { outcome: 'read', settled: settled && unread.length === 0, applied }
  }

  #isSettled(known: IndexCursor | null, head: Hex): boolean {
    return this.#settled?.head === head && this.#settled.finalNumber === known?.finalNumber
  }

  /** A pool is known here only once its creation is final, so its first events lie behind the cursor. */
  async #enrol(
    cursor: IndexCursor,
    unread: readonly { pool: Address; realmId: string }[]
  ): Promise<void> {
    if (unread.length === 0) return
    const answers = await this.chain.gateway.callMany(
      unread.map(({ pool: to }) => ({ contract: 'RealmCustody', to, fn: 'counters' })),
      cursor.number
    )
    const found = unread.flatMap((entry, index) => {
      const answer = answers[index]!
      if (!answer.ok) return []
      const { initializedAtBlock } = answer.value as { initializedAtBlock: bigint }
      return initializedAtBlock > 0n ? [{ entry, firstBlock: Number(initializedAtBlock) }] : []
    })
    await this.index.step(cursor, async (session) => {
      for (const { entry, firstBlock } of found) await this.pools.add(session, entry, firstBlock)
    })
  }
}
