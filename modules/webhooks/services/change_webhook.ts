import { auditEntry, AuditLog } from '#modules/auth/index'
import { Clock } from '#app/clock/clock'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import type { OutboxJob } from '#app/queue/job'
import { OutboxRelay } from '#app/queue/outbox_relay'
import { Database } from '#app/storage/database'
import type { Webhook } from '../core/webhook.ts'
import { WebhookStore, type StoredWebhook } from '../storage/webhook_store.ts'
import { WebhookTurns } from '../storage/webhook_turns.ts'
import { checkTarget } from './create_webhook.ts'
import { EventTypes } from './event_types.ts'
import { FindWebhook, unknownWebhook } from './find_webhook.ts'
import { WebhookTargets } from './webhook_targets.ts'

/** What is left out stays. */
export interface WebhookChanges {
  url?: string
  types?: string[]
  pathPrefix?: string
  /** An empty text removes it. */
  description?: string
  /** `active` also brings a disabled webhook back. */
  status?: 'active' | 'paused'
}

/** Changes a webhook; what it is owed stays owed. */
@singleton()
export class ChangeWebhook {
  constructor(
    private find: FindWebhook,
    private webhooks: WebhookStore,
    private turns: WebhookTurns,
    private targets: WebhookTargets,
    private eventTypes: EventTypes,
    private audit: AuditLog,
    private database: Database,
    private relay: OutboxRelay,
    private clock: Clock
  ) {}

  /** @throws ServiceError NOT_FOUND, REALM_SCOPE_MISMATCH, VALIDATION_ERROR on address or types */
  async run(principal: Principal, id: string, asked: WebhookChanges): Promise<Webhook> {
    await this.find.run(principal, id)
    if (asked.url !== undefined) checkTarget(this.targets, asked.url)
    this.eventTypes.check(asked.types ?? [])
    const { webhook, jobs } = await this.database.transaction(async (session) => {
      const [before] = await this.webhooks.lock(session, [id])
      if (!before) throw unknownWebhook(id)
      const changed = this.#changed(before, asked)
      await this.webhooks.change(session, id, changed)
      const isTried = changed.status === 'active' && isRepaired(before, changed)
      const woken: OutboxJob[] = isTried ? await this.turns.wake(session, [changed]) : []
      const { realmId } = before
      const details = { webhookId: id, ...asked }
      const facts = { eventType: 'webhook_changed', realmId, details } as const
      await this.audit.record(session, auditEntry(principal, facts))
      return { webhook: changed, jobs: woken }
    })
    await this.relay.announce(jobs)
    return webhook
  }

  #changed(
    before: StoredWebhook,
    { url, types, pathPrefix, description, status }: WebhookChanges
  ): StoredWebhook {
    const changed = {
      ...before,
      url: url ?? before.url,
      types: types ? [...new Set(types)] : before.types,
      pathPrefix: pathPrefix ?? before.pathPrefix,
      description: description === undefined ? before.description : description || null,
      status: status ?? before.status,
      updatedAt: this.clock.nowMicros(),
    }
    return isRepaired(before, changed) ? { ...changed, failures: 0, failingSince: null } : changed
  }
}

/** Whoever resumes it, or gives it another address, has it tried at once, and its days again. */
function isRepaired(before: StoredWebhook, after: StoredWebhook): boolean {
  return before.url !== after.url || (before.status !== 'active' && after.status === 'active')
}
