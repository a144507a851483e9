import type { HttpRouterService } from '@adonisjs/core/types'
import { access, on } from '#app/http/access'
import { limitAnswers } from './limit_schemas.ts'
import { limitObjectBody } from './limit_validators.ts'
import { idParams, namedRealmQuery } from './validators.ts'

const LimitsController = () => import('./controllers/limits_controller.ts')

const OBJECT_ID = /^obj_/
const REFUSALS = ['OBJECT_NOT_FOUND', 'NOT_FOUND', 'REALM_SCOPE_MISMATCH'] as const

/** Mounted under `/api/v1`. */
export function limitRoutes(router: HttpRouterService) {
  router
    .get('/objects/:id/limits', [LimitsController, 'show'])
    .where('id', OBJECT_ID)
    .operationId('getObjectLimits')
    .access(access.action('svc:ReadObject', on.looked('the path of the object')))
    .summary('What bounds the movements of an object')
    .params(idParams)
    .query(namedRealmQuery)
    .answers(200, 'The limits; null where there is none', limitAnswers.limits)
    .refuses(...REFUSALS)
  router
    .put('/objects/:id/limits', [LimitsController, 'replace'])
    .where('id', OBJECT_ID)
    .operationId('setObjectLimits')
    .access(access.action('svc:LimitObject', on.looked('the path of the object')))
    .summary('Set limits: an amount sets, null clears, what is not named is kept')
    .params(idParams)
    .body(limitObjectBody)
    .answers(200, 'All limits of the object', limitAnswers.limits)
    .guarded('change')
    .refuses(...REFUSALS, 'CONFLICT', 'OVERLOADED', 'UNAVAILABLE')
}
