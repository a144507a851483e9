import type { HttpRouterService } from '@adonisjs/core/types'
import { marketDataRoutes } from './market_data_routes.ts'
import { simRoutes } from './sim_routes.ts'

export function mountRoutes(router: HttpRouterService) {
  marketDataRoutes(router)
  simRoutes(router)
}
