import type { HttpRouterService } from '@adonisjs/core/types'
import { access, on } from '#app/http/access'
import { schema } from '#app/http/schemas'
import { auditPage } from './schemas.ts'
import { listAuditQuery } from './validators.ts'

const AuditController = () => import('./audit_controller.ts')

/** Routes about the acts and refusals of the organization's credentials. */
export function mountAuditRoutes(router: HttpRouterService) {
  router
    .get('/api/v1/auth/audit', [AuditController, 'index'])
    .operationId('listAuditEntries')
    .access(access.action('svc:ReadAuditLog', on.root()))
    .summary('The credential audit log, newest first; since and until are inclusive')
    .query(listAuditQuery)
    .answers(
      200,
      'A page of entries; of one realm for a credential that is locked to it',
      schema.envelope(auditPage)
    )
    .refuses('NOT_FOUND', 'REALM_SCOPE_MISMATCH')
}
