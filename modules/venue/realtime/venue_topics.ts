import vine from '@vinejs/vine'
import { realtimeAction, type RealtimeTopic, type Subscriber } from '#app/extension/realtime_topic'
import { notFound } from '#app/http/errors/service_error'
import { LIMITS } from '#app/limits'
import { INTERVALS, type Interval } from '../core/feed/candles.ts'
import type { MarketTopicName } from './market_stream.ts'
import type { MarketStreams } from './market_streams.ts'

/** Each pair of market and interval is read at every tick. */
const MOST_CANDLE_MARKETS = 20
const MOST_MARKETS = 500

const markets = (most: number) =>
  vine
    .array(vine.string().minLength(1).maxLength(LIMITS.marketIdLength))
    .minLength(1)
    .maxLength(most)

const marketsFrame = vine.create({ markets: markets(MOST_MARKETS).optional() })
const candlesFrame = vine.create({
  markets: markets(MOST_CANDLE_MARKETS),
  intervals: vine
    .array(vine.enum(Object.keys(INTERVALS) as Interval[]))
    .minLength(1)
    .maxLength(Object.keys(INTERVALS).length),
})
const noFields = vine.create({})

/** What the venue streams: mids, candles and trades of the realm's prices. */
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
    { name: 'mids', actions: [mids, unsubscribe('mids')] },
    { name: 'candles', actions: [candles, unsubscribe('candles')] },
    { name: 'trades', actions: [trades, unsubscribe('trades')] },
  ]
}

function unsubscribe(topic: MarketTopicName) {
  return realtimeAction({
    action: `unsubscribe_${topic}`,
    validator: noFields,
    handle: async (subscriber: Subscriber, _input: unknown, requestId) => {
      if (!subscriber.release(topic)) throw notFound('The subscription')
      subscriber.reply({ type: 'unsubscribed', topic, requestId })
    },
  })
}
