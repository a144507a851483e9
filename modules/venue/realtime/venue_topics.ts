import vine from '@vinejs/vine'
import { endSubscription, realtimeAction, type RealtimeTopic } from '#app/extension/realtime_topic'
import type { AnyValidator } from '#app/http/route_declaration'
import { VENUE_LIMITS } from '../limits.ts'
import { INTERVALS, type Interval } from '../core/feed/candles.ts'
import type { MarketTopicName } from './market_stream.ts'
import type { MarketStreams } from './market_streams.ts'
import {
  CANDLE_FRAMES,
  MIDS_FRAMES,
  MIDS_SNAPSHOT,
  SUBSCRIBED,
  TRADE_FRAMES,
} from './venue_frames.ts'

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
    summary: 'Shows the mid prices of some markets, or of all, and then every change of them.',
    example: { markets: ['vn:0:ETH'] },
    answers: () => [MIDS_SNAPSHOT],
    handle: async (subscriber, { markets: wanted }, requestId) =>
      (await streams()).subscribeMids(subscriber, wanted, requestId),
  })
  const candles = realtimeAction({
    action: 'subscribe_candles',
    validator: candlesFrame,
    summary: 'Asks for the candles of some markets as they grow and close.',
    example: { markets: ['vn:0:ETH'], intervals: ['15s'] },
    answers: () => [SUBSCRIBED.candles.subscribed],
    handle: async (subscriber, wanted, requestId) => {
      await (await streams()).subscribeCandles(subscriber, wanted)
      subscriber.reply({ type: 'subscribed', topic: 'candles', requestId, ...wanted })
    },
  })
  const trades = realtimeAction({
    action: 'subscribe_trades',
    validator: marketsFrame,
    summary: 'Asks for the trades of the rest of some markets, or of all.',
    example: { markets: ['vn:0:ETH'] },
    answers: () => [SUBSCRIBED.trades.subscribed],
    handle: async (subscriber, { markets: wanted }, requestId) => {
      await (await streams()).subscribeTrades(subscriber, wanted)
      subscriber.reply({ type: 'subscribed', topic: 'trades', requestId })
    },
  })
  return [
    {
      name: 'mids',
      actions: [mids, unsubscribe('mids', marketsFrame)],
      pushes: () => MIDS_FRAMES,
    },
    {
      name: 'candles',
      actions: [candles, unsubscribe('candles', noCandlesFrame)],
      pushes: () => CANDLE_FRAMES,
    },
    {
      name: 'trades',
      actions: [trades, unsubscribe('trades', marketsFrame)],
      pushes: () => TRADE_FRAMES,
    },
  ]
}

function unsubscribe(topic: MarketTopicName, validator: AnyValidator) {
  return realtimeAction<Record<string, unknown>>({
    action: `unsubscribe_${topic}`,
    validator,
    summary: `Ends the stream of ${topic}.`,
    example: {},
    answers: () => [SUBSCRIBED[topic].unsubscribed],
    handle: async (subscriber, named, requestId) => {
      endSubscription(subscriber, topic, named)
      subscriber.reply({ type: 'unsubscribed', topic, requestId })
    },
  })
}
