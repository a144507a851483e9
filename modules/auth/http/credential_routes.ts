import type { HttpRouterService } from '@adonisjs/core/types'
import { access } from '#app/http/access'
import { idempotency } from '#app/http/idempotency/route_idempotency'
import { rolesThat } from '../core/roles.ts'
import { credentialAnswers as answers } from './credential_schemas.ts'
import {
  apiKeyParams,
  createApiKeyBody,
  listApiKeysQuery,
  listTokensQuery,
  mintTokenBody,
  tokenParams,
} from './credential_validators.ts'

const ApiKeysController = () => import('./api_keys_controller.ts')
const PermissionsController = () => import('./permissions_controller.ts')
const ScopedTokensController = () => import('./scoped_tokens_controller.ts')

/** Routes of API keys, scoped tokens, and what they may hold. */
export function mountCredentialRoutes(router: HttpRouterService) {
  router
    .post('/api/v1/api-keys', [ApiKeysController, 'store'])
    .access(access.organization())
    .idempotent(idempotency.kept())
    .summary('Make an API key; `scope` is an object or its JSON text')
    .body(createApiKeyBody)
    .example({ permissions: 'read' })
    .answers(201, 'The key, and its secret for the only time', answers.created)
    .refuses('NOT_FOUND')
  router
    .get('/api/v1/api-keys', [ApiKeysController, 'index'])
    .access(access.organization())
    .summary('The API keys of the organization, newest first, revoked ones too')
    .query(listApiKeysQuery)
    .answers(200, 'A page of keys', answers.list)
    .refuses('NOT_FOUND')
  router
    .post('/api/v1/api-keys/:id/adopt', [ApiKeysController, 'adopt'])
    .operationId('adoptApiKey')
    .access(access.builderSession(rolesThat('act')))
    .idempotent(idempotency.natural('A key that is adopted stays adopted.'))
    .summary('Take over a key that another key made: it no longer ends with that key')
    .params(apiKeyParams)
    .answers(200, 'The key, adopted now or before', answers.adopted)
    .refuses('NOT_FOUND', 'CONFLICT')
  router
    .delete('/api/v1/api-keys/:id', [ApiKeysController, 'destroy'])
    .access(access.organization())
    .summary('Revoke an API key, the keys it made and the scoped tokens minted with them, for good')
    .params(apiKeyParams)
    .answers(200, 'It is revoked, now or before', answers.revoked)
    .refuses('NOT_FOUND')
  router
    .post('/api/v1/auth/token', [ScopedTokensController, 'store'])
    .operationId('mintScopedToken')
    .access(access.authenticated())
    .idempotent(idempotency.kept())
    .summary('Mint a token for an end user, with part of what the caller may do in one realm')
    .body(mintTokenBody)
    .answers(
      201,
      'The token; it never outlives a scoped token or an API key it came from',
      answers.minted
    )
    .refuses('NOT_FOUND', 'REALM_SCOPE_MISMATCH', 'FORBIDDEN')
  router
    .get('/api/v1/auth/tokens', [ScopedTokensController, 'index'])
    .operationId('listScopedTokens')
    .access(access.organization())
    .summary('The scoped tokens of the organization that have not expired, newest first')
    .query(listTokensQuery)
    .answers(200, 'A page of tokens, revoked ones too; never the tokens themselves', answers.tokens)
    .refuses('NOT_FOUND')
  router
    .delete('/api/v1/auth/tokens/:id', [ScopedTokensController, 'destroy'])
    .operationId('revokeScopedToken')
    .access(access.organization())
    .summary('Revoke a scoped token, and those that were minted with it')
    .params(tokenParams)
    .answers(200, 'It is revoked, now or before', answers.revoked)
    .refuses('NOT_FOUND')
  router
    .get('/api/v1/permissions', [PermissionsController, 'index'])
    .access(access.public())
    .summary('Every action there is, with aliases and presets')
    .answers(200, 'The catalog', answers.catalog)
}
