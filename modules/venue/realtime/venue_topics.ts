import vine from '@vinejs/vine'
import { endSubscription, realtimeAction, type RealtimeTopic } from '#app/extension/realtime_topic'
import type { AnyValidator } from '#app/http/route_declaration'
import { VENUE_LIMITS } from '../limits.ts'
import { INTERVALS, type Interval } from '../core/feed/candles.ts'
import type { MarketTopicName } from './market_stream.ts'
import type { MarketStreams } from './market_streams.ts'

/** A limit is needed because each pair of market and interval is read at every tick. */
const MOST_CANDLE_MARKETS = 20
const MOST_MARKETS = 500

const markets = (most: number) =>
  vine
    .array(vine.string().minLength(1).maxLength(VENUE_LIMITS.marketIdLength))
    .minLength(1)
    .maxLength(most)

const marketsFrame = vine.create({ markets: markets(MOST_MARKETS).optional() })
const intervals = () =>
  vine
    .array(vine.enum(Object.keys(INTERVALS) as Interval[]))
    .minLength(1)
    .maxLength(Object.keys(INTERVALS).length)
const candlesFrame = vine.create({
  markets: markets(MOST_CANDLE_MARKETS),
  intervals: intervals(),
})
const noCandlesFrame = vine.create({
  markets: markets(MOST_CANDLE_MARKETS).optional(),
  intervals: intervals().optional(),
})

/** The topics of the venue: mids, candles and trades at the realm's prices. */
export function venueTopics(streams: () => Promise<MarketStreams>): RealtimeTopic[] {
  const mids = realtimeAction({
    action: 'subscribe_mids',
    validator: marketsFrame,
    handle: async (subscriber, { markets: wanted }, requestId) =>
      (await streams()).subscribeMids(subscriber, wanted, requestId),
  })
  const candles = realtimeAction({
    action: 'subscribe_candles',
    validator: candlesFrame,
    handle: async (subscriber, wanted, requestId) => {
      await (await streams()).subscribeCandles(subscriber, wanted)
      subscriber.reply({ type: 'subscribed', topic: 'candles', requestId, ...wanted })
    },
  })
  const trades = realtimeAction({
    action: 'subscribe_trades',
    validator: marketsFrame,
    handle: async (subscriber, { markets: wanted }, requestId) => {
      await (await streams()).subscribeTrades(subscriber, wanted)
      subscriber.reply({ type: 'subscribed', topic: 'trades', requestId })
    },
  })
  return [
    { name: 'mids', actions: [mids, unsubscribe('mids', marketsFrame)] },
    { name: 'candles', actions: [candles, unsubscribe('candles', noCandlesFrame)] },
    { name: 'trades', actions: [trades, unsubscribe('trades', marketsFrame)] },
  ]
}

function unsubscribe(topic: MarketTopicName, validator: AnyValidator) {
  return realtimeAction<Record<string, unknown>>({
    action: `unsubscribe_${topic}`,
    validator,
    handle: async (subscriber, named, requestId) => {
      endSubscription(subscriber, topic, named)
      subscriber.reply({ type: 'unsubscribed', topic, requestId })
    },
  })
}
