import type { HttpRouterService } from '@adonisjs/core/types'
import { access } from '#app/http/access'
import { idempotency } from '#app/http/idempotency/route_idempotency'
import { feedAnswers } from './feed_schemas.ts'
import {
  clockBody,
  faultBody,
  feedModeBody,
  forkBody,
  fundingBody,
  liquidityBody,
  marketParams,
  pricesBody,
  replayBody,
  simBody,
  simQuery,
} from './feed_validators.ts'

const SimController = () => import('./sim_controller.ts')

const REFUSALS = ['NOT_FOUND', 'CONFLICT'] as const
const BASE = '/api/v1/exchange/sim'

/** Controls of the simulated venue: on a paper realm, on a price feed of its own. */
export function simRoutes(router: HttpRouterService) {
  feedRoutes(router)
  marketRoutes(router)
}

function feedRoutes(router: HttpRouterService) {
  router
    .post(`${BASE}/fork`, [SimController, 'fork'])
    .operationId('forkSimFeed')
    .access(access.organization())
    .idempotent(idempotency.kept())
    .summary('Give a paper realm a price feed of its own, that can be controlled')
    .body(forkBody)
    .example({ seed: 'example-seed' })
    .answers(201, 'The feed', feedAnswers.simFeed)
    .refuses(...REFUSALS, 'MARKET_DATA_UNAVAILABLE')
  router
    .get(`${BASE}/feed`, [SimController, 'show'])
    .operationId('getSimFeed')
    .access(access.organization())
    .summary('The private feed of a realm, its controls and the newest changes made by hand')
    .query(simQuery)
    .answers(200, 'The feed', feedAnswers.simFeed)
    .refuses(...REFUSALS)
  router
    .put(`${BASE}/feed`, [SimController, 'mode'])
    .operationId('setSimFeedMode')
    .access(access.organization())
    .summary('Choose what moves the prices: the seed, recorded candles, or nothing')
    .body(feedModeBody)
    .answers(200, 'The feed', feedAnswers.simFeed)
    .refuses(...REFUSALS)
  router
    .post(`${BASE}/clock`, [SimController, 'clock'])
    .operationId('setSimClock')
    .access(access.organization())
    .idempotent(idempotency.kept())
    .summary('Stop, start or advance the clock; accounts have followed when it answers')
    .body(clockBody)
    .example({ mode: 'manual', advanceMs: 60_000 })
    .answers(200, 'The feed', feedAnswers.simFeed)
    .refuses(...REFUSALS)
  router
    .post(`${BASE}/tick`, [SimController, 'tick'])
    .operationId('tickSimFeed')
    .access(access.organization())
    .idempotent(idempotency.kept())
    .summary('Take one tick at once')
    .body(simBody)
    .answers(200, 'The feed', feedAnswers.simFeed)
    .refuses(...REFUSALS)
  router
    .post(`${BASE}/faults`, [SimController, 'faults'])
    .operationId('setSimFault')
    .access(access.organization())
    .idempotent(idempotency.kept())
    .summary('Refuse the next orders with an error code')
    .body(faultBody)
    .answers(200, 'The feed', feedAnswers.simFeed)
    .refuses(...REFUSALS)
}

function marketRoutes(router: HttpRouterService) {
  router
    .post(`${BASE}/prices`, [SimController, 'prices'])
    .operationId('setSimPrice')
    .access(access.organization())
    .idempotent(idempotency.kept())
    .summary('Set the price of a market; accounts follow with the next tick')
    .body(pricesBody)
    .example({ price: '60000' })
    .answers(200, 'The feed', feedAnswers.simFeed)
    .refuses(...REFUSALS, 'MARKET_DELISTED')
  router
    .post(`${BASE}/liquidity`, [SimController, 'liquidity'])
    .operationId('setSimLiquidity')
    .access(access.organization())
    .idempotent(idempotency.kept())
    .summary('Scale or empty the synthetic book of a market')
    .body(liquidityBody)
    .example({ factor: '0.5' })
    .answers(200, 'The feed', feedAnswers.simFeed)
    .refuses(...REFUSALS, 'MARKET_DELISTED')
  router
    .post(`${BASE}/funding`, [SimController, 'funding'])
    .operationId('setSimFundingRate')
    .access(access.organization())
    .idempotent(idempotency.kept())
    .summary('Set the hourly funding rate of a market; null goes back to its premium')
    .body(fundingBody)
    .example({ rate: '0.001' })
    .answers(200, 'The feed', feedAnswers.simFeed)
    .refuses(...REFUSALS, 'MARKET_DELISTED')
  router
    .post(`${BASE}/replay`, [SimController, 'replay'])
    .operationId('replaySimCandles')
    .access(access.organization())
    .idempotent(idempotency.kept())
    .summary('Let a market follow recorded candles from the next tick on')
    .body(replayBody)
    .answers(200, 'The feed', feedAnswers.simFeed)
    .refuses(...REFUSALS, 'MARKET_DELISTED')
  router
    .post(`${BASE}/markets/:market/delist`, [SimController, 'delist'])
    .operationId('delistSimMarket')
    .access(access.organization())
    .idempotent(idempotency.kept())
    .summary('Delist a market: orders end, positions are settled with the next tick')
    .params(marketParams)
    .body(simBody)
    .answers(200, 'The feed', feedAnswers.simFeed)
    .refuses(...REFUSALS, 'MARKET_DELISTED')
}
