import type { HttpContext } from '@adonisjs/core/http'

/** Tells the client that the answer is the stored result of an earlier, equal request. */
export function markReplay(ctx: HttpContext, replayed: boolean) {
  if (replayed) ctx.response.header('idempotent-replayed', 'true')
}
