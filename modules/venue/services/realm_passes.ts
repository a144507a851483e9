import { singleton } from '#app/extension/singleton'
import { Database } from '#app/storage/database'
import type { FundingRate } from '../core/engine/funding.ts'
import type { Inputs, MarketInput } from '../core/engine/market_inputs.ts'
import { feedNowMs } from '../core/feed/feed_clock.ts'
import type { FeedPass } from '../core/feed/run_feed.ts'
import { RATE_ONE, type Price } from '../core/numerics.ts'
import { msOfTick } from '../core/tick.ts'
import { Clock } from '#app/clock/clock'
import { FeedStore, type StoredFeed } from '../storage/feed_store.ts'
import { TickStore } from '../storage/tick_store.ts'
import { FeedDirectory } from './feed_directory.ts'
import { MarketList } from './market_list.ts'

/** All that a command of a realm depends on, without the fee terms, which are the realm's own. */
export type FeedInputs = Omit<Inputs, 'fees'>

/** One tick as a realm passes it. */
export interface RealmPass extends FeedInputs {
  /** Rates of the hours that ended with this tick. */
  funding: readonly FundingRate[]
  /** Markets delisted by hand so far; a market that is delisted twice is delisted once. */
  delisted: readonly { market: string; settlement: Price }[]
}

/**
 * Through this a feed passes a tick to a realm's venue; the trading side of the module implements
 * it.
 */
export abstract class RealmPassRunner {
  /** Passes one tick; a tick that was passed before changes nothing. */
  abstract run(realmId: string, pass: RealmPass): Promise<void>
}

/** Knows what the feed of a realm shows it: the present, and the ticks it has not passed yet. */
@singleton()
export class RealmPasses {
  /** Inputs by the reading they were derived from: all who share the reading share them. */
  #present = new WeakMap<StoredFeed, Map<string, MarketInput>>()

  constructor(
    private database: Database,
    private clock: Clock,
    private feeds: FeedStore,
    private ticks: TickStore,
    private directory: FeedDirectory,
    private markets: MarketList
  ) {}

  /**
   * The present prices.
   *
   * @returns null while the feed never ticked
   */
  async current(realmId: string): Promise<FeedInputs | null> {
    const stored = await this.directory.readOf(realmId)
    if (!stored) return null
    const { feed } = stored
    return {
      nowMs: Math.max(msOfTick(feed.tick), feedNowMs(stored.clock, this.clock.nowMs())),
      tick: feed.tick,
      bookSeed: feed.seed,
      markets: this.#presentInputs(stored),
    }
  }

  #presentInputs(stored: StoredFeed): Map<string, MarketInput> {
    const known = this.#present.get(stored)
    if (known) return known
    const prices = Object.fromEntries(
      Object.entries(stored.feed.markets).map(([id, market]) => [id, market.prices])
    )
    const inputs = this.#inputs(stored, prices)
    this.#present.set(stored, inputs)
    return inputs
  }

  /**
   * The passes after a tick, in order, at most `limit`. A tick that is no longer kept is left out.
   */
  async after(realmId: string, tick: number, limit: number): Promise<RealmPass[]> {
    return this.database.snapshot(async (reader) => {
      const feedId = await this.directory.feedIdOf(realmId)
      const stored = await this.feeds.read(feedId, reader)
      if (!stored) return []
      const passes = await this.ticks.after(reader, stored, tick, limit)
      return passes.map((pass) => this.#pass(stored, pass))
    })
  }

  /**
   * The newest pass.
   *
   * @returns null when none is kept
   */
  async newest(realmId: string): Promise<RealmPass | null> {
    const stored = await this.feeds.read(await this.directory.feedIdOf(realmId))
    if (!stored) return null
    const pass = await this.ticks.newest(this.database, stored)
    return pass && this.#pass(stored, pass)
  }

  #pass(stored: StoredFeed, { tick, prices, funding }: FeedPass): RealmPass {
    const delisted = Object.entries(stored.feed.markets).flatMap(([market, { controls }]) => {
      const { delisted: end } = controls
      return end && end.tick < tick ? [{ market, settlement: end.settlement }] : []
    })
    return {
      nowMs: msOfTick(tick),
      tick,
      bookSeed: stored.feed.seed,
      markets: this.#inputs(stored, prices),
      funding,
      delisted,
    }
  }

  /**
   * A delisted market keeps its last prices, so that positions in it can be valued until they are
   * settled.
   */
  #inputs(
    { feed }: StoredFeed,
    prices: Readonly<Record<string, MarketInput['prices']>>
  ): Map<string, MarketInput> {
    return new Map(
      this.markets.map((market): [string, MarketInput] => {
        const known = feed.markets[market.id]
        const liquidity = known?.controls.liquidity ?? { bids: RATE_ONE, asks: RATE_ONE }
        if (!known?.controls.delisted) {
          return [market.id, { market, prices: prices[market.id] ?? null, liquidity }]
        }
        const ended = { ...market, isDelisted: true }
        return [market.id, { market: ended, prices: known.prices, liquidity }]
      })
    )
  }
}
