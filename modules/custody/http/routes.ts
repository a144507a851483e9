import type { HttpRouterService } from '@adonisjs/core/types'
import { access, on } from '#app/http/access'
import { idempotency } from '#app/http/idempotency/route_idempotency'
import { schema } from '#app/http/schemas'
import { LIMITS } from '#app/limits'
import { mountLiabilityRoutes } from './liability_routes.ts'
import { mountProtectionRoutes } from './protection_routes.ts'
import { mountRescueRoutes } from './rescue_routes.ts'
import { mountSheetRoutes } from './sheet_routes.ts'
import { mountBoundaryRoutes } from './boundary_routes.ts'
import { custodyStatus, devChain, faucetAnswer } from './schemas.ts'
import { faucetBody, statusQuery } from './validators.ts'

const CustodyStatusController = () => import('./custody_status_controller.ts')
const DevChainController = () => import('./dev_chain_controller.ts')

/** @param options `development`: also mount the helpers that must never exist in production */
export function mountRoutes(router: HttpRouterService, options: { development: boolean }) {
  router
    .get('/api/v1/custody/status', [CustodyStatusController, 'show'])
    .access(access.action('svc:ReadCustody', on.root()))
    .summary("The realm's pool, boundaries and exchange objects on the chain")
    .query(statusQuery)
    .answers(200, 'Bare object; `configured` is false without a chain', custodyStatus)
    .refuses('NOT_FOUND')
  mountSheetRoutes(router)
  mountRescueRoutes(router)
  mountLiabilityRoutes(router)
  mountProtectionRoutes(router)
  mountBoundaryRoutes(router)
  if (options.development) mountDevelopmentRoutes(router)
}

function mountDevelopmentRoutes(router: HttpRouterService) {
  router
    .get('/dev/chain', [DevChainController, 'show'])
    .access(access.public())
    .summary('How to reach the local chain')
    .answers(200, 'Address, chain and token', schema.envelope(devChain))
    .refuses('CHAIN_UNAVAILABLE')
  router
    .post('/dev/chain/rpc', [DevChainController, 'rpc'])
    .operationId('callDevChain')
    .access(access.public())
    .idempotent(idempotency.none('It passes calls on; the chain takes a transaction once.'))
    .summary('JSON-RPC of the local chain: eth_, net_ and web3_ methods, single or batch')
    .bodyUpTo(LIMITS.requestBodyBytes)
    .answers(200, 'The answer of the node, bare')
    .refuses('CHAIN_UNAVAILABLE')
  router
    .post('/dev/chain/faucet', [DevChainController, 'faucet'])
    .operationId('fundDevAddress')
    .access(access.public())
    .idempotent(idempotency.kept())
    .summary('Test USD and gas money for an address')
    .body(faucetBody)
    .answers(201, 'Sent', schema.envelope(faucetAnswer))
    .refuses('CHAIN_UNAVAILABLE')
}
