import { auditEntry, AuditLog } from '#modules/auth/index'
import { headSeq, RealmDirectory } from '#modules/ledger/index'
import { Clock } from '#app/clock/clock'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { invalidField, ServiceError } from '#app/http/errors/service_error'
import { keepNothing, type Keep } from '#app/http/idempotency/answer_once'
import { newId } from '#app/ids/ids'
import { Database, type SqlSession } from '#app/storage/database'
import { ALL_TYPES, type Webhook } from '../core/webhook.ts'
import { WEBHOOK_LIMITS } from '../limits.ts'
import { WebhookStore, type StoredWebhook } from '../storage/webhook_store.ts'
import { EventTypes } from './event_types.ts'
import { WebhookSecrets } from './webhook_secrets.ts'
import { WebhookTargets } from './webhook_targets.ts'

export interface WebhookRequest {
  realmId: string
  url: string
  /** Left out: all types. */
  types?: string[]
  pathPrefix?: string
  description?: string
}

export interface CreatedWebhook {
  webhook: Webhook
  /** Shown once; only its sealed form is kept. */
  secret: string
}

/** Makes a webhook, which is told of all that happens from here on. */
@singleton()
export class CreateWebhook {
  constructor(
    private realms: RealmDirectory,
    private webhooks: WebhookStore,
    private secrets: WebhookSecrets,
    private targets: WebhookTargets,
    private eventTypes: EventTypes,
    private audit: AuditLog,
    private database: Database,
    private clock: Clock
  ) {}

  /** @throws ServiceError NOT_FOUND, VALIDATION_ERROR on address or types, CONFLICT when there are too many */
  async run(
    principal: Principal,
    request: WebhookRequest,
    keep: Keep<CreatedWebhook> = keepNothing
  ): Promise<CreatedWebhook> {
    await this.realms.resolve(principal, request.realmId)
    checkTarget(this.targets, request.url)
    this.eventTypes.check(request.types ?? [])
    const { secret, sealed } = this.secrets.draw()
    return this.database.transaction(async (session) => {
      await this.#checkRoom(session, request.realmId)
      const fromSeq = await headSeq(session, request.realmId)
      const webhook = this.#made(principal, request, { fromSeq, secretSealed: sealed })
      await this.webhooks.add(session, webhook)
      const { id: webhookId, url, realmId } = webhook
      const facts = { eventType: 'webhook_created', realmId, details: { webhookId, url } } as const
      await this.audit.record(session, auditEntry(principal, facts))
      await keep(session, { webhook, secret })
      return { webhook, secret }
    })
  }

  #made(
    { orgId }: Principal,
    { realmId, url, types = [ALL_TYPES], pathPrefix = '/', description }: WebhookRequest,
    made: Pick<StoredWebhook, 'fromSeq' | 'secretSealed'>
  ): StoredWebhook {
    const now = this.clock.nowMicros()
    return {
      id: newId('whk'),
      realmId,
      orgId,
      url,
      types: [...new Set(types)],
      pathPrefix,
      description: description || null,
      status: 'active',
      ...made,
      oldSecretSealed: null,
      oldSecretUntil: null,
      failures: 0,
      failingSince: null,
      dueAt: null,
      lease: null,
      leasedUntil: null,
      turnJob: null,
      replay: null,
      createdAt: now,
      updatedAt: now,
    }
  }

  /** Several requests at once may pass it by as many; the bound is there for the load, not for a count. */
  async #checkRoom(session: SqlSession, realmId: string) {
    const existing = await this.webhooks.ofRealm(session, realmId)
    if (existing.length < WEBHOOK_LIMITS.perRealm) return
    throw new ServiceError('CONFLICT', {
      message: `The realm ${realmId} has ${WEBHOOK_LIMITS.perRealm} webhooks, and no room for another.`,
      next: 'Delete one with DELETE /api/v1/webhooks/:id, or send its events on from one receiver.',
    })
  }
}

/** @throws ServiceError VALIDATION_ERROR */
export function checkTarget(targets: WebhookTargets, url: string) {
  const problem = targets.problem(url)
  if (problem) throw invalidField('url', 'webhook_url', `The url field ${problem}`)
}
