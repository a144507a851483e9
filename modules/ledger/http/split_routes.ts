import type { HttpRouterService } from '@adonisjs/core/types'
import { access, on } from '#app/http/access'
import { idempotency } from '#app/http/idempotency/route_idempotency'
import { answers } from './schemas.ts'
import { splitBody } from './split_validators.ts'

const SplitsController = () => import('./controllers/splits_controller.ts')

/** Mounted under `/api/v1`. */
export function splitRoutes(router: HttpRouterService) {
  router
    .post('/postings', [SplitsController, 'store'])
    .operationId('createPosting')
    .access(
      access.actions(
        { action: 'svc:TransferFrom', on: on.looked('each source') },
        { action: 'svc:ReceiveTo', on: on.looked('each target') }
      )
    )
    .idempotent(idempotency.path('path', { claimedByPosting: true }))
    .summary('Move value between many objects of one boundary, all of it or none')
    .body(splitBody)
    .example({
      amount: '10.00',
      sources: [{ objectPath: '/users/u1/wallet' }],
      targets: [{ objectPath: '/users/u2/wallet', share: '100%' }],
    })
    .answers(201, 'The operation, whose outcome lists the moves, and their fees', answers.transfer)
    .guarded('transfer')
    .refuses(
      ...(['NOT_FOUND', 'REALM_SCOPE_MISMATCH', 'IDEMPOTENCY_VIOLATION'] as const),
      ...(['INSUFFICIENT_BALANCE', 'CROSSES_BOUNDARY', 'CONDITION_FAILED'] as const),
      ...(['LIMIT_EXCEEDED', 'OBJECT_REPLACED', 'SETTLEMENT_UNAVAILABLE'] as const),
      ...(['OVERLOADED', 'UNAVAILABLE'] as const)
    )
}
