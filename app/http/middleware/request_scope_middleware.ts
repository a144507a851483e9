import { randomUUID } from 'node:crypto'
import app from '@adonisjs/core/services/app'
import logger from '@adonisjs/core/services/logger'
import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { singleton } from '#app/extension/singleton'
import { isDraining } from '#app/http/draining'
import { standsBy } from '#app/processes/siblings'
import { LIMITS } from '#app/limits'
import { HttpMeter } from '#app/http/http_meter'
import { recordPhase, serverTiming } from '#app/http/timing'
import '#app/http/request_notes'
import { traced, tracing, validTraceparent, type TraceSpan } from '#app/tracing/tracing'
import { letGoOfBody } from '#app/http/unread_body'

const SAFE_REQUEST_ID = new RegExp(`^[\\w.-]{1,${LIMITS.requestIdLength}}$`)
/** Probes ask every few seconds; a log line for each would bury all others. */
const QUIET = /^\/(health|metrics)/
/** One year. Subdomains are left out, because the service knows nothing of them. */
const STAY_WITH_TLS = 'max-age=31536000'

/**
 * The outermost server middleware: request id, timing, metrics and one log line per request. It
 * wraps the exception handler too, so that refusals are counted like answers.
 */
@singleton()
export default class RequestScopeMiddleware {
  /** The settings do not change after boot, and to read them at each request takes a hundredth of a transfer. */
  #isOverTls = isServedOverTls()

  constructor(private meter: HttpMeter) {}

  async handle(ctx: HttpContext, next: NextFn) {
    const { request } = ctx
    if (tracing() === null || QUIET.test(request.url())) return this.#serve(ctx, next)
    const parent = validTraceparent(request.header('traceparent'))
    await traced(request.method(), { kind: 'server', parent }, async (span) => {
      await this.#serve(ctx, next)
      tellRequest(ctx, span!)
    })
  }

  async #serve(ctx: HttpContext, next: NextFn) {
    const startedAt = performance.now()
    const { request, response } = ctx
    const requestId = requestIdOf(ctx)
    response.header('x-request-id', requestId)
    response.header('x-content-type-options', 'nosniff')
    if (this.#isOverTls) response.header('strict-transport-security', STAY_WITH_TLS)

    await next()

    const isSending = letGoOfBody(ctx, isDraining())

    const elapsedMs = performance.now() - startedAt
    recordPhase(ctx, 'total', elapsedMs)
    response.header('server-timing', serverTiming(ctx))
    if ((isDraining() || standsBy()) && !isSending) response.header('connection', 'close')
    const route = ctx.route?.pattern ?? 'unmatched'
    const method = request.method()
    const status = response.getStatus()
    this.meter.count(method, route, status, elapsedMs / 1000)
    if (!QUIET.test(route)) {
      ctx.logger.info(
        { method, route, status, durationMs: Math.round(elapsedMs * 10) / 10 },
        'request'
      )
    }
  }
}

/** The caller's own id is used when it is harmless in logs and headers; any other is replaced in both. */
function requestIdOf(ctx: HttpContext): string {
  const { request } = ctx
  const given = request.id()!
  if (SAFE_REQUEST_ID.test(given)) return given
  const id = randomUUID()
  request.request.headers['x-request-id'] = id
  ctx.logger = logger.child({ request_id: id })
  return id
}

function tellRequest({ request, response, route }: HttpContext, span: TraceSpan) {
  const [method, status] = [request.method(), response.getStatus()]
  const pattern = route?.pattern ?? 'unmatched'
  span.name(`${method} ${pattern}`)
  span.tell({
    'http.request.method': method,
    'http.route': pattern,
    'http.response.status_code': status,
    'http.request.id': request.header('x-request-id')!,
  })
  if (status >= 500) span.fail(new Error(`Answered with ${status}`))
}

/** Behind a proxy that ends TLS the connection does not show it, so the public address decides. */
function isServedOverTls(): boolean {
  return app.inProduction || app.config.get<string>('app.appUrl').startsWith('https:')
}
