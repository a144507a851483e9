import type { HttpRouterService } from '@adonisjs/core/types'
import { access, on } from '#app/http/access'
import { idempotency } from '#app/http/idempotency/route_idempotency'
import { schema } from '#app/http/schemas'
import {
  boundary,
  boundaryList,
  exchangeObjectList,
  recoveryKit,
  registeredKey,
} from './boundary_schemas.ts'
import {
  boundariesQuery,
  boundaryQuery,
  boundaryParams,
  exchangeObjectsQuery,
  recoveryKeyBody,
  recoveryKitQuery,
} from './boundary_validators.ts'

const BoundariesController = () => import('./boundaries_controller.ts')

const REALM_REFUSALS = ['NOT_FOUND', 'REALM_SCOPE_MISMATCH'] as const

/** The boundaries of a realm, and the keys of their holders. */
export function mountBoundaryRoutes(router: HttpRouterService) {
  const others = on.looked('the root path of each boundary; others are left out')
  router
    .get('/api/v1/custody/boundaries', [BoundariesController, 'index'])
    .access(access.action('svc:ReadCustody', others))
    .summary('The custody boundaries of a realm, newest first; the default one is the last')
    .query(boundariesQuery)
    .answers(200, 'Bare object; a page of them, none without a chain', boundaryList)
    .refuses(...REALM_REFUSALS)
  router
    .get('/api/v1/custody/boundaries/:boundaryId', [BoundariesController, 'show'])
    .access(access.action('svc:ReadCustody', on.looked('the root path of the boundary')))
    .summary('One custody boundary')
    .params(boundaryParams)
    .query(boundaryQuery)
    .answers(200, 'Bare object', boundary)
    .refuses(...REALM_REFUSALS)
  router
    .get('/api/v1/custody/exchange-objects', [BoundariesController, 'exchangeObjects'])
    .access(access.action('svc:ReadCustody', others))
    .summary('Exchange objects with a vault on the chain, of a realm or one boundary, newest first')
    .query(exchangeObjectsQuery)
    .answers(200, 'Bare object; a page of them', exchangeObjectList)
    .refuses(...REALM_REFUSALS)
  router
    .get('/api/v1/custody/recovery-kit', [BoundariesController, 'recoveryKit'])
    .operationId('getRecoveryKit')
    .access(access.action('svc:ReadCustody', on.looked('the root path of the boundary')))
    .summary('What the holder of a recovery key needs to lock and leave without this service')
    .query(recoveryKitQuery)
    .answers(200, 'Bare object; nothing in it is secret', recoveryKit)
    .answers(200, 'The same as a page that works from a disk', schema.string, 'text/html')
    .refuses(...REALM_REFUSALS, 'CHAIN_UNAVAILABLE')
  router
    .post('/api/v1/custody/recovery-key', [BoundariesController, 'recoveryKey'])
    .operationId('registerRecoveryKey')
    .access(access.organization())
    .idempotent(idempotency.kept())
    .summary('Register the recovery key of a boundary, once')
    .body(recoveryKeyBody)
    .answers(200, 'Bare object; the key is in a block', registeredKey)
    .answers(
      202,
      'Bare object; the key waits for its time, and in live realms for its own word',
      registeredKey
    )
    .refuses(
      ...REALM_REFUSALS,
      ...(['RECOVERY_KEY_ALREADY_SET', 'BOUNDARY_FROZEN', 'STEP_UP_REQUIRED'] as const),
      ...(['CONFLICT', 'CHAIN_UNAVAILABLE'] as const)
    )
}
