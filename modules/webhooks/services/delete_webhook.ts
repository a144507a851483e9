import { auditEntry, AuditLog } from '#modules/auth/index'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { Database } from '#app/storage/database'
import { DeliveryStore } from '../storage/delivery_store.ts'
import { WebhookStore } from '../storage/webhook_store.ts'
import { FindWebhook, unknownWebhook } from './find_webhook.ts'

/** Deletes a webhook with all that it is owed. */
@singleton()
export class DeleteWebhook {
  constructor(
    private find: FindWebhook,
    private webhooks: WebhookStore,
    private deliveries: DeliveryStore,
    private audit: AuditLog,
    private database: Database
  ) {}

  /** @throws ServiceError NOT_FOUND, REALM_SCOPE_MISMATCH */
  async run(principal: Principal, id: string): Promise<void> {
    await this.find.run(principal, id)
    await this.database.transaction(async (session) => {
      const [webhook] = await this.webhooks.lock(session, [id])
      if (!webhook) throw unknownWebhook(id)
      await this.webhooks.remove(session, id)
      const { url, realmId } = webhook
      const details = { webhookId: id, url }
      const facts = { eventType: 'webhook_deleted', realmId, details } as const
      await this.audit.record(session, auditEntry(principal, facts))
    })
    // Nothing finds them any more; what a crash leaves here is deleted by its age.
    await this.deliveries.removeOf(id)
  }
}
