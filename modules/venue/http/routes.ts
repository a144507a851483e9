import type { HttpRouterService } from '@adonisjs/core/types'
import { access } from '#app/http/access'
import { answers } from './schemas.ts'
import { marketDataQuery } from './validators.ts'

const MarketDataController = () => import('./market_data_controller.ts')

const REFUSALS = ['NOT_FOUND', 'REALM_SCOPE_MISMATCH', 'MARKET_DATA_UNAVAILABLE'] as const

export function mountRoutes(router: HttpRouterService) {
  router
    .get('/api/v1/exchange/market/meta', [MarketDataController, 'meta'])
    .access(access.authenticated())
    .summary('The markets and their limits')
    .query(marketDataQuery)
    .answers(200, 'In listing order', answers.meta)
    .refuses(...REFUSALS)
  router
    .get('/api/v1/exchange/market/mids', [MarketDataController, 'mids'])
    .access(access.authenticated())
    .summary('The mid price of every market, and how old they are')
    .query(marketDataQuery)
    .answers(200, 'Prices of one tick', answers.mids)
    .refuses(...REFUSALS)
}
