import { AccessControl } from '#app/extension/access_control'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { notFound } from '#app/http/errors/service_error'
import type { SeenOperation } from '../core/request_kind.ts'
import { isOf, type Operation } from '../core/terms.ts'
import { OperationReader } from '../storage/operation_reader.ts'
import { type RealmCard, RealmDirectory } from './realm_directory.ts'

export interface NamedHold {
  operationId: string
  /** When the caller names a realm, the hold must be of it. */
  realmId?: string
}

interface FoundHold {
  realm: RealmCard
  hold: Operation<'hold'>
  seen: SeenOperation<'hold'>
}

/** Finds the hold that a caller names, and refuses strangers. */
@singleton()
export class FindHold {
  constructor(
    private realms: RealmDirectory,
    private operations: OperationReader,
    private access: AccessControl
  ) {}

  /**
   * For whoever may move value out of the object that the amount is held on.
   *
   * @throws ServiceError NOT_FOUND, REALM_SCOPE_MISMATCH, FORBIDDEN
   */
  async toMove(principal: Principal, named: NamedHold): Promise<FoundHold> {
    const found = await this.inOrganization(principal, named)
    const { path } = found.hold.source
    this.access.authorize(principal, 'svc:TransferFrom', path!, named.operationId)
    return found
  }

  /** Whatever the caller may do. @throws ServiceError NOT_FOUND, REALM_SCOPE_MISMATCH */
  async inOrganization(
    principal: Principal,
    { operationId, realmId }: NamedHold
  ): Promise<FoundHold> {
    const found = await this.operations.seen(operationId)
    const hold = found?.operation
    const realm = hold ? await this.realms.find(hold.realmId) : null
    const elsewhere = realm?.orgId !== principal.orgId || (realmId ?? realm.id) !== realm.id
    if (!isOf('hold', hold) || !found || elsewhere) {
      throw notFound('hold', operationId, 'GET /api/v1/holds lists those of a realm.')
    }
    const seen = { operation: hold, after: found.after }
    return { realm: await this.realms.resolve(principal, hold.realmId), hold, seen }
  }
}
