import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { notFound, type ServiceError } from '#app/http/errors/service_error'
import { RealmDirectory } from '#modules/ledger/index'
import { WebhookStore, type StoredWebhook } from '../storage/webhook_store.ts'

/** Finds a webhook by its id, for a caller of the realm's organization. */
@singleton()
export class FindWebhook {
  constructor(
    private realms: RealmDirectory,
    private webhooks: WebhookStore
  ) {}

  /** @throws ServiceError NOT_FOUND, REALM_SCOPE_MISMATCH */
  async run(principal: Principal, id: string): Promise<StoredWebhook> {
    const webhook = await this.webhooks.byId(id)
    const realm = webhook && (await this.realms.find(webhook.realmId))
    if (!webhook || realm?.orgId !== principal.orgId) throw unknownWebhook(id)
    await this.realms.resolve(principal, webhook.realmId)
    return webhook
  }
}

/** @param id the id that the caller named */
export function unknownWebhook(id: string): ServiceError {
  return notFound('webhook', id, 'GET /api/v1/webhooks lists those of a realm.')
}
