import type { HttpRouterService } from '@adonisjs/core/types'
import { access } from '#app/http/access'
import { idempotency } from '#app/http/idempotency/route_idempotency'
import type { AddressBudget } from '#app/http/rate_limit_settings'
import { APPROVAL_PAGE } from '../services/approval_address.ts'
import { answers } from './schemas.ts'
import {
  approvalForm,
  approvalPageParams,
  approvalParams,
  listApprovalsQuery,
} from './validators.ts'

const ApprovalsController = () => import('./approvals_controller.ts')
const ApprovalPageController = () => import('./approval_page_controller.ts')

const PAGE = [{ type: 'string' }, 'text/html'] as const
const DECIDE: AddressBudget = { timesSignIns: 4 }

export function approvalRoutes(router: HttpRouterService) {
  router
    .get('/api/v1/approvals', [ApprovalsController, 'index'])
    .access(access.authenticated())
    .summary('Requests that wait for approvals, or waited, newest first')
    .query(listApprovalsQuery)
    .answers(200, 'Those that this credential may see', answers.approvals)
    .refuses('NOT_FOUND', 'REALM_SCOPE_MISMATCH')
  router
    .get('/api/v1/approvals/:id', [ApprovalsController, 'show'])
    .access(access.authenticated())
    .summary('A request that waits for approvals, and what became of it')
    .params(approvalParams)
    .answers(200, 'For whoever asked, and unrestricted credentials', answers.approval)
    .refuses('NOT_FOUND', 'REALM_SCOPE_MISMATCH')
  router
    .get(`${APPROVAL_PAGE}/:id`, [ApprovalPageController, 'show'])
    .operationId('openApprovalPage')
    .access(access.public())
    .limitedPerAddress(DECIDE)
    .summary('The page on which members of the organization approve or deny a request')
    .params(approvalPageParams)
    .answers(200, 'A page', ...PAGE)
    .answers(303, 'To sign-in, and back here')
    .answers(404, 'A page: no such approval, or not for this person', ...PAGE)
  router
    .post(`${APPROVAL_PAGE}/:id`, [ApprovalPageController, 'decide'])
    .operationId('decideApproval')
    .access(access.public())
    .limitedPerAddress(DECIDE)
    .idempotent(idempotency.natural('Each person decides a request once.'))
    .summary('Approve or deny, from the form of that page')
    .params(approvalPageParams)
    .form(approvalForm)
    .answers(303, 'Decided, or too late: back to the page, which says so')
    .answers(401, 'A page: nobody is signed in in this browser', ...PAGE)
    .answers(403, 'A page: the form was not made for this person', ...PAGE)
    .answers(404, 'A page: no such approval, or not for this person', ...PAGE)
}
