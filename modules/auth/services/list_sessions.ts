import { Clock } from '#app/clock/clock'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import type { DatedPage } from '#app/storage/filter'
import { AccountStore } from '../storage/account_store.ts'
import { SessionStore } from '../storage/session_store.ts'

/** Lists the sessions of the builder who asks, newest first. */
@singleton()
export class ListSessions {
  constructor(
    private sessions: SessionStore,
    private accounts: AccountStore,
    private clock: Clock
  ) {}

  /** @throws ServiceError VALIDATION_ERROR for a foreign cursor */
  async run({ builderId }: Principal, page: DatedPage) {
    const person = (await this.accounts.findById(builderId))!
    return this.sessions.list({ ...person, ...page, now: this.clock.nowMicros() })
  }
}
