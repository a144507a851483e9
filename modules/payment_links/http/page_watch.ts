import type { HttpContext } from '@adonisjs/core/http'
import { appUrl } from '#config/app'
import { PAYMENT_LINK_LIMITS } from '../limits.ts'

/**
 * A cookie of one payment page, for minutes: this browser has seen the payment before it ended. Only
 * such a browser is led back to the builder, and only once, since somebody who opens an old link
 * wants to read what became of it.
 */
const COOKIE = 'svc_pay_watched'

export function keepWatching({ response }: HttpContext, token: string) {
  response.plainCookie(COOKIE, '1', optionsOf(token, PAYMENT_LINK_LIMITS.watchedSeconds))
}

/** Ends with the answer: the next request is told no. */
export function hasWatched({ request, response }: HttpContext, token: string): boolean {
  if (!request.plainCookie(COOKIE)) return false
  response.clearCookie(COOKIE, optionsOf(token, 0))
  return true
}

function optionsOf(token: string, maxAge: number) {
  const secure = appUrl.startsWith('https:')
  return { path: `/pay/${token}`, maxAge, httpOnly: true, secure, sameSite: 'lax' as const }
}
