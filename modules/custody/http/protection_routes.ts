import type { HttpRouterService } from '@adonisjs/core/types'
import { access, on } from '#app/http/access'
import { idempotency } from '#app/http/idempotency/route_idempotency'
import { boundaryParams, boundaryQuery } from './boundary_validators.ts'
import {
  acceptedKey,
  armedBoundary,
  boundaryKeys,
  cancelledKey,
  cosignedWithdrawal,
  cosignerHandOver,
  proposedInheritance,
  proposal,
  timeLockSet,
} from './protection_schemas.ts'
import {
  acceptKeyBody,
  armBody,
  cancelKeyBody,
  handOverBody,
  inheritanceBody,
  proposeBody,
  submitBody,
  timeLockBody,
} from './protection_validators.ts'

const ProtectionController = () => import('./protection_controller.ts')
const KeysController = () => import('./keys_controller.ts')
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
    .answers(202, 'Bare object; the co-signer waits for its time and its own word', armedBoundary)
    .refuses(...PROTECTING_REFUSALS, 'STEP_UP_REQUIRED')
  mountKeyRoutes(router)
  mountHandOver(router)
  mountInheritance(router)
  mountCosignedRoutes(router)
}

function mountKeyRoutes(router: HttpRouterService) {
  const keys = '/api/v1/custody/boundaries/:boundaryId/keys'
  router
    .get(keys, [KeysController, 'show'])
    .operationId('getBoundaryKeys')
    .access(access.action('svc:ReadCustody', on.looked('the root path of the boundary')))
    .summary('Who holds the keys of a boundary, who is to, and what those have to sign')
    .params(boundaryParams)
    .query(boundaryQuery)
    .answers(200, 'Bare object', boundaryKeys)
    .refuses('NOT_FOUND', 'REALM_SCOPE_MISMATCH', 'CHAIN_UNAVAILABLE')
  router
    .post(`${keys}/accept`, [KeysController, 'accept'])
    .operationId('acceptKey')
    .access(access.organization())
    .idempotent(idempotency.natural('The word of a key brings one proposal into effect, once.'))
    .summary('Bring the signature of a key that waits: without it the key takes no effect')
    .params(boundaryParams)
    .body(acceptKeyBody)
    .answers(200, 'Bare object; the key is in effect, seen in a block', acceptedKey)
    .answers(202, 'Bare object; the service brings it to the pool in time', acceptedKey)
    .refuses('NOT_FOUND', 'REALM_SCOPE_MISMATCH', 'CONFLICT', 'CHAIN_UNAVAILABLE')
  router
    .post(`${keys}/cancel`, [KeysController, 'cancel'])
    .operationId('cancelKey')
    .access(access.organization())
    .idempotent(idempotency.kept())
    .summary(
      'Take back a key that waits, or refuse a successor, by a guardian or the admin of the pool'
    )
    .params(boundaryParams)
    .body(cancelKeyBody)
    .answers(200, 'Bare object; seen in a block', cancelledKey)
    .refuses(
      ...(['NOT_FOUND', 'REALM_SCOPE_MISMATCH', 'CONFLICT'] as const),
      ...(['CHAIN_UNAVAILABLE', 'STEP_UP_REQUIRED'] as const)
    )
}

function mountHandOver(router: HttpRouterService) {
  router
    .post('/api/v1/custody/boundaries/:boundaryId/cosigner', [KeysController, 'handOver'])
    .operationId('handOverCosigner')
    .access(access.organization())
    .idempotent(idempotency.natural('The word of a co-signer is good for one change.'))
    .summary(
      'What a co-signer signs to name its successor; with its signature a proposal to the admin'
    )
    .params(boundaryParams)
    .body(handOverBody)
    .answers(200, 'Bare object; without a signature it stores nothing', cosignerHandOver)
    .refuses('NOT_FOUND', 'REALM_SCOPE_MISMATCH', 'CONFLICT', 'CHAIN_UNAVAILABLE')
}

function mountInheritance(router: HttpRouterService) {
  router
    .post('/api/v1/custody/boundaries/:boundaryId/inheritance', [KeysController, 'inherit'])
    .operationId('proposeInheritance')
    .access(access.organization())
    .idempotent(idempotency.natural('The word of a successor is good for one proposal.'))
    .summary(
      'What a successor to a lost recovery key signs; with its signature the guardian proposes it'
    )
    .params(boundaryParams)
    .body(inheritanceBody)
    .answers(200, 'Bare object; without a signature it stores nothing', proposedInheritance)
    .answers(202, 'Bare object; it waits, and the holder can refuse', proposedInheritance)
    .refuses(
      ...(['NOT_FOUND', 'REALM_SCOPE_MISMATCH', 'CONFLICT'] as const),
      ...(['CHAIN_UNAVAILABLE', 'STEP_UP_REQUIRED'] as const)
    )
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
