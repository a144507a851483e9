import type { HttpRouterService } from '@adonisjs/core/types'
import { access } from '#app/http/access'
import { idempotency } from '#app/http/idempotency/route_idempotency'
import { schema } from '#app/http/schemas'
import { REFRESH, SIGN_IN } from './address_budgets.ts'
import { mountAuditRoutes } from './audit_routes.ts'
import { mountBrowserRoutes } from './browser_routes.ts'
import { mountCredentialRoutes } from './credential_routes.ts'
import { mountDevIdentityRoutes } from './dev_identity_routes.ts'
import { mountMemberRoutes } from './member_routes.ts'
import { builder, keySet, loggedOut, refreshed, session } from './schemas.ts'
import { mountSignedInRoutes } from './session_routes.ts'
import { mountSigningKeyRoutes } from './signing_key_routes.ts'
import { mountStepUpRoutes } from './step_up_routes.ts'
import { refreshTokenBody, signInBody } from './validators.ts'

const SessionController = () => import('./session_controller.ts')
const TokenKeysController = () => import('./token_keys_controller.ts')

/**
 * @param options `development`: mounts the identity provider too that must never exist in
 *   production
 */
export function mountRoutes(router: HttpRouterService, options: { development: boolean }) {
  mountSessionRoutes(router)
  mountSignedInRoutes(router)
  mountMemberRoutes(router)
  mountAuditRoutes(router)
  mountCredentialRoutes(router)
  mountSigningKeyRoutes(router)
  mountStepUpRoutes(router)
  mountBrowserRoutes(router)
  if (options.development) mountDevIdentityRoutes(router)
}

function mountSessionRoutes(router: HttpRouterService) {
  router
    .post('/api/v1/auth/google', [SessionController, 'store'])
    .operationId('signIn')
    .access(access.public())
    .limitedPerAddress(SIGN_IN)
    .idempotent(
      idempotency.none('Every sign-in opens a session of its own; the organization is made once.')
    )
    .summary('Sign in with an ID token of the identity provider')
    .body(signInBody)
    .answers(200, 'Signed in', schema.envelope(session))
    .refuses(
      'UNAUTHORIZED',
      'new_account_requires_org',
      'CONFLICT',
      'IDENTITY_PROVIDER_UNAVAILABLE'
    )
  router
    .post('/api/v1/auth/refresh', [SessionController, 'refresh'])
    .operationId('refreshSession')
    .access(access.public())
    .limitedPerAddress(REFRESH)
    .idempotent(
      idempotency.none(
        'A refresh token is used up; a kept answer would hand out its successor twice.'
      )
    )
    .summary('Exchange a refresh token for new tokens, once')
    .body(refreshTokenBody)
    .answers(200, 'New tokens; the old refresh token is used up', schema.envelope(refreshed))
    .refuses('UNAUTHORIZED')
  router
    .post('/api/v1/auth/logout', [SessionController, 'destroy'])
    .operationId('revokeRefreshToken')
    .access(access.public())
    .limitedPerAddress(REFRESH)
    .idempotent(idempotency.none('What has ended stays ended.'))
    .summary('Revoke a refresh token; the access token lives on until it expires')
    .body(refreshTokenBody)
    .answers(200, 'Whatever the token was, it is useless now', schema.envelope(loggedOut))
  router
    .get('/api/v1/auth/me', [SessionController, 'me'])
    .operationId('getCurrentBuilder')
    .access(access.authenticated())
    .summary('The profile of the signed-in builder')
    .answers(200, 'The profile', schema.envelope(builder))
    .refuses('FORBIDDEN')
  router
    .get('/.well-known/jwks.json', [TokenKeysController, 'show'])
    .operationId('getTokenKeys')
    .access(access.public())
    .summary('Public keys of the access tokens')
    .answers(200, 'A JSON Web Key Set, bare', keySet)
}
