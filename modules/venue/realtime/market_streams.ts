import { Logger } from '@adonisjs/core/logger'
import type { Subscriber } from '#app/extension/realtime_topic'
import { singleton } from '#app/extension/singleton'
import { invalidField } from '#app/http/errors/service_error'
import { Wakes } from '#app/realtime/wakes'
import type { Interval } from '../core/feed/candles.ts'
import { presentMids } from '../http/presenters.ts'
import { SHARED_FEED, feedOfRealm } from '../services/feed_directory.ts'
import { ReadCandles } from '../services/read_candles.ts'
import { ReadMids } from '../services/read_mids.ts'
import { MarketStream, type MarketListener, type MarketTopicName } from './market_stream.ts'
import { MarketList } from '../services/market_list.ts'

/** The name under which a feed's wakes are published. */
export function feedWake(feedId: string): string {
  return `feed:${feedId}`
}

/** Market data for connections. Every credential may read them, as over HTTP. */
@singleton()
export class MarketStreams {
  #realms = new Map<string, MarketStream>()

  constructor(
    private readMids: ReadMids,
    private readCandles: ReadCandles,
    private markets: MarketList,
    private wakes: Wakes,
    private log: Logger
  ) {}

  /**
   * Sends the mids, and then every change of them. Replaces what the connection asked for before.
   *
   * @throws ServiceError VALIDATION_ERROR for an unknown market, MARKET_DATA_UNAVAILABLE
   */
  async subscribeMids(
    subscriber: Subscriber,
    markets: readonly string[] | undefined,
    requestId: string | null
  ): Promise<void> {
    const wanted = this.#known(markets)
    const listener: MarketListener = { subscriber, markets: wanted, intervals: [] }
    const read = () => this.readMids.run(subscriber.principal, subscriber.realmId)
    const show = async () => {
      listener.shown = null
      const reading = await read().catch((error: unknown) => {
        listener.shown = undefined
        throw error
      })
      const { mids, ...age } = presentMids(reading)
      const own = Object.entries(mids).filter(([id]) => wanted?.has(id) ?? true)
      subscriber.reply({
        type: 'mids.snapshot',
        requestId,
        realmId: subscriber.realmId,
        mids: Object.fromEntries(own),
        ...age,
      })
      // A tick between the two readings is part of what is sent next.
      listener.shown = mids
    }
    this.#listen('mids', listener, show)
    try {
      await show()
    } catch (error) {
      subscriber.release('mids')
      throw error
    }
  }

  /** @throws ServiceError as `subscribeMids` */
  async subscribeCandles(
    subscriber: Subscriber,
    { markets, intervals }: { markets: readonly string[]; intervals: readonly Interval[] }
  ): Promise<void> {
    const wanted = this.#known(markets)
    await this.readMids.run(subscriber.principal, subscriber.realmId)
    this.#listen('candles', { subscriber, markets: wanted, intervals })
  }

  /** @throws ServiceError as `subscribeMids` */
  async subscribeTrades(
    subscriber: Subscriber,
    markets: readonly string[] | undefined
  ): Promise<void> {
    const wanted = this.#known(markets)
    await this.readMids.run(subscriber.principal, subscriber.realmId)
    this.#listen('trades', { subscriber, markets: wanted, intervals: [] })
  }

  #known(markets: readonly string[] | undefined): ReadonlySet<string> | null {
    if (markets === undefined) return null
    const known = new Set(this.markets.map(({ id }) => id))
    const unknown = markets.find((market) => !known.has(market))
    if (unknown === undefined) return new Set(markets)
    throw invalidField('markets', 'enum', `The markets field names ${unknown}, which is no market`)
  }

  #listen(topic: MarketTopicName, listener: MarketListener, resync?: () => Promise<void>) {
    const { subscriber } = listener
    const stream = this.#realms.get(subscriber.realmId) ?? this.#open(subscriber)
    stream.listeners[topic].add(listener)
    const { markets, intervals } = listener
    subscriber.hold(topic, {
      terms: { ...(markets && { markets: [...markets] }), intervals },
      stop: () => {
        stream.listeners[topic].delete(listener)
        if (!stream.idle || this.#realms.get(stream.realmId) !== stream) return
        stream.close()
        this.#realms.delete(stream.realmId)
      },
      resync,
    })
  }

  #open({ realmId, principal }: Subscriber): MarketStream {
    const stream = new MarketStream(
      realmId,
      principal,
      this.readMids,
      this.readCandles,
      this.markets,
      this.log
    )
    const stops = [SHARED_FEED, feedOfRealm(realmId)].map((feedId) =>
      this.wakes.listen(feedWake(feedId), () => void stream.look())
    )
    stream.unlisten = () => stops.forEach((stop) => stop())
    this.#realms.set(realmId, stream)
    void stream.look()
    return stream
  }
}
