import type { HttpContext } from '@adonisjs/core/http'
import { singleton } from '#app/extension/singleton'
import { answer } from '#app/http/envelope'
import { ServiceError } from '#app/http/errors/service_error'
import { input } from '#app/http/input'
import { originOf } from '#app/http/request_origin'
import { BrowserCookies } from './browser_cookies.ts'
import { presentAccess } from './presenters.ts'
import { browserAccessBody } from './validators.ts'
import { SignIn } from '../services/sign_in.ts'

/** Exchanges the session of a browser for an access token, only for pages of this service. */
@singleton()
export default class BrowserAccessController {
  constructor(
    private signIn: SignIn,
    private cookies: BrowserCookies
  ) {}

  async store(ctx: HttpContext) {
    const { orgName } = input(ctx, browserAccessBody)
    ctx.response.header('cache-control', 'no-store')
    refuseOtherSites(ctx)
    const session = await this.cookies.session(ctx)
    if (session === null) {
      throw new ServiceError('UNAUTHORIZED', {
        message: 'Nobody is signed in in this browser: open /auth/sign-in.',
      })
    }
    answer(ctx, presentAccess(await this.signIn.inBrowser(session, orgName, originOf(ctx))))
  }
}

/**
 * Refuses requests of other sites. Their posts bring no cookie along (SameSite), and they could not
 * read the answer; a sibling host of the same site would bring the cookie, and every browser says
 * so in this header.
 */
function refuseOtherSites({ request }: HttpContext) {
  const from = request.header('sec-fetch-site')
  if (from === undefined || from === 'same-origin') return
  throw new ServiceError('FORBIDDEN', {
    message: 'Only pages of this service may ask for this.',
    details: { action: 'sign_in', resource: '/auth/access' },
  })
}
