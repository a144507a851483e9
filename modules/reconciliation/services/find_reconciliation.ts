import { AccessControl } from '#app/extension/access_control'
import { deniedBelow } from '#app/extension/full_sight'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { notFound, type ServiceError } from '#app/http/errors/service_error'
import { RealmDirectory } from '#modules/ledger/index'
import { resourceOf, type Reconciliation, type Scope } from '../core/reconciliation.ts'
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
    for (const resource of resourcesOf(principal, action, found)) {
      this.access.authorize(principal, action, resource, id)
    }
    return found
  }
}

/**
 * What a caller must be permitted: the object, or the prefix and whatever a statement denies below it,
 * because a report shows all of that.
 */
export function resourcesOf(principal: Principal, action: string, scope: Scope): string[] {
  const { prefix } = scope
  return [resourceOf(scope), ...(prefix === null ? [] : deniedBelow(principal, action, prefix))]
}

/** @param id the id that the caller named */
export function unknownReconciliation(id: string): ServiceError {
  return notFound('reconciliation', id, 'GET /api/v1/reconciliations lists those of a realm.')
}
