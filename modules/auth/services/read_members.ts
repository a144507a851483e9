import { Clock } from '#app/clock/clock'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import type { DatedPage } from '#app/storage/filter'
import { AccountStore } from '../storage/account_store.ts'
import { InvitationStore } from '../storage/invitation_store.ts'

/** Lists who is in an organization, and who was invited; both the newest first. */
@singleton()
export class ReadMembers {
  constructor(
    private accounts: AccountStore,
    private invitations: InvitationStore,
    private clock: Clock
  ) {}

  /** @throws ServiceError VALIDATION_ERROR for a foreign cursor */
  members({ orgId }: Principal, page: DatedPage) {
    return this.accounts.list({ orgId, ...page, now: this.clock.nowMicros() })
  }

  /** @throws ServiceError VALIDATION_ERROR for a foreign cursor */
  async invited({ orgId }: Principal, page: DatedPage) {
    const now = this.clock.nowMicros()
    return { now, ...(await this.invitations.list({ orgId, ...page, now })) }
  }
}
