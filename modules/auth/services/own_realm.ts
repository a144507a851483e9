import type { Principal } from '#app/extension/principal'
import { RealmLookup } from '#app/extension/realm_lookup'
import { singleton } from '#app/extension/singleton'
import { ServiceError, realmNotFound } from '#app/http/errors/service_error'

/** Checks the realm that a new credential is for. */
@singleton()
export class OwnRealm {
  constructor(private realms: RealmLookup) {}

  /**
   * Follows the rule, and gives the answers, of every request that names a realm.
   *
   * @throws ServiceError NOT_FOUND for a realm that is missing or another organization's,
   *   REALM_SCOPE_MISMATCH when the credential is locked to another one
   */
  async assert({ orgId, realmId: lockedTo }: Principal, realmId: string): Promise<void> {
    if ((await this.realms.orgOf(realmId)) !== orgId) throw realmNotFound(realmId)
    if (lockedTo !== null && lockedTo !== realmId) throw new ServiceError('REALM_SCOPE_MISMATCH')
  }
}
