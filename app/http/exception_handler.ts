import { ExceptionHandler as BaseHandler, type HttpContext } from '@adonisjs/core/http'
import router from '@adonisjs/core/services/router'
import { AccessControl } from '#app/extension/access_control'
import { ApprovalDesk, needOf } from '#app/extension/approvals'
import { StepUpRequired } from '#app/extension/step_up'
import { approvedCaller } from '#app/http/approved_requests'
import { ErrorCatalogue } from '#app/http/errors/catalogue'
import type { Reply } from '#app/http/envelope'
import { failureOf } from '#app/http/errors/failure_of'
import { ServiceError } from '#app/http/errors/service_error'
import { isPageView, knownPrincipal } from '#app/http/middleware/declared_route_middleware'
import { secureHtml } from '#app/http/secure_html'
import { newId } from '#app/ids/ids'

/** The headings of error pages that people see; the message says the rest. */
const PAGE_HEADINGS: Record<string, string> = {
  RATE_LIMITED: 'One moment, please',
  NOT_FOUND: 'This page does not exist',
  OVERLOADED: 'Please try again in a moment',
  UNAVAILABLE: 'Please try again in a moment',
}
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/**
 * The one place where errors become answers. Only catalogue codes leave the service. Messages of
 * unexpected errors may hold SQL with bound values, so they go to the log under an error id.
 */
export default class ExceptionHandler extends BaseHandler {
  override async report() {
    // `handle` reports, because it knows the error id.
  }

  override async handle(error: unknown, ctx: HttpContext) {
    const concluded = await this.#concluded(this.#toServiceError(error, ctx), ctx)
    if (concluded instanceof ServiceError) return this.#refuse(concluded, ctx)
    const { status, body } = concluded
    ctx.response.status(status).send(body)
  }

  async #refuse(refusal: ServiceError, ctx: HttpContext) {
    const catalogue = await ctx.containerResolver.make(ErrorCatalogue)
    const { code, entry, happened, message } = catalogue.told(refusal)
    const body: Record<string, unknown> = { code, message }
    if (entry.status >= 500) {
      body.errorId = newId('err')
      ctx.logger.error({ err: refusal.cause ?? refusal, errorId: body.errorId }, 'request failed')
    }
    if (refusal.details) body.details = refusal.details
    for (const [name, value] of Object.entries(refusal.headers)) ctx.response.header(name, value)
    if (entry.retryable) ctx.response.safeHeader('retry-after', '1')
    ctx.response.status(entry.status)
    if (isPageView(ctx)) await this.#sendPage(ctx, { ...body, message: happened })
    else ctx.response.send({ success: false, error: body })
  }

  /** Shows the error in words, for a person. */
  async #sendPage(ctx: HttpContext, { code, message, errorId }: Record<string, unknown>) {
    secureHtml(ctx)
    const heading = PAGE_HEADINGS[String(code)] ?? 'This did not work'
    const retryAfter = ctx.response.getHeader('retry-after')
    const again = ctx.request.url()
    const isDocs = again.startsWith('/docs/')
    const state = { heading, message, errorId, retryAfter, again, isDocs }
    ctx.response.send(await ctx.view.render('problem', state))
  }

  /**
   * The refusal of an admitted request may be a denial, which access control records, or stand for
   * approvals, which the request then waits for.
   */
  async #concluded(refusal: ServiceError, ctx: HttpContext): Promise<ServiceError | Reply> {
    const principal = knownPrincipal(ctx)
    if (principal === null) return refusal
    try {
      const need = needOf(refusal)
      // Whoever executes an approved request goes on from here; nobody else would see the answer.
      if (approvedCaller(ctx) && (need || refusal instanceof StepUpRequired)) return refusal
      if (need && ctx.containerResolver.hasBinding(ApprovalDesk)) {
        const desk = await ctx.containerResolver.make(ApprovalDesk)
        return await desk.ask(ctx, principal, need)
      }
      const control = await ctx.containerResolver.make(AccessControl)
      return await control.refused(ctx, principal, refusal)
    } catch (failure) {
      return this.#toServiceError(failure, ctx)
    }
  }

  #toServiceError(error: unknown, ctx: HttpContext): ServiceError {
    if (error instanceof ServiceError) return error
    const { code } = error as { code?: string }
    if (code === 'E_ROUTE_NOT_FOUND') return this.#noRoute(ctx)
    return failureOf(error)
  }

  /** 405 when the path exists with another method, else 404. */
  #noRoute(ctx: HttpContext): ServiceError {
    const url = ctx.request.url()
    const allowed = METHODS.filter((method) => router.match(url, method, true) !== null)
    const asked = ctx.request.method()
    if (allowed.length === 0) {
      return new ServiceError('NOT_FOUND', {
        message: `The address ${asked} ${url} does not exist.`,
        next: 'Compare it with the addresses of GET /openapi.json.',
      })
    }
    const allow = allowed.join(', ')
    return new ServiceError('METHOD_NOT_ALLOWED', {
      message: `The address ${url} does not take ${asked}. Its methods are ${allow}.`,
      headers: { allow },
    })
  }
}
