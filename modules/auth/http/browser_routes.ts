import type { HttpRouterService } from '@adonisjs/core/types'
import { access } from '#app/http/access'
import { idempotency } from '#app/http/idempotency/route_idempotency'
import { schema } from '#app/http/schemas'
import { REFRESH, SIGN_IN, SIGN_IN_RETURN } from './address_budgets.ts'
import { browserAccess } from './schemas.ts'
import { browserAccessBody, returnToQuery } from './validators.ts'

const AssetsController = () => import('./assets_controller.ts')
const BrowserAccessController = () => import('./browser_access_controller.ts')
const BrowserSessionController = () => import('./browser_session_controller.ts')

const PAGE = [{ type: 'string' }, 'text/html'] as const

/** Routes of sign-in with a browser, for the pages of operators. */
export function mountBrowserRoutes(router: HttpRouterService) {
  router
    .get('/auth/sign-in', [BrowserSessionController, 'start'])
    .operationId('startBrowserSignIn')
    .access(access.public())
    .limitedPerAddress(SIGN_IN)
    .summary('Sign in with a browser, then go to `returnTo`')
    .query(returnToQuery)
    .answers(303, 'To the identity provider')
    .answers(503, 'A page: the identity provider cannot be reached', ...PAGE)
  router
    .get('/auth/callback', [BrowserSessionController, 'finish'])
    .operationId('finishBrowserSignIn')
    .access(access.public())
    .limitedPerAddress(SIGN_IN_RETURN)
    .summary('Where the identity provider sends the browser back to')
    .answers(303, 'Signed in, to where the person wanted to go')
    .answers(400, 'A page: the sign-in did not finish', ...PAGE)
  router
    .post('/auth/sign-out', [BrowserSessionController, 'end'])
    .operationId('endBrowserSession')
    .access(access.public())
    .idempotent(idempotency.none('What has ended stays ended.'))
    .summary('Sign out in this browser')
    .answers(303, 'Signed out')
  router
    .get('/auth/signed-out', [BrowserSessionController, 'ended'])
    .operationId('openSignedOutPage')
    .access(access.public())
    .summary('Says that nobody is signed in any more')
    .answers(200, 'A page', ...PAGE)
  router
    .post('/auth/access', [BrowserAccessController, 'store'])
    .operationId('createBrowserAccessToken')
    .access(access.public())
    .limitedPerAddress(REFRESH)
    .idempotent(idempotency.none('It hands out a token of the session and changes nothing.'))
    .summary('An access token for the person who is signed in in this browser')
    .body(browserAccessBody)
    .answers(200, 'An access token; ask again before it expires', schema.envelope(browserAccess))
    .refuses('UNAUTHORIZED', 'FORBIDDEN', 'new_account_requires_org', 'CONFLICT')
  router
    .get('/assets/pages.css', [AssetsController, 'styles'])
    .operationId('getPageStyles')
    .access(access.public())
    .summary('The style sheet of the pages')
    .answers(200, 'CSS', { type: 'string' }, 'text/css')
}
