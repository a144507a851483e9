import type { Logger } from '@adonisjs/core/logger'
import type { Principal } from '#app/extension/principal'
import { StreamEvent, type Subscriber } from '#app/extension/realtime_topic'
import { toRfc3339 } from '#app/clock/timestamp'
import { derivedId } from '#app/ids/ids'
import { LIMITS } from '#app/limits'
import { tickTrade } from '../core/feed/activity.ts'
import { INTERVALS, bucketOf, type Interval } from '../core/feed/candles.ts'
import type { Market } from '../core/markets.ts'
import { presentAge, presentCandles, presentMids, presentTrade } from '../http/presenters.ts'
import type { FeedReading } from '../services/feed_board.ts'
import type { Mids } from '../services/market_data_source.ts'
import type { ReadCandles } from '../services/read_candles.ts'
import type { ReadMids } from '../services/read_mids.ts'

/** What one connection wants to be told of one topic. */
export interface MarketListener {
  subscriber: Subscriber
  /** null for all markets. */
  markets: ReadonlySet<string> | null
  intervals: readonly Interval[]
  /**
   * For mids: the prices that the connection's snapshot showed, until the changes since were sent;
   * null while the snapshot is on its way. An older price that came after a newer one would stand
   * until the next change.
   */
  shown?: Record<string, string> | null
}

export type MarketTopicName = 'mids' | 'candles' | 'trades'

/**
 * The prices of one realm, as its connections are told them. Each tick's prices are read from the
 * database or the venue once for all connections; a tick that was missed is part of the next one.
 */
export class MarketStream {
  readonly listeners: Record<MarketTopicName, Set<MarketListener>> = {
    mids: new Set(),
    candles: new Set(),
    trades: new Set(),
  }
  /** Stops listening to wakes. */
  unlisten: () => void = () => {}
  #timer: NodeJS.Timeout
  #asOfMs = 0
  #mids: Record<string, string> = {}
  /** Text of the newest candle that was sent, by market and interval. */
  #candles = new Map<string, { t: number; text: string }>()
  #looking: Promise<void> | null = null

  constructor(
    readonly realmId: string,
    private principal: Principal,
    private readMids: ReadMids,
    private readCandles: ReadCandles,
    private markets: readonly Market[],
    private log: Logger
  ) {
    this.#timer = setInterval(() => void this.look(), LIMITS.realtimePollMs).unref()
  }

  get idle(): boolean {
    return Object.values(this.listeners).every(({ size }) => size === 0)
  }

  close() {
    clearInterval(this.#timer)
    this.unlisten()
  }

  /** Sends what has changed since the last look. It never throws, and one look runs at a time. */
  look(): Promise<void> {
    this.#looking ??= this.#look()
      .catch((error: unknown) => {
        // Market data may be unavailable: the client sees their age, and the next look tries again.
        this.log.debug({ err: error, realmId: this.realmId }, 'market data could not be pushed')
      })
      .finally(() => (this.#looking = null))
    return this.#looking
  }

  async #look(): Promise<void> {
    const reading = await this.readMids.run(this.principal, this.realmId)
    const before = this.#asOfMs
    this.#asOfMs = reading.asOfMs
    // Mids are also sent when no time has passed, because a builder can set a price by hand.
    this.#tellMids(reading)
    if (before === 0 || before === reading.asOfMs) return
    if (isFeed(reading)) this.#tellTrades(reading)
    await this.#tellCandles(reading, before)
  }

  #tellMids(reading: Mids) {
    const { mids } = presentMids(reading)
    const changed = changesOf(this.#mids, mids)
    this.#mids = mids
    const event = (own: [string, string][]) =>
      this.#event(reading, 'mids.updated', null, {
        mids: Object.fromEntries(own),
        ...presentAge(reading),
      })
    const shared = changed.length > 0 ? event(changed) : null
    for (const listener of this.listeners.mids) {
      const { subscriber, markets, shown } = listener
      if (shown === null) continue
      listener.shown = undefined
      const news = shown ? changesOf(shown, mids) : changed
      const own = markets === null ? news : news.filter(([id]) => markets.has(id))
      if (own.length > 0) subscriber.deliver(own === changed && shared ? shared : event(own))
    }
  }

  /** Sends what the rest of the market traded in the newest tick. */
  #tellTrades(reading: FeedReading) {
    const { feed } = reading.stored
    const trades = this.markets.flatMap((market) => {
      const state = feed.markets[market.id]
      if (!state || state.controls.delisted) return []
      return [presentTrade(market, tickTrade(market, state.prices), reading.asOfMs)]
    })
    for (const { subscriber, markets } of this.listeners.trades) {
      const own = markets === null ? trades : trades.filter(({ market }) => markets.has(market))
      if (own.length === 0) continue
      subscriber.deliver(this.#event(reading, 'trades.batch', null, { trades: own }))
    }
  }

  async #tellCandles(reading: Mids, before: number): Promise<void> {
    for (const [key, { market, interval }] of this.#wantedCandles()) {
      const startTime = bucketOf(before, INTERVALS[interval])
      const { realmId } = this
      const view = await this.readCandles.run(this.principal, market, {
        realmId,
        interval,
        startTime,
      })
      const told = this.#candles.get(key)
      for (const candle of presentCandles(view).candles) {
        const text = JSON.stringify(candle)
        if (told && (candle.t < told.t || text === told.text)) continue
        this.#candles.set(key, { t: candle.t, text })
        const type = candle.closed ? 'candle.closed' : 'candle.updated'
        const event = this.#event(reading, type, market, { market, interval, candle })
        for (const { subscriber, markets, intervals } of this.listeners.candles) {
          const wants = (markets?.has(market) ?? true) && intervals.includes(interval)
          if (wants) subscriber.deliver(event)
        }
      }
    }
  }

  #wantedCandles(): Map<string, { market: string; interval: Interval }> {
    const wanted = new Map<string, { market: string; interval: Interval }>()
    for (const { markets, intervals } of this.listeners.candles) {
      for (const market of markets ?? []) {
        for (const interval of intervals) wanted.set(`${market} ${interval}`, { market, interval })
      }
    }
    return wanted
  }

  #event({ asOfMs }: Mids, type: string, market: string | null, payload: Record<string, unknown>) {
    const { realmId } = this
    const seed = `${type}:${realmId}:${market}:${JSON.stringify(payload)}`
    const head = {
      type,
      realmId,
      entityId: market,
      entityPath: null,
      eventId: derivedId('evt', asOfMs, seed),
      correlationId: null,
      sequence: asOfMs,
      timestamp: toRfc3339(asOfMs * 1000),
    }
    return new StreamEvent(head, payload)
  }
}

function changesOf(before: Record<string, string>, mids: Record<string, string>) {
  return Object.entries(mids).filter(([id, mid]) => before[id] !== mid)
}

/** Only a feed of this service has the trades of the rest of the market. */
function isFeed(reading: Mids): reading is FeedReading {
  return 'stored' in reading
}
