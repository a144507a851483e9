import type { HttpRouterService } from '@adonisjs/core/types'
import { access, on } from '#app/http/access'
import { idempotency } from '#app/http/idempotency/route_idempotency'
import { schema } from '#app/http/schemas'
import { adminProposal, boundaryBalanceSheet, haltRecord, realmHalt } from './sheet_schemas.ts'
import { haltBody, realmParams, sheetQuery } from './sheet_validators.ts'

const BalanceSheetController = () => import('./balance_sheet_controller.ts')
const ProposalsController = () => import('./proposals_controller.ts')
const HaltsController = () => import('./halts_controller.ts')

const inForce = schema.nullable(realmHalt)

/** What realms hold beside what they owe, and what stops them when it does not agree. */
export function mountSheetRoutes(router: HttpRouterService) {
  router
    .get('/api/v1/custody/boundary-balance-sheet', [BalanceSheetController, 'show'])
    .operationId('getBalanceSheet')
    .access(access.action('svc:ReadCustody', on.root()))
    .summary('What the realm holds on the chain beside what it owes, boundary by boundary')
    .query(sheetQuery)
    .answers(200, 'Bare object, all of it at one block', boundaryBalanceSheet)
    .refuses('NOT_FOUND')
  router
    .get('/api/v1/admin/realms/:realmId/boundary-balance-sheet', [
      BalanceSheetController,
      'showAny',
    ])
    .operationId('getBalanceSheetAsAdmin')
    .access(access.platformAdmin())
    .summary('The balance sheet of any realm')
    .params(realmParams)
    .answers(200, 'Bare object, all of it at one block', boundaryBalanceSheet)
    .refuses('NOT_FOUND')
  router
    .get('/api/v1/admin/realms/:realmId/halt', [HaltsController, 'show'])
    .operationId('getRealmHalt')
    .access(access.platformAdmin())
    .summary('The halt in force, and the newest halts of the realm')
    .params(realmParams)
    .answers(
      200,
      'Newest first',
      schema.envelope(schema.object({ realmHalt: inForce, history: schema.list(haltRecord) }))
    )
    .refuses('NOT_FOUND')
  router
    .get('/api/v1/admin/realms/:realmId/proposals', [ProposalsController, 'index'])
    .operationId('listAdminProposals')
    .access(access.platformAdmin())
    .summary('What the admin of the pool has to do, as transactions that a Safe can execute')
    .params(realmParams)
    .answers(
      200,
      'Derived from the settings and the chain; empty when nothing waits',
      schema.envelope(schema.object({ proposals: schema.list(adminProposal) }))
    )
    .refuses('NOT_FOUND', 'CHAIN_UNAVAILABLE')
  router
    .post('/api/v1/admin/realms/:realmId/halt', [HaltsController, 'raise'])
    .operationId('haltRealm')
    .access(access.platformAdmin())
    .idempotent(idempotency.kept())
    .summary('Stop withdrawals, or all movements, of a realm')
    .params(realmParams)
    .body(haltBody)
    .answers(201, 'In force', schema.envelope(schema.object({ realmHalt })))
    .refuses('NOT_FOUND')
  router
    .delete('/api/v1/admin/realms/:realmId/halt', [HaltsController, 'clear'])
    .operationId('clearRealmHalt')
    .access(access.platformAdmin())
    .summary('Let a realm go on')
    .params(realmParams)
    .answers(
      200,
      'What is in force now: another reason to stand still may hold',
      schema.envelope(schema.object({ realmHalt: inForce }))
    )
    .refuses('NOT_FOUND', 'HALT_STANDS')
}
