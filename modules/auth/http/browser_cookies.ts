import type { HttpContext } from '@adonisjs/core/http'
import { singleton } from '#app/extension/singleton'
import { originOf } from '#app/http/request_origin'
import { AUTH_LIMITS } from '../limits.ts'
import type { Authentication } from '../core/identity.ts'
import { type BrowserSession, BrowserSessions } from '../services/browser_sessions.ts'
import type { PendingSignIn } from '../services/browser_sign_in.ts'
import { AuthSettings } from '../settings.ts'

/**
 * The two cookies of browser sign-in, encrypted by the host and never readable by scripts. Their
 * content has its own expiry, because a browser may keep a cookie for as long as it likes.
 */
@singleton()
export class BrowserCookies {
  readonly #secure: boolean
  readonly #session: string
  readonly #pending: string

  constructor(
    private settings: AuthSettings,
    private sessions: BrowserSessions
  ) {
    const isHttps = settings.appUrl.startsWith('https:')
    this.#secure = settings.production || isHttps
    // Browsers accept a cookie with this prefix only from the host itself and over https, so that
    // no sibling host and no plain connection can plant a session. Over plain http they would not
    // accept it at all.
    const prefix = isHttps ? '__Host-' : ''
    this.#session = `${prefix}svc_session`
    this.#pending = `${prefix}svc_sign_in`
  }

  /**
   * The session of the person who is signed in in this browser; null also when the session was
   * ended on the server.
   */
  async session(ctx: HttpContext): Promise<BrowserSession | null> {
    const session = this.#kept(ctx)
    return session !== null && (await this.sessions.stands(session, originOf(ctx))) ? session : null
  }

  async openSession(ctx: HttpContext, who: Authentication) {
    const session = await this.sessions.open(who, await this.session(ctx), originOf(ctx))
    const options = this.#options(AUTH_LIMITS.browserSessionSeconds)
    ctx.response.encryptedCookie(this.#session, session, options)
  }

  async endSession(ctx: HttpContext) {
    const session = this.#kept(ctx)
    if (session === null) return
    await this.sessions.end(session, originOf(ctx))
    ctx.response.clearCookie(this.#session, this.#options(0))
  }

  pending({ request }: HttpContext): PendingSignIn | null {
    return (request.encryptedCookie(this.#pending) as PendingSignIn | null | undefined) ?? null
  }

  keepPending({ response }: HttpContext, pending: PendingSignIn) {
    const options = this.#options(AUTH_LIMITS.pendingSignInSeconds)
    response.encryptedCookie(this.#pending, pending, options)
  }

  dropPending({ response }: HttpContext) {
    response.clearCookie(this.#pending, this.#options(0))
  }

  #kept({ request }: HttpContext): BrowserSession | null {
    const session = request.encryptedCookie(this.#session) as Partial<BrowserSession> | null
    // A session without an id is older than the ending of sessions: the person has to sign in
    // again.
    if (typeof session?.id !== 'string') return null
    // A session of the development provider is refused once a real provider is configured.
    if (session.issuer !== this.settings.identityProvider.issuer) return null
    return session as BrowserSession
  }

  /** Both have the path `/`, which the `__Host-` prefix demands. */
  #options(maxAge: number) {
    return { path: '/', maxAge, httpOnly: true, secure: this.#secure, sameSite: 'lax' as const }
  }
}
