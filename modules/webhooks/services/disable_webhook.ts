import { AuditLog, systemAuditEntry } from '#modules/auth/index'
import { TellEvent } from '#modules/ledger/index'
import { Clock } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import { derivedId, timeMsOf } from '#app/ids/ids'
import { Database } from '#app/storage/database'
import { WebhookStore, type StoredWebhook } from '../storage/webhook_store.ts'

export const DISABLED_EVENT = 'webhook.disabled'

/** Ends the attempts at a webhook that has failed for days, and tells the realm. */
@singleton()
export class DisableWebhook {
  constructor(
    private webhooks: WebhookStore,
    private events: TellEvent,
    private audit: AuditLog,
    private database: Database,
    private clock: Clock
  ) {}

  /**
   * The event comes first and has an id that is made of the failure: after a crash in between, the
   * next attempt disables the webhook and tells nothing twice. The address may hold a secret, and
   * more people read events than webhooks: they see its host.
   */
  async run(webhook: StoredWebhook): Promise<void> {
    if (!stillFails(webhook, await this.webhooks.byId(webhook.id))) return
    await this.#tell(webhook)
    const { id, orgId, realmId, url, failures } = webhook
    await this.database.transaction(async (session) => {
      const [now] = await this.webhooks.lock(session, [id])
      if (!stillFails(webhook, now)) return
      await this.webhooks.change(session, id, {
        status: 'disabled',
        lease: null,
        leasedUntil: null,
        turnJob: null,
        replay: null,
        updatedAt: this.clock.nowMicros(),
      })
      const details = { webhookId: id, host: new URL(url).host, failures }
      const facts = { eventType: 'webhook_disabled', realmId, details } as const
      await this.audit.record(session, systemAuditEntry('webhooks', orgId, facts))
    })
  }

  #tell({ id, realmId, url, failures, failingSince }: StoredWebhook): Promise<void> {
    return this.events.run({
      realmId,
      module: 'webhooks',
      event: {
        id: derivedId('evt', timeMsOf(id), `${DISABLED_EVENT}:${id}:${failingSince}`),
        type: DISABLED_EVENT,
        objectId: null,
        objectPath: null,
        payload: { webhookId: id, host: new URL(url).host, failures: String(failures) },
      },
    })
  }
}

/** Somebody may have paused it, or given it another address, since its last attempt failed. */
function stillFails(failed: StoredWebhook, now: StoredWebhook | null | undefined): boolean {
  return now?.status === 'active' && now.failingSince === failed.failingSince
}
