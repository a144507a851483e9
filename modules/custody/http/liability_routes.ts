import type { HttpRouterService } from '@adonisjs/core/types'
import { access, on } from '#app/http/access'
import { attestationList, liabilityProof } from './liability_schemas.ts'
import { liabilityParams, liabilityQuery, sheetQuery } from './sheet_validators.ts'

const LiabilityController = () => import('./liability_controller.ts')

/** What the chain was told that realms owe, and who is counted in it. */
export function mountLiabilityRoutes(router: HttpRouterService) {
  router
    .get('/api/v1/custody/attestations', [LiabilityController, 'index'])
    .operationId('listAttestations')
    .access(access.action('svc:ReadCustody', on.root()))
    .summary('What the chain was told that the realm owes, newest first')
    .query(sheetQuery)
    .answers(200, 'Bare object: the newest thousand that are final', attestationList)
    .refuses('NOT_FOUND')
  router
    .get('/api/v1/objects/:id/liability-proof', [LiabilityController, 'show'])
    .where('id', /^obj_/)
    .operationId('getLiabilityProof')
    .access(access.action('svc:ReadLiabilityProof', on.looked('the path of the object')))
    .summary('Proof that an object is counted among what its boundary owes on the chain')
    .params(liabilityParams)
    .query(liabilityQuery)
    .answers(200, 'Of the newest attestation that is final', liabilityProof)
    .refuses('OBJECT_NOT_FOUND', 'NOT_FOUND', 'CHAIN_UNAVAILABLE')
}
