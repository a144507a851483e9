import type { HttpRouterService } from '@adonisjs/core/types'
import { access, on } from '#app/http/access'
import { idempotency } from '#app/http/idempotency/route_idempotency'
import { schema } from '#app/http/schemas'
import { aggregateAnswer, watchAnswer } from './schemas.ts'
import { watchBody, watchParams, watchQuery } from './watch_validators.ts'

const WatchesController = () => import('./watches_controller.ts')

const REFUSALS = ['NOT_FOUND', 'REALM_SCOPE_MISMATCH', 'VALUATION_UNAVAILABLE'] as const
const BASE = '/api/v1/aggregations/watch'

const watched = on.looked('every prefix, pattern and path watched')
const permitted = () =>
  access.actions(
    { action: 'svc:Subscribe', on: watched },
    { action: 'svc:ReadObject', on: watched },
    { action: 'svc:ReadBalance', on: watched }
  )

export function watchRoutes(router: HttpRouterService) {
  router
    .post(BASE, [WatchesController, 'store'])
    .access(permitted())
    .idempotent(idempotency.kept())
    .summary('Watch the value of several parts of the tree as one; gone after 5 minutes unread')
    .body(watchBody)
    .answers(200, 'The watch and its present value', watchAnswer)
    .refuses(...REFUSALS, 'WATCH_LIMIT')
  router
    .get(`${BASE}/:watchId`, [WatchesController, 'show'])
    .access(permitted())
    .summary('The present value of a watch; reading it keeps it')
    .params(watchParams)
    .query(watchQuery)
    .answers(200, 'The sum, its breakdown and the objects in it', aggregateAnswer)
    .refuses(...REFUSALS)
  router
    .delete(`${BASE}/:watchId`, [WatchesController, 'destroy'])
    .access(permitted())
    .summary('End a watch')
    .params(watchParams)
    .query(watchQuery)
    .answers(200, 'It is gone', schema.envelope(schema.object({ deleted: schema.boolean })))
    .refuses('NOT_FOUND', 'REALM_SCOPE_MISMATCH')
}
