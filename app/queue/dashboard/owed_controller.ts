import type { HttpContext } from '@adonisjs/core/http'
import { ModuleHost } from '#app/extension/module_host'
import { singleton } from '#app/extension/singleton'
import { ErrorCatalogue } from '#app/http/errors/catalogue'
import { ServiceError } from '#app/http/errors/service_error'
import { input } from '#app/http/input'
import { operatorOf } from '#app/http/middleware/declared_route_middleware'
import { secureHtml } from '#app/http/secure_html'
import { LIMITS } from '#app/limits'
import { OperatorForms } from '#app/queue/dashboard/operator_forms'
import {
  OWED_PAGE,
  jobForm,
  jobParams,
  owedQuery,
  queueForm,
  queueParams,
} from '#app/queue/dashboard/owed_requests'
import {
  presentAction,
  presentJob,
  presentQueue,
  presentUnqueued,
} from '#app/queue/dashboard/present_owed'
import { OperateQueues, type ActedBy } from '#app/queue/operate_queues'
import { OperatorLog, type OperatorAction } from '#app/queue/operator_log'
import { EVERY_JOB, type OwedFilter } from '#app/queue/owed_jobs'

/** The page of owed jobs. It has plain forms and no scripts. */
@singleton()
export default class OwedController {
  constructor(
    private operate: OperateQueues,
    private log: OperatorLog,
    private forms: OperatorForms,
    private catalogue: ErrorCatalogue,
    private modules: ModuleHost
  ) {}

  async show(ctx: HttpContext) {
    const { only, did, queue = null, job = null, after = null } = input(ctx, owedQuery)
    const filter = { failing: only === 'failing', queue, job, after }
    const done = did === undefined ? null : await this.log.find(did)
    await this.#page(ctx, filter, { done: done && presentAction(done) })
  }

  async changeJob(ctx: HttpContext) {
    const { id } = input(ctx, jobParams)
    const { action, formToken, reason } = input(ctx, jobForm)
    await this.#change(ctx, formToken, reason, (by) => this.operate[action](id, by))
  }

  async changeQueue(ctx: HttpContext) {
    const { queue } = input(ctx, queueParams)
    const { action, formToken, reason } = input(ctx, queueForm)
    await this.#change(ctx, formToken, reason, (by) => this.operate[action](queue, by))
  }

  /**
   * Every action ends with a redirect to the page, so that reloading it does nothing a second time.
   * A refusal is told on the page, where the next step is.
   */
  async #change(
    ctx: HttpContext,
    formToken: string,
    reason: string | undefined,
    act: (by: ActedBy) => Promise<OperatorAction>
  ) {
    const operator = operatorOf(ctx)
    try {
      this.forms.require(formToken, operator)
      const { id } = await act({ who: operator.email, reason: reason?.trim() || null })
      const { response } = ctx
      response.header('cache-control', 'no-store').header('location', `${OWED_PAGE}?did=${id}`)
      response.status(303).send('')
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      const { entry, message } = this.catalogue.told(error)
      await this.#page(ctx, EVERY_JOB, { problem: message }, entry.status)
    }
  }

  async #page(
    ctx: HttpContext,
    filter: OwedFilter,
    notice: { done?: object | null; problem?: string },
    status = 200
  ) {
    const [{ jobs, more }, queues, log] = await Promise.all([
      this.operate.jobs(filter, ctx.containerResolver),
      this.operate.allQueues(),
      this.log.newest(),
    ])
    const owed = queues.reduce((sum, each) => sum + each.owed, 0)
    const state = {
      page: OWED_PAGE,
      reasonLength: LIMITS.operatorReasonLength,
      formToken: this.forms.tokenFor(operatorOf(ctx)),
      filter,
      nextPage: more ? addressOf({ ...filter, after: jobs.at(-1)!.id }) : null,
      jobs: jobs.map(presentJob),
      queues: queues.map(presentQueue),
      unqueued: this.modules
        .all()
        .flatMap(({ name, unqueuedWork = [] }) =>
          unqueuedWork.map((work) => presentUnqueued(name, work))
        ),
      owed,
      counted: owed < LIMITS.owedCounted ? null : LIMITS.owedCounted.toLocaleString('en'),
      failing: queues.reduce((sum, { failing }) => sum + failing, 0),
      log: log.map(presentAction),
      done: notice.done ?? null,
      problem: notice.problem ?? null,
    }
    secureHtml(ctx)
    ctx.response.status(status).send(await ctx.view.render('queues/owed', state))
  }
}

function addressOf({ failing, queue, after }: OwedFilter): string {
  const query = new URLSearchParams()
  if (failing) query.set('only', 'failing')
  if (queue !== null) query.set('queue', queue)
  if (after !== null) query.set('after', after)
  return `${OWED_PAGE}?${query}`
}
