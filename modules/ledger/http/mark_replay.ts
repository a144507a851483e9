import type { HttpContext } from '@adonisjs/core/http'

/**
 * Adds the header that tells the client that the answer is a replay: the stored result of an equal
 * request.
 */
export function markReplay(ctx: HttpContext, replayed: boolean) {
  if (replayed) ctx.response.header('idempotent-replayed', 'true')
}
