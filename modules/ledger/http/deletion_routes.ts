import type { HttpRouterService } from '@adonisjs/core/types'
import { access, on } from '#app/http/access'
import { idempotency } from '#app/http/idempotency/route_idempotency'
import { deletionAnswers } from './deletion_schemas.ts'
import { deleteObjectBody, deletionReadinessQuery } from './deletion_validators.ts'
import { idParams, realmParams } from './validators.ts'

const DeletionsController = () => import('./controllers/deletions_controller.ts')

/** Mounted under `/api/v1`. */
export function deletionRoutes(router: HttpRouterService) {
  router
    .delete('/realms/:id', [DeletionsController, 'realm'])
    .access(access.organization())
    .summary('Delete a realm for ever; a permanent one after a confirmation in the browser')
    .params(realmParams)
    .answers(200, 'The realm is closed', deletionAnswers.realm)
    .refuses('NOT_FOUND', 'REALM_NOT_EMPTY', 'STEP_UP_REQUIRED', 'OVERLOADED', 'UNAVAILABLE')
  router
    .post('/objects/delete', [DeletionsController, 'object'])
    .operationId('deleteObject')
    .access(
      access.actions(
        {
          action: 'svc:DeleteObject',
          on: on.looked('the object; svc:DeleteEmptyObject instead when it holds nothing'),
        },
        { action: 'svc:ReceiveTo', on: on.looked('body.sweepToPath when something is swept') }
      )
    )
    .idempotent(idempotency.madePath({ claimedByPosting: true }))
    .summary('Delete an object, and sweep what it holds')
    .body(deleteObjectBody)
    .example({ path: '/users/u1/wallet', sweepToPath: '/users/u2/wallet' })
    .answers(200, 'The object, and the operation that deletes it', deletionAnswers.object)
    .guarded('deletion')
    .refuses(
      'NOT_FOUND',
      'REALM_SCOPE_MISMATCH',
      'OBJECT_NOT_FOUND',
      'HELD_OPERATIONS',
      'SWEEP_REQUIRED',
      'LIQUIDATION_REQUIRED',
      'DELETE_NOT_EMPTY',
      'LIMIT_EXCEEDED',
      'CONFLICT',
      'OBJECT_REPLACED',
      'STEP_UP_REQUIRED',
      'SETTLEMENT_UNAVAILABLE',
      'OVERLOADED',
      'UNAVAILABLE'
    )
  router
    .get('/objects/:id/deletion-readiness', [DeletionsController, 'readiness'])
    .where('id', /^obj_/)
    .access(access.action('svc:ReadObject', on.looked('the path of the object')))
    .summary('What deleting an object would take; changes nothing')
    .params(idParams)
    .query(deletionReadinessQuery)
    .answers(200, 'What speaks for and against it', deletionAnswers.readiness)
    .refuses('NOT_FOUND', 'REALM_SCOPE_MISMATCH', 'OBJECT_NOT_FOUND')
}
