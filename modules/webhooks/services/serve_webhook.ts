import { Clock } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import { newId } from '#app/ids/ids'
import { OutboxRelay } from '#app/queue/outbox_relay'
import { Database, type SqlSession } from '#app/storage/database'
import { afterAttempt, TEST_TYPE, type Delivery } from '../core/delivery.ts'
import { afterFailure, retryAt } from '../core/retry.ts'
import type { Webhook } from '../core/webhook.ts'
import { failpoint } from '../failpoints.ts'
import { WEBHOOK_LIMITS } from '../limits.ts'
import { DeliveryStore } from '../storage/delivery_store.ts'
import { WebhookStore, type StoredWebhook } from '../storage/webhook_store.ts'
import { AttemptMeter } from './attempt_meter.ts'
import { DisableWebhook } from './disable_webhook.ts'
import { SendMessage } from './send_message.ts'
import { WebhookSecrets } from './webhook_secrets.ts'

const RECOVERED = { failures: 0, failingSince: null }

/**
 * Sends a webhook what it is owed, one delivery after the other in the order of the journal, until
 * nothing is owed, one fails, or its turn is over.
 */
@singleton()
export class ServeWebhook {
  constructor(
    private webhooks: WebhookStore,
    private deliveries: DeliveryStore,
    private secrets: WebhookSecrets,
    private sender: SendMessage,
    private disable: DisableWebhook,
    private meter: AttemptMeter,
    private database: Database,
    private relay: OutboxRelay,
    private clock: Clock,
    private random: () => number = Math.random
  ) {}

  /** Runs may repeat and overlap: one of them has the webhook. */
  async run(webhookId: string): Promise<void> {
    const lease = newId('job')
    if (!(await this.webhooks.take(webhookId, lease))) return
    const end = this.clock.nowMs() + WEBHOOK_LIMITS.turnMs
    for (let sent = 0; sent < WEBHOOK_LIMITS.turnDeliveries; sent++) {
      if (this.clock.nowMs() >= end) break
      if (!(await this.#serveNext(webhookId, lease))) return
    }
    await this.#handOn(webhookId, lease)
  }

  /** @returns whether the turn goes on */
  async #serveNext(webhookId: string, lease: string): Promise<boolean> {
    const webhook = await this.webhooks.held(webhookId, lease)
    if (!webhook) {
      // It was paused or deleted meanwhile, and whoever resumes it need not wait for this turn.
      await this.webhooks.release(this.database, webhookId, lease, {})
      return false
    }
    const delivery = await this.deliveries.next(this.database, webhookId)
    if (!delivery) return !(await this.#rest(webhookId, lease))
    const { url } = webhook
    const message = { id: delivery.eventId, body: delivery.body }
    const attempt = await this.sender.run(url, message, this.secrets.current(webhook))
    this.meter.attempted(attempt)
    await failpoint('webhook.sent')
    return this.#note(webhook, lease, afterAttempt(delivery, attempt))
  }

  async #note(webhook: StoredWebhook, lease: string, delivery: Delivery): Promise<boolean> {
    const { id } = webhook
    if (delivery.status === 'pending') return this.#noteFailure(webhook, lease, delivery)
    const isTest = delivery.eventType === TEST_TYPE
    // A failed test does not count, and the events behind it wait as they did.
    const waits = delivery.status === 'failed' && webhook.failures > 0
    const now = this.clock.nowMicros()
    return this.database.transaction(async (session) => {
      const goesOn = waits
        ? await this.#postpone(session, webhook, lease, {
            dueAt: retryAt(webhook.failures, now, this.random()),
          })
        : await this.webhooks.keep(session, id, lease, isTest ? {} : RECOVERED)
      await this.deliveries.note(session, delivery)
      return goesOn
    })
  }

  async #noteFailure(webhook: StoredWebhook, lease: string, delivery: Delivery): Promise<boolean> {
    const { dueAt, ...failing } = afterFailure(webhook, this.clock.nowMicros(), this.random())
    await this.database.transaction(async (session) => {
      if (dueAt === null) await this.webhooks.keep(session, webhook.id, lease, failing)
      else await this.#postpone(session, webhook, lease, { ...failing, dueAt })
      await this.deliveries.note(session, delivery)
    })
    if (dueAt === null) await this.disable.run({ ...webhook, ...failing })
    return false
  }

  /**
   * Ends the turn until the next attempt, unless somebody has asked for one meanwhile.
   *
   * @returns false: the turn does not go on
   */
  async #postpone(
    session: SqlSession,
    { id, dueAt: before }: StoredWebhook,
    lease: string,
    changes: Partial<Webhook>
  ): Promise<false> {
    const [current] = await this.webhooks.lock(session, [id])
    const isAsked = current !== undefined && current.dueAt !== before
    const dueAt = isAsked ? current.dueAt : changes.dueAt
    await this.webhooks.release(session, id, lease, { ...changes, dueAt })
    return false
  }

  /** The lock keeps a listener from storing a delivery between the look and the rest. */
  async #rest(webhookId: string, lease: string): Promise<boolean> {
    return this.database.transaction(async (session) => {
      await this.webhooks.lock(session, [webhookId])
      if (await this.deliveries.next(session, webhookId)) return false
      await this.webhooks.release(session, webhookId, lease, { dueAt: null })
      return true
    })
  }

  /** Others wait for this worker: the rest is served behind them. */
  async #handOn(webhookId: string, lease: string): Promise<void> {
    const jobs = await this.database.transaction(async (session) => {
      const [webhook] = await this.webhooks.lock(session, [webhookId])
      if (webhook?.lease !== lease) return []
      return this.webhooks.wake(session, [{ ...webhook, lease: null, leasedUntil: null }])
    })
    await this.relay.announce(jobs)
  }
}
