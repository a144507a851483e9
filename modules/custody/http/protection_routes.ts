import type { HttpRouterService } from '@adonisjs/core/types'
import { access, on } from '#app/http/access'
import { idempotency } from '#app/http/idempotency/route_idempotency'
import { boundaryParams } from './boundary_validators.ts'
import { armedBoundary, cosignedWithdrawal, proposal, timeLockSet } from './protection_schemas.ts'
import { armBody, proposeBody, submitBody, timeLockBody } from './protection_validators.ts'

const ProtectionController = () => import('./protection_controller.ts')
const CosignedWithdrawalsController = () => import('./cosigned_withdrawals_controller.ts')

const PROTECTING_REFUSALS = [
  'NOT_FOUND',
  'REALM_SCOPE_MISMATCH',
  'CONFLICT',
  'BOUNDARY_FROZEN',
  'CHAIN_UNAVAILABLE',
] as const

/** What protects boundaries, and withdrawals from protected ones. */
export function mountProtectionRoutes(router: HttpRouterService) {
  router
    .post('/api/v1/custody/boundaries/:boundaryId/time-lock', [ProtectionController, 'timeLock'])
    .operationId('setTimeLock')
    .access(access.organization())
    .idempotent(idempotency.kept())
    .summary('Give a boundary a time lock, or a longer one; its key holder alone shortens it')
    .params(boundaryParams)
    .body(timeLockBody)
    .answers(200, 'Bare object; seen in a block', timeLockSet)
    .refuses(...PROTECTING_REFUSALS, 'STEP_UP_REQUIRED')
  router
    .post('/api/v1/custody/boundaries/:boundaryId/arm', [ProtectionController, 'arm'])
    .operationId('armBoundary')
    .access(access.organization())
    .idempotent(idempotency.kept())
    .summary('From now on value leaves a boundary only with the signature of its co-signer')
    .params(boundaryParams)
    .body(armBody)
    .answers(200, 'Bare object; seen in a block', armedBoundary)
    .refuses(...PROTECTING_REFUSALS, 'STEP_UP_REQUIRED')
  mountCosignedRoutes(router)
}

function mountCosignedRoutes(router: HttpRouterService) {
  const refusals = [...PROTECTING_REFUSALS, 'OBJECT_NOT_FOUND'] as const
  router
    .post('/api/v1/custody/withdrawals/propose', [CosignedWithdrawalsController, 'propose'])
    .operationId('proposeWithdrawal')
    .access(access.action('svc:CosignWithdraw', on.body('objectPath')))
    .idempotent(idempotency.none('It stores nothing.'))
    .summary('What the co-signer has to sign for a withdrawal; stores nothing')
    .body(proposeBody)
    .operationPath('path')
    .answers(200, 'Bare object: EIP-712 typed data, its digest, nonce and deadline', proposal)
    .refuses(...refusals)
  router
    .post('/api/v1/custody/withdrawals', [CosignedWithdrawalsController, 'store'])
    .operationId('createCosignedWithdrawal')
    .access(access.action('svc:CosignWithdraw', on.body('objectPath')))
    .idempotent(idempotency.path('path', { claimedByPosting: true }))
    .summary('Withdraw from an armed boundary with the signature of its co-signer')
    .body(submitBody)
    .answers(201, 'Bare object: the pending operation', cosignedWithdrawal)
    .refuses(
      ...refusals,
      ...([
        'COSIGN_NONCE_USED',
        'IDEMPOTENCY_VIOLATION',
        'INSUFFICIENT_BALANCE',
        'LIMIT_EXCEEDED',
      ] as const),
      ...([
        'OBJECT_REPLACED',
        'SETTLEMENT_UNAVAILABLE',
        'REALM_HALTED',
        'OVERLOADED',
        'UNAVAILABLE',
      ] as const)
    )
}
