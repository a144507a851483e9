import type { HttpContext } from '@adonisjs/core/http'

/** Status and body of an answer, for handlers that do not send it themselves. */
export interface Reply {
  status: number
  body: unknown
}

/** `{ success: true, data }` with the given status, and the notices of this request if there are any. */
export function answer(ctx: HttpContext, data: unknown, status = 200) {
  const { notices } = ctx.notes
  const body = { success: true, data, ...(notices.length > 0 && { notices }) }
  ctx.response.status(status).send(body)
}

export function enveloped(data: unknown, status = 200): Reply {
  return { status, body: { success: true, data } }
}
