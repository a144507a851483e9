import type { HttpContext } from '@adonisjs/core/http'
import type { RequestOrigin } from '#app/extension/principal'
import { clientAddress } from '#app/http/client_address'

/** The origin of a request, for the records that it leaves. */
export function originOf(ctx: HttpContext): RequestOrigin {
  const { request } = ctx
  return {
    requestId: request.id()!,
    ip: clientAddress(ctx),
    userAgent: request.header('user-agent'),
  }
}
