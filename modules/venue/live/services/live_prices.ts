import { Clock } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import { Database } from '#app/storage/database'
import type { Inputs } from '../../core/engine/market_inputs.ts'
import { RATE_ONE, type Price } from '../../core/numerics.ts'
import { VenueBooks } from '../../services/venue_books.ts'
import { keepLiveMids } from '../../storage/mid_store.ts'
import { liveMarkets, type LiveMarket } from '../core/live_markets.ts'
import type { WireAssetContext, WireMeta } from '../core/wire_shapes.ts'
import { LiveConnection } from './live_connection.ts'

/** The simulated feed's ticks never reach a live venue, which has its own time. */
export const NO_TICKS = Number.MAX_SAFE_INTEGER

/** Markets and prices of the live venue: one copy per process, at most a few seconds old. */
@singleton()
export class LivePrices {
  #markets: ReadonlyMap<string, LiveMarket> = new Map()
  #atMs = 0
  #reading: Promise<void> | null = null

  constructor(
    private connection: LiveConnection,
    private books: VenueBooks,
    private clock: Clock,
    private database: Database
  ) {}

  get connected(): boolean {
    return this.connection.current !== null
  }

  /** @returns markets without prices when the venue has not answered for a while */
  async markets(): Promise<ReadonlyMap<string, LiveMarket>> {
    const { timings } = this.connection.require()
    if (this.#age() > timings.pricesMs) {
      this.#reading ??= this.#read().finally(() => (this.#reading = null))
      // The age of old prices is checked below; failing here would stop cancellations too.
      await this.#reading.catch(() => {})
    }
    if (this.#age() <= timings.deadPricesMs) return this.#markets
    return new Map([...this.#markets].map(([id, each]) => [id, { ...each, prices: null }]))
  }

  /**
   * All that a command depends on. Every listed market is included; those that the venue does not
   * have are without prices.
   */
  async inputs(applicationTenthsBps: number): Promise<Inputs> {
    const live = await this.markets()
    const liquidity = { bids: RATE_ONE, asks: RATE_ONE }
    const markets = [...this.books.markets.values()].map((market) => {
      return [market.id, live.get(market.id) ?? { market, prices: null, liquidity }] as const
    })
    return {
      nowMs: this.clock.nowMs(),
      tick: NO_TICKS,
      bookSeed: '',
      markets: new Map(markets),
      fees: { platformTenthsBps: 0, applicationTenthsBps },
    }
  }

  /**
   * The mids that were read last, and when.
   *
   * @returns null when they are too old to value at
   */
  mids(): { atMs: number; mids: ReadonlyMap<string, Price> } | null {
    const timings = this.connection.current?.timings
    if (!timings || this.#age() > timings.deadPricesMs) return null
    return { atMs: this.#atMs, mids: midsOf(this.#markets) }
  }

  async byCoin(): Promise<ReadonlyMap<string, LiveMarket>> {
    return new Map([...(await this.markets()).values()].map((each) => [each.coin, each]))
  }

  #age(): number {
    return this.clock.nowMs() - this.#atMs
  }

  async #read(): Promise<void> {
    const { wire } = this.connection.require()
    const request = { type: 'metaAndAssetCtxs' }
    const answer = await wire.info<[WireMeta, WireAssetContext[]]>(request, 'order')
    this.#markets = liveMarkets(this.books.markets.values(), answer)
    this.#atMs = this.clock.nowMs()
    // Positions are valued at these mids as of this moment, also by later readers.
    const mids = midsOf(this.#markets)
    await this.database.transaction((session) => keepLiveMids(session, this.clock, mids))
  }
}

function midsOf(markets: ReadonlyMap<string, LiveMarket>): Map<string, Price> {
  return new Map(
    [...markets].flatMap(([id, { prices }]): [string, Price][] => {
      return prices ? [[id, prices.mid]] : []
    })
  )
}
