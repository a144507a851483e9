import type { HttpRouterService } from '@adonisjs/core/types'
import { access, on } from '#app/http/access'
import { idempotency } from '#app/http/idempotency/route_idempotency'
import { RECONCILIATION_LIMITS } from '../limits.ts'
import { answers } from './schemas.ts'
import {
  createReconciliationBody,
  itemsQuery,
  listReconciliationsQuery,
  reconciliationParams,
  reportQuery,
} from './validators.ts'

const ReconciliationsController = () => import('./reconciliations_controller.ts')

const REALM_REFUSALS = ['NOT_FOUND', 'REALM_SCOPE_MISMATCH'] as const

const scope = on.looked('the object or prefix that is compared')
const manage = { action: 'svc:ManageReconciliation', on: scope }
const read = { action: 'svc:ReadReconciliation', on: scope }

export function reconciliationRoutes(router: HttpRouterService) {
  router
    .post('/api/v1/reconciliations', [ReconciliationsController, 'store'])
    .access(access.actions(manage, { action: 'svc:ReadDelta', on: scope }))
    .idempotent(idempotency.kept())
    .summary('Have the file of a bank or a processor compared with the books; nothing is booked')
    .upload(createReconciliationBody, RECONCILIATION_LIMITS.uploadBytes)
    .example({
      objectPath: '/users/u1/wallet',
      mapping: { date: 'Date', amount: 'Amount', reference: 'Reference' },
    })
    .answers(202, 'The reconciliation; a job compares the file', answers.reconciliation)
    .refuses(...REALM_REFUSALS, 'OBJECT_NOT_FOUND', 'CONFLICT', 'OVERLOADED')
  router
    .get('/api/v1/reconciliations', [ReconciliationsController, 'index'])
    .access(access.actions({ ...read, on: on.looked('each of them; others are left out') }))
    .summary('The reconciliations of a realm, newest first')
    .query(listReconciliationsQuery)
    .answers(200, 'A page of reconciliations', answers.reconciliations)
    .refuses(...REALM_REFUSALS)
  router
    .get('/api/v1/reconciliations/:id', [ReconciliationsController, 'show'])
    // GET /reconciliation of the ledger is called getReconciliation.
    .operationId('getFileReconciliation')
    .access(access.actions(read))
    .summary('How far a reconciliation is, and what it adds up to')
    .params(reconciliationParams)
    .answers(200, 'The reconciliation', answers.reconciliation)
    .refuses(...REALM_REFUSALS)
  router
    .get('/api/v1/reconciliations/:id/items', [ReconciliationsController, 'items'])
    .operationId('listReconciliationItems')
    .access(access.actions(read))
    .summary('The report of a reconciliation: what matches, differs, and is missing on either side')
    .params(reconciliationParams)
    .query(itemsQuery)
    .answers(200, 'A page of items, in the order of the file and then of the books', answers.items)
    .refuses(...REALM_REFUSALS, 'CONFLICT')
  router
    .get('/api/v1/reconciliations/:id/report', [ReconciliationsController, 'report'])
    .operationId('downloadReconciliationReport')
    .access(access.actions(read))
    .summary('The report of a reconciliation as one CSV file, which no spreadsheet executes')
    .params(reconciliationParams)
    .query(reportQuery)
    .answers(200, 'A row for each item', { type: 'string' }, 'text/csv')
    .refuses(...REALM_REFUSALS, 'CONFLICT')
  router
    .post('/api/v1/reconciliations/:id/cancel', [ReconciliationsController, 'cancel'])
    .operationId('cancelReconciliation')
    .access(access.actions(manage))
    .idempotent(idempotency.natural('A reconciliation that has ended stays as it is.'))
    .summary('Stop a reconciliation that runs; it has no report then')
    .params(reconciliationParams)
    .answers(200, 'The reconciliation as it is now', answers.reconciliation)
    .refuses(...REALM_REFUSALS)
  router
    .delete('/api/v1/reconciliations/:id', [ReconciliationsController, 'destroy'])
    .access(access.actions(manage))
    .summary('Delete a reconciliation and its report; the books stay as they are')
    .params(reconciliationParams)
    .answers(200, 'It is deleted', answers.deleted)
    .refuses(...REALM_REFUSALS)
}
