import type { HttpContext } from '@adonisjs/core/http'
import type { Clock } from '#app/clock/clock'
import type { Identity } from '#modules/auth/core/identity'
import { LIMITS } from '#app/limits'
import { CALLBACK_PATH, type PendingSignIn } from '#modules/auth/services/browser_sign_in'
import type { AuthSettings } from '#modules/auth/settings'

/** Who is signed in in this browser. */
export interface BrowserSession extends Identity {
  expiresAtMs: number
}

const SESSION = 'svc_session'
const PENDING = 'svc_sign_in'
const PENDING_PATH = CALLBACK_PATH.slice(0, CALLBACK_PATH.lastIndexOf('/'))

/**
 * The two cookies of browser sign-in, encrypted by the host and never readable by scripts. Expiry is
 * part of their content too: a browser may keep a cookie for as long as it likes.
 */
export class BrowserCookies {
  #secure: boolean

  constructor(
    private settings: AuthSettings,
    private clock: Clock
  ) {
    this.#secure = settings.production || settings.appUrl.startsWith('https:')
  }

  session({ request }: HttpContext): BrowserSession | null {
    const session = request.encryptedCookie(SESSION) as BrowserSession | null | undefined
    if (!session || session.expiresAtMs <= this.clock.nowMs()) return null
    // A session of the development provider is worth nothing once a real one is configured.
    return session.issuer === this.settings.identityProvider.issuer ? session : null
  }

  openSession({ response }: HttpContext, identity: Identity) {
    const maxAge = LIMITS.browserSessionSeconds
    const session: BrowserSession = {
      ...identity,
      expiresAtMs: this.clock.nowMs() + maxAge * 1000,
    }
    response.encryptedCookie(SESSION, session, this.#options('/', maxAge))
  }

  closeSession({ response }: HttpContext) {
    response.clearCookie(SESSION, this.#options('/', 0))
  }

  pending({ request }: HttpContext): PendingSignIn | null {
    return (request.encryptedCookie(PENDING) as PendingSignIn | null | undefined) ?? null
  }

  keepPending({ response }: HttpContext, pending: PendingSignIn) {
    const options = this.#options(PENDING_PATH, LIMITS.pendingSignInSeconds)
    response.encryptedCookie(PENDING, pending, options)
  }

  dropPending({ response }: HttpContext) {
    response.clearCookie(PENDING, this.#options(PENDING_PATH, 0))
  }

  #options(path: string, maxAge: number) {
    return { path, maxAge, httpOnly: true, secure: this.#secure, sameSite: 'lax' as const }
  }
}
