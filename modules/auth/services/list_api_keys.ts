import { Clock } from '#app/clock/clock'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { ApiKeyStore, type ApiKeyQuery } from '../storage/api_key_store.ts'
import { OwnRealm } from './own_realm.ts'

/** Lists the API keys of an organization, newest first, including revoked ones. */
@singleton()
export class ListApiKeys {
  constructor(
    private keys: ApiKeyStore,
    private realms: OwnRealm,
    private clock: Clock
  ) {}

  /** @throws ServiceError NOT_FOUND for a foreign realm, VALIDATION_ERROR for a foreign cursor */
  async run(principal: Principal, query: Omit<ApiKeyQuery, 'orgId' | 'now'>) {
    if (query.realmId !== undefined) await this.realms.assert(principal, query.realmId)
    return this.keys.list({ ...query, orgId: principal.orgId, now: this.clock.nowMicros() })
  }
}
