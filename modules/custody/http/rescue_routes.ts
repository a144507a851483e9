import type { HttpRouterService } from '@adonisjs/core/types'
import { access } from '#app/http/access'
import { idempotency } from '#app/http/idempotency/route_idempotency'
import { schema } from '#app/http/schemas'
import { rescueBody } from './rescue_validators.ts'
import { realmParams } from './sheet_validators.ts'

const RescuesController = () => import('./rescues_controller.ts')

const address = schema.text('Account or contract address, checksummed', schema.address)

const rescue = schema.named('Rescue', {
  id: schema.nullable(schema.id('rsc')),
  rescueHash: schema.chainHash,
  assetAddress: schema.nullable(address),
  amount: schema.text('Base units of the asset', { pattern: '^[0-9]+$' }),
  destinationAddress: address,
  fromAddress: schema.nullable(address),
  state: schema.enumeration('proposed', 'lapsed', 'waiting', 'ripe', 'executed', 'cancelled'),
  executableAt: schema.nullable(schema.timestamp),
  misfit: schema.nullable(
    schema.enumeration('not_asked', 'asset', 'destination', 'amount', 'place', 'delay')
  ),
  askedBy: schema.nullable(schema.id('bld')),
  createdAt: schema.timestamp,
})

/** What came to a pool by mistake. */
export function mountRescueRoutes(router: HttpRouterService) {
  const rescues = '/api/v1/admin/realms/:realmId/rescues'
  router
    .get(rescues, [RescuesController, 'index'])
    .operationId('listRescues')
    .access(access.platformAdmin())
    .summary('What came to the pool by mistake and is to go elsewhere, and how far that is')
    .params(realmParams)
    .answers(200, 'Newest first', schema.envelope(schema.object({ rescues: schema.list(rescue) })))
    .refuses('NOT_FOUND', 'CHAIN_UNAVAILABLE')
  router
    .post(rescues, [RescuesController, 'store'])
    .operationId('proposeRescue')
    .access(access.platformAdmin())
    .idempotent(idempotency.kept())
    .summary('Propose to the admin of the pool to send foreign tokens or ether elsewhere')
    .params(realmParams)
    .body(rescueBody)
    .answers(
      201,
      'Among the proposals to the admin now',
      schema.envelope(schema.object({ rescue }))
    )
    .refuses('NOT_FOUND', 'CONFLICT', 'CHAIN_UNAVAILABLE')
}
