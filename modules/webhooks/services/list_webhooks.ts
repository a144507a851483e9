import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { RealmDirectory } from '#modules/ledger/index'
import { WebhookStore, type WebhookQuery } from '../storage/webhook_store.ts'

/** Lists the webhooks of a realm, newest first. */
@singleton()
export class ListWebhooks {
  constructor(
    private realms: RealmDirectory,
    private webhooks: WebhookStore
  ) {}

  /** @throws ServiceError NOT_FOUND for a foreign realm, VALIDATION_ERROR for a foreign cursor */
  async run(principal: Principal, query: WebhookQuery) {
    await this.realms.resolve(principal, query.realmId)
    return this.webhooks.list(query)
  }
}
