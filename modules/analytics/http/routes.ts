import type { HttpRouterService } from '@adonisjs/core/types'
import { access, on } from '#app/http/access'
import { historyRoutes } from './history_routes.ts'
import { aggregateAnswer, pnlAnswer, valuationAnswer } from './schemas.ts'
import { watchRoutes } from './watch_routes.ts'
import { aggregateQuery, pnlQuery, valuationQuery } from './validators.ts'

const ValuationsController = () => import('./valuations_controller.ts')

const REFUSALS = [
  'NOT_FOUND',
  'OBJECT_NOT_FOUND',
  'REALM_SCOPE_MISMATCH',
  'VALUATION_UNAVAILABLE',
] as const

/** A caller who may read objects and their balances may read their worth. */
const readsWorth = (field: 'path' | 'prefix') =>
  access.actions(
    { action: 'svc:ReadObject', on: on.query(field) },
    { action: 'svc:ReadBalance', on: on.query(field) }
  )

export function analyticsRoutes(router: HttpRouterService) {
  watchRoutes(router)
  historyRoutes(router)
  router
    .get('/api/v1/objects/valuation', [ValuationsController, 'valuation'])
    .access(readsWorth('path'))
    .summary('What the object at exactly this path is worth')
    .query(valuationQuery)
    .answers(200, 'The valuation; `ok` in place of `success`', valuationAnswer)
    .refuses(...REFUSALS)
  router
    .get('/api/v1/objects/aggregate', [ValuationsController, 'aggregate'])
    .access(readsWorth('prefix'))
    .summary('The value below a prefix (trailing slash), or of exactly one object (none)')
    .query(aggregateQuery)
    .answers(200, 'The sum, its breakdown and the objects in it', aggregateAnswer)
    .refuses(...REFUSALS)
  router
    .get('/api/v1/objects/pnl', [ValuationsController, 'pnl'])
    .access(readsWorth('prefix'))
    .summary('What was earned or lost between two moments, apart from what came and went')
    .query(pnlQuery)
    .answers(200, 'Equity at both ends, what crossed the border, and the rest', pnlAnswer)
    .refuses(...REFUSALS)
}
