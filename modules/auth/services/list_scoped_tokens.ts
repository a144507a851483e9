import { Clock } from '#app/clock/clock'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import type { DatedPage } from '#app/storage/filter'
import { OwnRealm } from './own_realm.ts'
import { ScopedTokenStore } from '../storage/scoped_token_store.ts'

/** Lists the scoped tokens of an organization that have not expired, newest first. */
@singleton()
export class ListScopedTokens {
  constructor(
    private tokens: ScopedTokenStore,
    private realms: OwnRealm,
    private clock: Clock
  ) {}

  /** @throws ServiceError NOT_FOUND for a foreign realm, VALIDATION_ERROR for a foreign cursor */
  async run(principal: Principal, query: DatedPage & { realmId?: string }) {
    if (query.realmId !== undefined) await this.realms.assert(principal, query.realmId)
    return this.tokens.list({ ...query, orgId: principal.orgId, now: this.clock.nowMicros() })
  }
}
