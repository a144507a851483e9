import { Clock } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import { newId } from '#app/ids/ids'
import { OutboxRelay } from '#app/queue/outbox_relay'
import { Database } from '#app/storage/database'
import { afterAttempt, TEST_TYPE, type Delivery } from '../core/delivery.ts'
import { afterFailure, retryAt } from '../core/retry.ts'
import { failpoint } from '../failpoints.ts'
import { WEBHOOK_LIMITS } from '../limits.ts'
import { DeliveryStore } from '../storage/delivery_store.ts'
import { WebhookStore, type StoredWebhook } from '../storage/webhook_store.ts'
import { WebhookTurns } from '../storage/webhook_turns.ts'
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
    private turns: WebhookTurns,
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
    if (!(await this.turns.take(webhookId, lease))) return
    await this.#serveTurn(webhookId, lease)
    await this.relay.announce(await this.turns.wakeNext(webhookId))
  }

  async #serveTurn(webhookId: string, lease: string): Promise<void> {
    const end = this.clock.nowMs() + WEBHOOK_LIMITS.turnMs
    for (let sent = 0; sent < WEBHOOK_LIMITS.turnDeliveries; sent++) {
      if (this.clock.nowMs() >= end) break
      if (!(await this.#serveNext(webhookId, lease))) return
    }
    // Others wait for this place: the rest is served behind them.
    const dueAt = this.clock.nowMicros()
    await this.turns.release(this.database, webhookId, lease, { dueAt })
  }

  /** @returns whether the turn goes on */
  async #serveNext(webhookId: string, lease: string): Promise<boolean> {
    const webhook = await this.turns.held(webhookId, lease)
    if (!webhook) {
      // It was paused or deleted meanwhile, and whoever resumes it need not wait for this turn.
      await this.turns.release(this.database, webhookId, lease, {})
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

  /** @returns whether the turn goes on; one that has lost its webhook notes nothing. */
  async #note(sent: StoredWebhook, lease: string, delivery: Delivery): Promise<boolean> {
    if (delivery.status === 'pending') return this.#noteFailure(sent, lease, delivery)
    const isTest = delivery.eventType === TEST_TYPE
    // A failed test does not count, and the events behind it wait as they did.
    if (delivery.status === 'failed' && sent.failures > 0) {
      return this.#noteFailure(sent, lease, delivery)
    }
    return this.database.transaction(async (session) => {
      const isOurs = await this.turns.keep(session, sent.id, lease, isTest ? {} : RECOVERED)
      if (isOurs) await this.deliveries.note(session, delivery)
      return isOurs
    })
  }

  /**
   * Ends the turn until the next attempt, unless somebody has asked for one meanwhile. What counts
   * is how the webhook stands now: it may have been resumed, or given another address, during the
   * send.
   *
   * @returns false: the turn does not go on
   */
  async #noteFailure(sent: StoredWebhook, lease: string, delivery: Delivery): Promise<false> {
    const failing = await this.database.transaction(async (session) => {
      const [current] = await this.webhooks.lock(session, [sent.id])
      if (current?.lease !== lease) return null
      const { dueAt, ...changes } = this.#afterFailure(sent, current, delivery)
      const isAsked = current.dueAt !== sent.dueAt
      if (dueAt === null) await this.turns.keep(session, sent.id, lease, changes)
      else {
        const next = { ...changes, dueAt: isAsked ? current.dueAt : dueAt }
        await this.turns.release(session, sent.id, lease, next)
      }
      await this.deliveries.note(session, delivery)
      return dueAt === null ? { ...current, ...changes } : null
    })
    if (failing) {
      await this.disable.run(failing)
      // It was brought back in this moment, and need not wait until the lease ends.
      await this.turns.release(this.database, sent.id, lease, {})
    }
    return false
  }

  /** What a failed send makes of the webhook as it is now. */
  #afterFailure(sent: StoredWebhook, current: StoredWebhook, delivery: Delivery) {
    const now = this.clock.nowMicros()
    const { failures, failingSince } = current
    // The failure of an address that was replaced says nothing about the new one.
    if (sent.url !== current.url) return { failures, failingSince, dueAt: current.dueAt ?? now }
    if (delivery.status === 'pending') return afterFailure(current, now, this.random())
    const dueAt = failures > 0 ? retryAt(failures, now, this.random()) : now
    return { failures, failingSince, dueAt }
  }

  /** The lock keeps a listener from storing a delivery between the look and the rest. */
  async #rest(webhookId: string, lease: string): Promise<boolean> {
    return this.database.transaction(async (session) => {
      await this.webhooks.lock(session, [webhookId])
      if (await this.deliveries.next(session, webhookId)) return false
      await this.turns.release(session, webhookId, lease, { dueAt: null })
      return true
    })
  }
}
