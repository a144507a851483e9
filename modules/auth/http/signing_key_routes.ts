import type { HttpRouterService } from '@adonisjs/core/types'
import { access } from '#app/http/access'
import { idempotency } from '#app/http/idempotency/route_idempotency'
import { rolesThat } from '../core/roles.ts'
import { signingKeyAnswers as answers } from './signing_key_schemas.ts'
import { registerSigningKeyBody, signingKeyParams } from './signing_key_validators.ts'
import { pageQuery } from './validators.ts'

const SigningKeysController = () => import('./signing_keys_controller.ts')

const acting = access.builderSession(rolesThat('act'))

/** Routes of the keys that an organization signs its requests with. */
export function mountSigningKeyRoutes(router: HttpRouterService) {
  router
    .post('/api/v1/signing-keys', [SigningKeysController, 'store'])
    .access(acting)
    .idempotent(idempotency.kept())
    .summary(
      'Register an Ed25519 public key; the first one is active at once, others after 72 hours'
    )
    .body(registerSigningKeyBody)
    .answers(201, 'The key', answers.one)
    .refuses('CONFLICT')
  router
    .get('/api/v1/signing-keys', [SigningKeysController, 'index'])
    .access(access.builderSession())
    .summary('The signing keys of the organization, newest first, revoked ones too')
    .query(pageQuery)
    .answers(200, 'A page of keys', answers.list)
  router
    .delete('/api/v1/signing-keys/:id', [SigningKeysController, 'destroy'])
    .access(acting)
    .summary('Revoke a signing key for good; what it signed stays verifiable')
    .params(signingKeyParams)
    .answers(200, 'It is revoked, now or before', answers.revoked)
    .refuses('NOT_FOUND')
  router
    .post('/api/v1/signing-keys/:id/cancel', [SigningKeysController, 'cancel'])
    .operationId('cancelSigningKey')
    .access(acting)
    .idempotent(idempotency.kept())
    .summary('Revoke a signing key that is still pending, and refuse otherwise')
    .params(signingKeyParams)
    .answers(200, 'It never became active', answers.cancelled)
    .refuses('NOT_FOUND', 'CONFLICT')
  router
    .get('/api/v1/signing-keys/:id/events', [SigningKeysController, 'events'])
    .access(access.builderSession())
    .summary('The hash-chained history of a signing key, newest first')
    .params(signingKeyParams)
    .query(pageQuery)
    .answers(200, 'A page of events', answers.events)
    .refuses('NOT_FOUND')
}
