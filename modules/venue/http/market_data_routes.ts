import type { HttpRouterService } from '@adonisjs/core/types'
import { access } from '#app/http/access'
import { feedAnswers } from './feed_schemas.ts'
import { candlesQuery, feedQuery, fundingQuery, marketParams } from './feed_validators.ts'

const MarketDataController = () => import('./market_data_controller.ts')

const REFUSALS = ['NOT_FOUND', 'REALM_SCOPE_MISMATCH', 'MARKET_DATA_UNAVAILABLE'] as const
const BASE = '/api/v1/exchange/market'

export function marketDataRoutes(router: HttpRouterService) {
  router
    .get(`${BASE}/meta`, [MarketDataController, 'meta'])
    .operationId('listMarkets')
    .access(access.authenticated())
    .summary('The markets and their limits')
    .query(feedQuery)
    .answers(200, 'In listing order', feedAnswers.meta)
    .refuses(...REFUSALS)
  router
    .get(`${BASE}/mids`, [MarketDataController, 'mids'])
    .operationId('getMids')
    .access(access.authenticated())
    .summary('The mid price of every market, and how old they are')
    .query(feedQuery)
    .answers(200, 'Prices of one tick', feedAnswers.mids)
    .refuses(...REFUSALS)
  router
    .get(`${BASE}/tickers`, [MarketDataController, 'tickers'])
    .operationId('listTickers')
    .access(access.authenticated())
    .summary('Prices, funding and the last day of every market that is traded')
    .query(feedQuery)
    .answers(200, 'In listing order', feedAnswers.tickers)
    .refuses(...REFUSALS)
  router
    .get(`${BASE}/book/:market`, [MarketDataController, 'book'])
    .operationId('getOrderBook')
    .access(access.authenticated())
    .summary('The order book; with a realm, its resting orders are part of it')
    .params(marketParams)
    .query(feedQuery)
    .answers(200, 'Up to 20 levels of a side, the best first', feedAnswers.book)
    .refuses(...REFUSALS)
  router
    .get(`${BASE}/candles/:market`, [MarketDataController, 'candles'])
    .operationId('listCandles')
    .access(access.authenticated())
    .summary('Candles, the running one included; the newest 5000 of the time asked for')
    .params(marketParams)
    .query(candlesQuery)
    .answers(200, 'In order of time', feedAnswers.candles)
    .refuses(...REFUSALS)
  router
    .get(`${BASE}/oi/:market`, [MarketDataController, 'openInterest'])
    .operationId('getOpenInterest')
    .access(access.authenticated())
    .summary('The open interest of a market')
    .params(marketParams)
    .query(feedQuery)
    .answers(200, 'In base units, and in USD at the mark', feedAnswers.openInterest)
    .refuses(...REFUSALS)
  router
    .get(`${BASE}/funding/:market`, [MarketDataController, 'funding'])
    .operationId('getFundingRates')
    .access(access.authenticated())
    .summary('The funding rate of the running hour as it stands, and of the hours before')
    .params(marketParams)
    .query(fundingQuery)
    .answers(200, 'The newest hour first', feedAnswers.funding)
    .refuses(...REFUSALS)
  router
    .get(`${BASE}/sparklines`, [MarketDataController, 'sparklines'])
    .operationId('getSparklines')
    .access(access.authenticated())
    .summary('A day of every market in hourly steps')
    .query(feedQuery)
    .answers(200, 'By market id', feedAnswers.sparklines)
    .refuses(...REFUSALS)
}
