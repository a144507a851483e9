import type { HttpRouterService } from '@adonisjs/core/types'
import { access, on } from '#app/http/access'
import { idempotency } from '#app/http/idempotency/route_idempotency'
import { schema } from '#app/http/schemas'
import { answers } from './schemas.ts'
import { idParams } from './validators.ts'
import { movementAnswers } from './movement_schemas.ts'
import {
  bulkTransferBody,
  defundAccountBody,
  feeEstimateQuery,
  reverseBody,
  withdrawFeesBody,
} from './movement_validators.ts'

const BulkTransfersController = () => import('./controllers/bulk_transfers_controller.ts')
const WithdrawalsController = () => import('./controllers/withdrawals_controller.ts')
const OperationsController = () => import('./controllers/operations_controller.ts')
const FeesController = () => import('./controllers/fees_controller.ts')

const REALM_REFUSALS = ['NOT_FOUND', 'REALM_SCOPE_MISMATCH'] as const
const MOVING_REFUSALS = [
  'IDEMPOTENCY_VIOLATION',
  'INSUFFICIENT_BALANCE',
  'LIMIT_EXCEEDED',
  'OBJECT_REPLACED',
  'SETTLEMENT_UNAVAILABLE',
  'OVERLOADED',
  'UNAVAILABLE',
] as const

/** Mounted under `/api/v1`. */
export function moreMovementRoutes(router: HttpRouterService) {
  router
    .post('/transfers/bulk', [BulkTransfersController, 'store'])
    .operationId('createBulkTransfer')
    .access(
      access.actions(
        { action: 'svc:TransferFrom', on: on.looked('each source') },
        { action: 'svc:ReceiveTo', on: on.looked('each target') }
      )
    )
    .idempotent(idempotency.pathOfEach('transfers', 'path', { claimedByPosting: true }))
    .summary('Up to 500 transfers: all or none (atomic), or each for itself (independent)')
    .body(bulkTransferBody)
    .answers(
      201,
      'What became of each transfer, in the order asked. An atomic bulk that is refused answers the ' +
        'first refusal instead, with its index in error.details',
      movementAnswers.bulk
    )
    .guarded('transfer')
    .refuses(...REALM_REFUSALS, ...MOVING_REFUSALS, 'CONDITION_FAILED')
  router
    .post('/defund-account', [WithdrawalsController, 'store'])
    .operationId('defundAccount')
    .access(access.action('svc:WithdrawFrom', on.body('objectPath')))
    .idempotent(idempotency.optionalPath('path', { claimedByPosting: true }))
    .summary('Withdraw from an object; pending until settled')
    .body(defundAccountBody)
    .example({ path: '/op/defundAccount-1' })
    .answers(
      201,
      'The pending operation, and the transaction that carries it once there is one',
      schema.noticed(movementAnswers.defund)
    )
    .guarded('value_out')
    .refuses(...REALM_REFUSALS, ...MOVING_REFUSALS, 'OBJECT_NOT_FOUND')
  router
    .post('/operations/:id/reverse', [OperationsController, 'reverse'])
    .operationId('reverseOperation')
    .access(
      access.actions(
        { action: 'svc:TransferFrom', on: on.looked('all who received the value') },
        { action: 'svc:ReceiveTo', on: on.looked('all who had paid it') },
        { action: 'svc:TransferFrom', on: on.looked('the collected fees, with refundFee') }
      )
    )
    .idempotent(idempotency.path('path', { claimedByPosting: true }))
    .summary('Move back what a transfer, a capture or a posting has moved, or a part of it')
    .params(idParams)
    .body(reverseBody)
    .answers(201, 'The operation; pending where it crosses boundaries', answers.reversal)
    .guarded('transfer')
    .refuses(
      ...REALM_REFUSALS,
      ...MOVING_REFUSALS,
      'ALREADY_REVERSED',
      'CONFLICT',
      'CROSSES_BOUNDARY'
    )
  feeRoutes(router)
}

function feeRoutes(router: HttpRouterService) {
  router
    .get('/fees/estimate', [FeesController, 'estimate'])
    .operationId('estimateFee')
    .access(access.authenticated())
    .summary('What a transfer pays, or a taking order: to venue, platform and application')
    .query(feeEstimateQuery)
    .answers(200, 'The fee and what is left of the amount', movementAnswers.feeEstimate)
    .refuses(...REALM_REFUSALS)
  router
    .post('/fees/withdraw', [FeesController, 'withdraw'])
    .operationId('withdrawFees')
    .access(
      access.action(
        'svc:WithdrawFrom',
        on.looked('the object the fees are collected at; platform admins need no permission')
      )
    )
    .idempotent(idempotency.path('path', { claimedByPosting: true }))
    .summary('Withdraw collected fees of a custody boundary; pending until settled')
    .body(withdrawFeesBody)
    .example({ amount: '0.01' })
    .answers(
      201,
      'The pending operation, and the transaction that carries it once there is one',
      movementAnswers.defund
    )
    .guarded('value_out')
    .refuses(...REALM_REFUSALS, ...MOVING_REFUSALS, 'OBJECT_NOT_FOUND')
}
