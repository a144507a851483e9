import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { DeliveryStore, type DeliveryQuery } from '../storage/delivery_store.ts'
import { FindWebhook } from './find_webhook.ts'

/** Lists what a webhook was and is owed, newest first. */
@singleton()
export class ListDeliveries {
  constructor(
    private find: FindWebhook,
    private deliveries: DeliveryStore
  ) {}

  /** @throws ServiceError NOT_FOUND, REALM_SCOPE_MISMATCH, VALIDATION_ERROR for a foreign cursor */
  async run(principal: Principal, query: DeliveryQuery) {
    const webhook = await this.find.run(principal, query.webhookId)
    const { page, ...rest } = await this.deliveries.list(query)
    return { webhook, deliveries: page, ...rest }
  }
}
