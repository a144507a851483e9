import type { HttpRouterService } from '@adonisjs/core/types'
import { access } from '#app/http/access'
import { idempotency } from '#app/http/idempotency/route_idempotency'
import { answers } from './schemas.ts'
import { createMonitorBody, listMonitorsQuery, monitorParams } from './validators.ts'

const MonitorsController = () => import('./monitors_controller.ts')

const REALM_REFUSALS = ['NOT_FOUND', 'REALM_SCOPE_MISMATCH'] as const

export function monitorRoutes(router: HttpRouterService) {
  router
    .post('/api/v1/monitors', [MonitorsController, 'store'])
    .access(access.organization())
    .idempotent(idempotency.kept())
    .summary('Be told when a value goes beyond a threshold, and when it comes back')
    .body(createMonitorBody)
    .example({ objectPath: '/users/u1/wallet' })
    .answers(201, 'The monitor; it is measured within a second', answers.monitor)
    .refuses(...REALM_REFUSALS, 'OBJECT_NOT_FOUND', 'CONFLICT')
  router
    .get('/api/v1/monitors', [MonitorsController, 'index'])
    .access(access.organization())
    .summary('The monitors of a realm, newest first')
    .query(listMonitorsQuery)
    .answers(200, 'A page of monitors', answers.monitors)
    .refuses(...REALM_REFUSALS)
  router
    .get('/api/v1/monitors/:id', [MonitorsController, 'show'])
    .access(access.organization())
    .summary('One monitor, and what it measured last')
    .params(monitorParams)
    .answers(200, 'The monitor', answers.monitor)
    .refuses(...REALM_REFUSALS)
  router
    .delete('/api/v1/monitors/:id', [MonitorsController, 'destroy'])
    .access(access.organization())
    .summary('Delete a monitor; what it has told stays told')
    .params(monitorParams)
    .answers(200, 'It is deleted', answers.deleted)
    .refuses(...REALM_REFUSALS)
}
