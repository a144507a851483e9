import type { HttpContext } from '@adonisjs/core/http'
import type { RequestOrigin } from '#app/extension/principal'
import { clientAddress } from '#app/http/client_address'

/** Where this request came from, for the records it leaves. */
export function originOf(ctx: HttpContext): RequestOrigin {
  const { request } = ctx
  return {
    requestId: request.id()!,
    ip: clientAddress(ctx),
    userAgent: request.header('user-agent'),
  }
}
