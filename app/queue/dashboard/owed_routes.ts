import type { HttpRouterService } from '@adonisjs/core/types'
import { access } from '#app/http/access'
import {
  OWED_PAGE,
  jobForm,
  jobParams,
  owedQuery,
  queueForm,
  queueParams,
} from '#app/queue/dashboard/owed_requests'

const OwedController = () => import('#app/queue/dashboard/owed_controller')

const PAGE = [{ type: 'string' }, 'text/html'] as const

/** Mounts the page on which operators see what is owed, and act on it. */
export function mountOwedPage(router: HttpRouterService) {
  router
    .get(OWED_PAGE, [OwedController, 'show'])
    .access(access.operator())
    .summary('Jobs that are owed, and what operators did')
    .query(owedQuery)
    .answers(200, 'A page', ...PAGE)
  router
    .post(`${OWED_PAGE}/jobs/:id`, [OwedController, 'changeJob'])
    .access(access.operator())
    .summary('Retry or discard a job, from the form of that page')
    .params(jobParams)
    .form(jobForm)
    .answers(303, 'Done: back to the page, which says so')
    .answers(409, 'The page with the reason why it was not done', ...PAGE)
  router
    .post(`${OWED_PAGE}/queues/:queue`, [OwedController, 'changeQueue'])
    .access(access.operator())
    .summary('Pause or resume a queue, from the form of that page')
    .params(queueParams)
    .form(queueForm)
    .answers(303, 'Done: back to the page, which says so')
    .answers(409, 'The page with the reason why it was not done', ...PAGE)
}
