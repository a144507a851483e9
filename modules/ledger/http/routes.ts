import type { HttpRouterService } from '@adonisjs/core/types'
import { access, on } from '#app/http/access'
import { idempotency } from '#app/http/idempotency/route_idempotency'
import { schema } from '#app/http/schemas'
import { moreMovementRoutes } from './movement_routes.ts'
import { movementAnswers } from './movement_schemas.ts'
import { transferBody } from './movement_validators.ts'
import { holdRoutes } from './hold_routes.ts'
import { splitRoutes } from './split_routes.ts'
import { limitRoutes } from './limit_routes.ts'
import { deletionRoutes } from './deletion_routes.ts'
import { realmSettingsRoutes } from './realm_settings_routes.ts'
import { bookRoutes, historyRoutes } from './history_routes.ts'
import { answers } from './schemas.ts'
import { shelfRoutes } from './shelf_routes.ts'
import {
  createObjectBody,
  createRealmBody,
  fundAccountBody,
  idParams,
  listObjectsQuery,
  listOperationsQuery,
  listRealmsQuery,
  namedRealmQuery,
  nonceBody,
  objectByPathQuery,
  readOperationQuery,
  realmParams,
} from './validators.ts'

const RealmsController = () => import('./controllers/realms_controller.ts')
const ObjectsController = () => import('./controllers/objects_controller.ts')
const MovementsController = () => import('./controllers/movements_controller.ts')
const OperationsController = () => import('./controllers/operations_controller.ts')

const REALM_REFUSALS = ['NOT_FOUND', 'REALM_SCOPE_MISMATCH'] as const
const POSTING_REFUSALS = ['IDEMPOTENCY_VIOLATION', 'OVERLOADED', 'UNAVAILABLE'] as const

export function ledgerRoutes(router: HttpRouterService) {
  router
    .group(() => {
      realmRoutes(router)
      deletionRoutes(router)
      realmSettingsRoutes(router)
      shelfRoutes(router)
      objectRoutes(router)
      movementRoutes(router)
      moreMovementRoutes(router)
      limitRoutes(router)
      splitRoutes(router)
      holdRoutes(router)
      historyRoutes(router)
      bookRoutes(router)
      operationRoutes(router)
    })
    .prefix('/api/v1')
}

function realmRoutes(router: HttpRouterService) {
  router
    .post('/realms', [RealmsController, 'store'])
    .access(access.organization())
    .idempotent(idempotency.kept())
    .summary('Create a realm')
    .body(createRealmBody)
    .example({ asset: 'paper' })
    .answers(201, 'The realm', answers.realm)
    .guarded('realm')
    .refuses('OVERLOADED', 'UNAVAILABLE')
  router
    .get('/realms', [RealmsController, 'index'])
    .access(access.authenticated())
    .summary('The realms of the organization, newest first')
    .query(listRealmsQuery)
    .answers(200, 'A page of realms', answers.realms)
  router
    .get('/realms/:id', [RealmsController, 'show'])
    .access(access.authenticated())
    .summary('One realm')
    .params(realmParams)
    .answers(200, 'The realm', answers.realm)
    .refuses(...REALM_REFUSALS)
}

/** Matches ids only: other modules have addresses beside them, such as `/objects/valuation`. */
const OBJECT_ID = /^obj_/
/** A credential without a policy is given the version of what it sees. */
const UNCHANGED = 'Unchanged since the `ETag` that `If-None-Match` names'

function objectRoutes(router: HttpRouterService) {
  router
    .post('/objects', [ObjectsController, 'store'])
    .access(
      access.action(
        'svc:CreateObject',
        on.looked('body.path; svc:ReadObject is enough when the object is there already')
      )
    )
    .idempotent(idempotency.path('operationPath', { movesValue: false, claimedByPosting: true }))
    .summary('Ensure an object at a path')
    .body(createObjectBody)
    .answers(
      201,
      'A new object; it is usable once its operation is completed',
      answers.createdObject
    )
    .answers(200, 'The object was there already', answers.existingObject)
    .guarded('change')
    .refuses(...REALM_REFUSALS, ...POSTING_REFUSALS, 'CONFLICT', 'PATH_RETIRED')
  router
    .get('/objects', [ObjectsController, 'index'])
    .access(access.action('svc:ReadObject', on.looked('each object; others are left out')))
    .summary('The objects of a realm, newest first')
    .query(listObjectsQuery)
    .answers(200, 'A page of objects', answers.objects)
    .refuses(...REALM_REFUSALS)
  router
    .get('/objects/by-path', [ObjectsController, 'byPath'])
    .access(access.action('svc:ReadObject', on.query('path')))
    .summary('The object at a path, with what the caller may read of its history and balances')
    .query(objectByPathQuery)
    .answers(200, 'The object', answers.objectDetail)
    .answers(304, UNCHANGED)
    .refuses(...REALM_REFUSALS, 'OBJECT_NOT_FOUND')
  router
    .get('/objects/:id', [ObjectsController, 'show'])
    .where('id', OBJECT_ID)
    .access(access.action('svc:ReadObject', on.looked('the path of the object')))
    .summary('An object with what the caller may read of its history and balances')
    .params(idParams)
    .query(namedRealmQuery)
    .answers(200, 'The object', answers.objectDetail)
    .answers(304, UNCHANGED)
    .refuses(...REALM_REFUSALS, 'OBJECT_NOT_FOUND')
  router
    .get('/objects/:id/balances', [ObjectsController, 'balances'])
    .where('id', OBJECT_ID)
    .access(access.action('svc:ReadBalance', on.looked('the path of the object')))
    .summary('The balances of an object')
    .params(idParams)
    .query(namedRealmQuery)
    .answers(200, 'The balances', answers.balances)
    .answers(304, UNCHANGED)
    .refuses(...REALM_REFUSALS, 'OBJECT_NOT_FOUND')
}

function movementRoutes(router: HttpRouterService) {
  router
    .post('/transfer', [MovementsController, 'transfer'])
    .access(
      access.actions(
        { action: 'svc:TransferFrom', on: on.body('sourceObjectPath') },
        { action: 'svc:ReceiveTo', on: on.body('targetObjectPath') }
      )
    )
    .idempotent(idempotency.path('path', { claimedByPosting: true }))
    .summary('Move value between two objects, once per operation path')
    .body(transferBody)
    .answers(201, 'The operation and the fee taken out of the amount', answers.transfer)
    .answers(200, 'With dryRun: what would happen now; nothing is stored', movementAnswers.preview)
    .guarded('transfer')
    .refuses(
      ...REALM_REFUSALS,
      ...POSTING_REFUSALS,
      'INSUFFICIENT_BALANCE',
      'LIMIT_EXCEEDED',
      'CONDITION_FAILED',
      'OBJECT_REPLACED',
      'SETTLEMENT_UNAVAILABLE'
    )
  router
    .post('/fund-account', [MovementsController, 'fund'])
    .operationId('fundAccount')
    .access(access.action('svc:ReceiveTo', on.body('objectPath')))
    .idempotent(idempotency.optionalPath('path', { claimedByPosting: true }))
    .summary('Deposit into an object; pending until settled')
    .body(fundAccountBody)
    .example({ path: '/op/fundAccount-1' })
    .answers(
      201,
      'The pending operation, and the event it completes with',
      schema.noticed(answers.fund)
    )
    .guarded('value_in')
    .refuses(...REALM_REFUSALS, ...POSTING_REFUSALS, 'OBJECT_NOT_FOUND', 'SETTLEMENT_UNAVAILABLE')
  router
    .post('/nonce', [MovementsController, 'nonce'])
    .operationId('reserveNonce')
    .access(access.authenticated())
    .idempotent(idempotency.kept())
    .summary('Reserve the next number under a prefix, for operation paths')
    .body(nonceBody)
    .answers(200, 'The number and the path made with it', answers.nonce)
    .refuses(...REALM_REFUSALS)
}

function operationRoutes(router: HttpRouterService) {
  router
    .get('/operations', [OperationsController, 'index'])
    .access(access.action('svc:ReadOperation', on.looked('each operation; others are left out')))
    .summary('The operations of a realm, newest first')
    .query(listOperationsQuery)
    .answers(200, 'A page of operations', answers.operations)
    .refuses(...REALM_REFUSALS)
  router
    .get('/operations/:id', [OperationsController, 'show'])
    .access(
      access.action(
        'svc:ReadOperation',
        on.looked('the operation path, or the path of either side')
      )
    )
    .summary('An operation with its context, events, deltas and, on request, evidence')
    .params(idParams)
    .query(readOperationQuery)
    .answers(200, 'The operation', answers.operation)
    .refuses('NOT_FOUND', 'REALM_SCOPE_MISMATCH')
}
