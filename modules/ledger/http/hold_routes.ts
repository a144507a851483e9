import type { HttpRouterService } from '@adonisjs/core/types'
import { access, on } from '#app/http/access'
import { idempotency } from '#app/http/idempotency/route_idempotency'
import { schema } from '#app/http/schemas'
import {
  captureHoldBody,
  extendHoldBody,
  holdParams,
  listHoldsQuery,
  openHoldBody,
  releaseHoldBody,
} from './hold_validators.ts'
import { holdAnswers } from './hold_schemas.ts'
import { namedRealmQuery } from './validators.ts'

const HoldsController = () => import('./controllers/holds_controller.ts')

const REALM_REFUSALS = ['NOT_FOUND', 'REALM_SCOPE_MISMATCH'] as const
const POSTING_REFUSALS = ['OVERLOADED', 'UNAVAILABLE'] as const
const MOVING_REFUSALS = [
  ...POSTING_REFUSALS,
  'IDEMPOTENCY_VIOLATION',
  'INSUFFICIENT_BALANCE',
  'LIMIT_EXCEEDED',
  'OBJECT_REPLACED',
  'SETTLEMENT_UNAVAILABLE',
] as const

const fromSource = { action: 'svc:TransferFrom', on: on.looked('the source of the hold') }

/** Mounted under `/api/v1`. */
export function holdRoutes(router: HttpRouterService) {
  router
    .post('/holds', [HoldsController, 'store'])
    .operationId('createHold')
    .access(
      access.actions(
        { action: 'svc:TransferFrom', on: on.body('sourceObjectPath') },
        { action: 'svc:ReceiveTo', on: on.looked('body.targetObjectPath, when it is named') }
      )
    )
    .idempotent(idempotency.path('path', { claimedByPosting: true }))
    .summary('Reserve an amount of an object, for captures that come later')
    .body(openHoldBody)
    .answers(201, 'The pending operation; its id names the hold', holdAnswers.operation)
    .guarded('transfer')
    .refuses(...REALM_REFUSALS, ...MOVING_REFUSALS, 'CONDITION_FAILED')
  router
    .get('/holds', [HoldsController, 'index'])
    .operationId('listHolds')
    .access(access.action('svc:ReadOperation', on.looked('each hold; others are left out')))
    .summary('The holds of a realm, newest first')
    .query(listHoldsQuery)
    .answers(200, 'A page of holds', holdAnswers.holds)
    .refuses(...REALM_REFUSALS)
  router
    .get('/holds/:operationId', [HoldsController, 'show'])
    .operationId('getHold')
    .access(access.action('svc:ReadOperation', on.looked('the hold, by any of its paths')))
    .summary('A hold: what was captured, what is left, and until when')
    .params(holdParams)
    .query(namedRealmQuery)
    .answers(200, 'The hold', holdAnswers.hold)
    .refuses(...REALM_REFUSALS)
  changeRoutes(router)
}

function changeRoutes(router: HttpRouterService) {
  router
    .post('/holds/:operationId/capture', [HoldsController, 'capture'])
    .operationId('captureHold')
    .access(
      access.actions(fromSource, {
        action: 'svc:ReceiveTo',
        on: on.looked('body.targetObjectPath, or the target of the hold'),
      })
    )
    .idempotent(idempotency.path('path', { claimedByPosting: true }))
    .summary('Move what is held, or a part of it')
    .params(holdParams)
    .body(captureHoldBody)
    .answers(201, 'The operation and the fee taken out of the amount', holdAnswers.capture)
    .guarded('transfer')
    .refuses(...REALM_REFUSALS, ...MOVING_REFUSALS, 'HOLD_NOT_OPEN', 'CONFLICT')
  router
    .post('/holds/:operationId/release', [HoldsController, 'release'])
    .operationId('releaseHold')
    .access(access.actions(fromSource))
    .idempotent(idempotency.optionalPath('path', { movesValue: false }))
    .summary('Make what is left of a hold available again')
    .params(holdParams)
    .body(releaseHoldBody)
    .answers(
      201,
      'The operation of the hold, which has ended',
      schema.noticed(holdAnswers.operation)
    )
    .refuses(...REALM_REFUSALS, ...POSTING_REFUSALS, 'HOLD_NOT_OPEN')
  router
    .post('/holds/:operationId/extend', [HoldsController, 'extend'])
    .operationId('extendHold')
    .access(access.actions(fromSource))
    .idempotent(idempotency.natural('The end is counted from now; no other one is earlier.'))
    .summary('Let a hold last longer')
    .params(holdParams)
    .body(extendHoldBody)
    .answers(201, 'The operation of the hold, with its new end', holdAnswers.operation)
    .refuses(...REALM_REFUSALS, ...POSTING_REFUSALS, 'HOLD_NOT_OPEN')
}
