import type { HttpRouterService } from '@adonisjs/core/types'
import { schema } from '#app/http/schemas'
import { access } from '#app/http/access'
import { idempotency } from '#app/http/idempotency/route_idempotency'
import { DEV_IDENTITY } from './address_budgets.ts'
import { devIdToken, keySet, oauthError } from './schemas.ts'
import { authorizeQuery, codeForm, devPersonBody, devPersonForm } from './validators.ts'
import { DEV_IDENTITY_PATH } from '../settings.ts'

const DevIdentityController = () => import('./dev_identity_controller.ts')

const PAGE = [{ type: 'string' }, 'text/html'] as const

/** Routes of the development identity provider; never mounted in production. */
export function mountDevIdentityRoutes(router: HttpRouterService) {
  const at = (path: string) => `${DEV_IDENTITY_PATH}${path}`
  router
    .get(at(''), [DevIdentityController, 'about'])
    .access(access.public())
    .summary('What the development identity provider is for')
    .answers(200, 'A page', ...PAGE)
  router
    .get(at('/.well-known/openid-configuration'), [DevIdentityController, 'configuration'])
    .operationId('getDevIdentityConfiguration')
    .access(access.public())
    .summary('OpenID Connect discovery of the development identity provider')
    .answers(200, 'Provider metadata, bare', schema.record)
  router
    .get(at('/jwks.json'), [DevIdentityController, 'jwks'])
    .operationId('getDevIdentityKeys')
    .access(access.public())
    .summary('Public keys of the development identity provider')
    .answers(200, 'A JSON Web Key Set, bare', keySet)
  router
    .post(at('/token'), [DevIdentityController, 'token'])
    .operationId('createDevIdToken')
    .access(access.public())
    .limitedPerAddress(DEV_IDENTITY)
    .idempotent(idempotency.none('It signs a token and stores nothing.'))
    .summary('An ID token for anybody, for scripts')
    .body(devPersonBody)
    .answers(200, 'Bare object', devIdToken)
  router
    .get(at('/authorize'), [DevIdentityController, 'ask'])
    .operationId('openDevSignInPage')
    .access(access.public())
    .summary('The sign-in page')
    .query(authorizeQuery)
    .answers(200, 'A page', ...PAGE)
  router
    .post(at('/authorize'), [DevIdentityController, 'authorize'])
    .operationId('submitDevSignInPage')
    .access(access.public())
    .idempotent(idempotency.none('It signs a code and stores nothing.'))
    .summary('The sign-in page, filled in')
    .query(authorizeQuery)
    .form(devPersonForm)
    .example({ email: 'ada@example.com', name: 'Ada Example' })
    .answers(303, 'To the redirect_uri, with code and state')
    .answers(400, 'The page again, saying what is wrong', ...PAGE)
  router
    .post(at('/oidc/token'), [DevIdentityController, 'redeem'])
    .operationId('redeemDevCode')
    .access(access.public())
    .idempotent(idempotency.none('It signs a token and stores nothing.'))
    .summary('OpenID Connect token endpoint: an authorization code for an ID token')
    .form(codeForm)
    .answers(200, 'Bare, as OAuth has it', schema.record)
    .answers(400, 'Bare, as OAuth has it', oauthError)
}
