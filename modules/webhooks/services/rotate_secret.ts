import { auditEntry, AuditLog } from '#modules/auth/index'
import { Clock } from '#app/clock/clock'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { keepNothing, type Keep } from '#app/http/idempotency/answer_once'
import { Database } from '#app/storage/database'
import { WEBHOOK_LIMITS } from '../limits.ts'
import { WebhookStore } from '../storage/webhook_store.ts'
import type { CreatedWebhook } from './create_webhook.ts'
import { FindWebhook, unknownWebhook } from './find_webhook.ts'
import { WebhookSecrets } from './webhook_secrets.ts'

/** Gives a webhook a new secret. The one before signs as well for a day. */
@singleton()
export class RotateSecret {
  constructor(
    private find: FindWebhook,
    private webhooks: WebhookStore,
    private secrets: WebhookSecrets,
    private audit: AuditLog,
    private database: Database,
    private clock: Clock
  ) {}

  /** @throws ServiceError NOT_FOUND, REALM_SCOPE_MISMATCH */
  async run(
    principal: Principal,
    id: string,
    keep: Keep<CreatedWebhook> = keepNothing
  ): Promise<CreatedWebhook> {
    await this.find.run(principal, id)
    const { secret, sealed } = this.secrets.draw()
    return this.database.transaction(async (session) => {
      const [before] = await this.webhooks.lock(session, [id])
      if (!before) throw unknownWebhook(id)
      const now = this.clock.nowMicros()
      const webhook = {
        ...before,
        secretSealed: sealed,
        oldSecretSealed: before.secretSealed,
        oldSecretUntil: now + WEBHOOK_LIMITS.oldSecretMs * 1000,
        updatedAt: now,
      }
      await this.webhooks.change(session, id, webhook)
      const { realmId } = before
      const details = { webhookId: id }
      const facts = { eventType: 'webhook_secret_rotated', realmId, details } as const
      await this.audit.record(session, auditEntry(principal, facts))
      await keep(session, { webhook, secret })
      return { webhook, secret }
    })
  }
}
