import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { invalidField } from '#app/http/errors/service_error'
import { isListed, type MarketFeed } from '../core/feed/feed.ts'
import { HOUR_MS } from '../core/feed/premium.ts'
import type { Market } from '../core/markets.ts'
import { CandleStore, type FundingHour } from '../storage/candle_store.ts'
import type { FeedReading } from './feed_board.ts'
import { listedMarket, RealmFeed } from './realm_feed.ts'
import { MarketList } from './market_list.ts'

export interface FundingRequest {
  realmId?: string
  /** In milliseconds since the Unix epoch. */
  startTime?: number
  endTime?: number
  limit: number
}

export interface FundingView {
  reading: FeedReading
  market: Market
  /** null for a market that is not traded any more. */
  current: MarketFeed | null
  /** Newest first. */
  history: readonly FundingHour[]
}

/** Reads the present rate of the running hour, and the rates of the hours before. */
@singleton()
export class ReadFunding {
  constructor(
    private realmFeed: RealmFeed,
    private candles: CandleStore,
    private markets: MarketList
  ) {}

  /** @throws ServiceError NOT_FOUND for an unknown market, VALIDATION_ERROR, those of RealmFeed */
  async run(principal: Principal, marketId: string, request: FundingRequest): Promise<FundingView> {
    const { startTime = 0, endTime, limit } = request
    if (endTime !== undefined && startTime > endTime) {
      throw invalidField('startTime', 'range', 'The startTime field must not be after endTime')
    }
    const reading = await this.realmFeed.read(principal, request.realmId)
    const market = listedMarket(this.markets, marketId)
    const { feed } = reading.stored
    // An hour is paid at its end: the hour of a payment at or after a time began at most an hour
    // before it.
    const history = await this.candles.fundingHours(reading.stored, market.id, {
      fromHour: Math.ceil(startTime / HOUR_MS) - 1,
      toHour: Math.floor((endTime ?? reading.asOfMs + HOUR_MS) / HOUR_MS) - 1,
      limit,
    })
    const current = isListed(market, feed) ? (feed.markets[market.id] ?? null) : null
    return { reading, market, current, history }
  }
}
