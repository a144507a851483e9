import { AccessControl } from '#app/extension/access_control'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { notFound, type ServiceError } from '#app/http/errors/service_error'
import { RealmDirectory } from '#modules/ledger/index'
import { resourceOf, type Reconciliation } from '../core/reconciliation.ts'
import { ReconciliationStore } from '../storage/reconciliation_store.ts'

type Action = 'svc:ReadReconciliation' | 'svc:ManageReconciliation'

/** Finds a reconciliation by its id, for a caller who may read or manage it. */
@singleton()
export class FindReconciliation {
  constructor(
    private realms: RealmDirectory,
    private reconciliations: ReconciliationStore,
    private access: AccessControl
  ) {}

  /** @throws ServiceError NOT_FOUND, REALM_SCOPE_MISMATCH, FORBIDDEN */
  async run(principal: Principal, id: string, action: Action): Promise<Reconciliation> {
    const found = await this.reconciliations.byId(id)
    const realm = found && (await this.realms.find(found.realmId))
    if (!found || realm?.orgId !== principal.orgId) throw unknownReconciliation(id)
    await this.realms.resolve(principal, found.realmId)
    this.access.authorize(principal, action, resourceOf(found), id)
    return found
  }
}

/** @param id the id that the caller named */
export function unknownReconciliation(id: string): ServiceError {
  return notFound('reconciliation', id, 'GET /api/v1/reconciliations lists those of a realm.')
}
