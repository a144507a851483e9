import type { HttpRouterService } from '@adonisjs/core/types'
import { access } from '#app/http/access'
import { idempotency } from '#app/http/idempotency/route_idempotency'
import { schema } from '#app/http/schemas'
import { STEP_UP } from './address_budgets.ts'
import { stepUpProgress } from './schemas.ts'
import { STEP_UP_PAGE } from './step_up_gate.ts'
import { stepUpForm, stepUpPageParams, stepUpParams } from './validators.ts'

const StepUpController = () => import('./step_up_controller.ts')
const StepUpPageController = () => import('./step_up_page_controller.ts')

const PAGE = [{ type: 'string' }, 'text/html'] as const

/**
 * Routes of confirmations: where a client asks for the status of one, and where a person decides.
 */
export function mountStepUpRoutes(router: HttpRouterService) {
  router
    .get('/api/v1/auth/step-up/:id', [StepUpController, 'show'])
    .operationId('getStepUp')
    .access(access.authenticated())
    .summary('How a confirmation stands; holds the token once it is approved')
    .params(stepUpParams)
    .answers(200, 'For the credential that asked only', schema.envelope(stepUpProgress))
    .refuses('NOT_FOUND')
  router
    .get(`${STEP_UP_PAGE}/:id`, [StepUpPageController, 'show'])
    .operationId('openStepUpPage')
    .access(access.public())
    .limitedPerAddress(STEP_UP)
    .summary('The page on which a member of the organization confirms a request')
    .params(stepUpPageParams)
    .answers(200, 'A page', ...PAGE)
    .answers(303, 'To sign-in, and back here')
    .answers(404, 'A page: no such confirmation, or not for this person', ...PAGE)
  router
    .post(`${STEP_UP_PAGE}/:id`, [StepUpPageController, 'decide'])
    .operationId('decideStepUp')
    .access(access.public())
    .limitedPerAddress(STEP_UP)
    .idempotent(idempotency.natural('A request is decided once.'))
    .summary('Approve or deny, from the form of that page')
    .params(stepUpPageParams)
    .form(stepUpForm)
    .answers(303, 'Decided, or too late: back to the page, which says so')
    .answers(401, 'A page: nobody is signed in in this browser', ...PAGE)
    .answers(403, 'A page: the form was not made for this person', ...PAGE)
    .answers(404, 'A page: no such confirmation, or not for this person', ...PAGE)
}
