import type { HttpContext } from '@adonisjs/core/http'

/** `{ success: true, data }` with the given status. */
export function answer(ctx: HttpContext, data: unknown, status = 200) {
  ctx.response.status(status).send({ success: true, data })
}
