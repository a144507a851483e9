import type { HttpRouterService } from '@adonisjs/core/types'
import { access, on } from '#app/http/access'
import { equityHistoryAnswer, pnlHistoryAnswer } from './history_schemas.ts'
import { historyQuery } from './history_validators.ts'

const HistoriesController = () => import('./histories_controller.ts')

const REFUSALS = [
  'NOT_FOUND',
  'OBJECT_NOT_FOUND',
  'REALM_SCOPE_MISMATCH',
  'VALUATION_UNAVAILABLE',
] as const

export function historyRoutes(router: HttpRouterService) {
  const target = on.looked('the target, or the path of the object')
  const mayRead = access.actions(
    { action: 'svc:ReadObject', on: target },
    { action: 'svc:ReadBalance', on: target }
  )
  router
    .get('/api/v1/objects/aggregate/history', [HistoriesController, 'equity'])
    .access(mayRead)
    .summary('The value below a prefix, at a path, or of an object, over time')
    .query(historyQuery)
    .example({ target: '/users/' })
    .answers(200, 'The value at the end of each bucket of the range', equityHistoryAnswer)
    .refuses(...REFUSALS)
  router
    .get('/api/v1/objects/pnl/history', [HistoriesController, 'pnl'])
    .access(mayRead)
    .summary('What was earned or lost since the range began, over time')
    .query(historyQuery)
    .example({ target: '/users/' })
    .answers(200, 'Profit and loss, and value, at the end of each bucket', pnlHistoryAnswer)
    .refuses(...REFUSALS)
}
