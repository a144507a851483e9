import { boundedCache } from '#app/storage/bounded_cache'
import { headSeq } from '#modules/ledger/index'
import { Clock } from '#app/clock/clock'
import type { CommittedEvent, EventListener } from '#app/extension/event_listener'
import { singleton } from '#app/extension/singleton'
import { OutboxRelay } from '#app/queue/outbox_relay'
import { Database } from '#app/storage/database'
import { deliveryOf } from '../core/delivery.ts'
import { wantsEvent } from '../core/webhook.ts'
import { DeliveryStore } from '../storage/delivery_store.ts'
import { WebhookStore, type StoredWebhook } from '../storage/webhook_store.ts'
import { WebhookTurns } from '../storage/webhook_turns.ts'

/** The webhooks of a realm when its journal was as long as this. */
interface Known {
  upTo: number
  webhooks: StoredWebhook[]
}

const REMEMBERED_REALMS = 1000

/**
 * Stores every event for each webhook that wants it. The dispatcher brings the events of a realm in
 * their order, and one after the other, so that a webhook never sees an event without those before.
 */
@singleton()
export class OweDeliveries implements EventListener {
  readonly name = 'webhooks'
  readonly types = ['*']
  #known = boundedCache<Known>(REMEMBERED_REALMS)

  constructor(
    private database: Database,
    private webhooks: WebhookStore,
    private turns: WebhookTurns,
    private deliveries: DeliveryStore,
    private relay: OutboxRelay,
    private clock: Clock
  ) {}

  /** Most realms have no webhooks, and most webhooks want few types. One that is made later begins after the events. */
  async passesOver(events: readonly CommittedEvent[]): Promise<boolean> {
    const { realmId, sequence: upTo } = events.at(-1)!
    const webhooks = await this.webhooks.ofRealm(this.database, realmId)
    this.#known.set(realmId, { upTo, webhooks })
    return !events.some((event) => webhooks.some((webhook) => wantsEvent(webhook, event)))
  }

  /** Deliveries and the jobs that send them are stored together. Repeating it stores nothing. */
  async handle(event: CommittedEvent): Promise<void> {
    const { webhooks } = await this.#webhooksFor(event)
    const wanting = webhooks.filter((webhook) => wantsEvent(webhook, event))
    if (wanting.length === 0) return
    const ids = wanting.map(({ id }) => id)
    const jobs = await this.database.transaction(async (session) => {
      const locked = await this.webhooks.lock(session, ids)
      const collecting = locked.filter(({ status }) => status !== 'disabled')
      const now = this.clock.nowMicros()
      const owed = collecting.map((webhook) => deliveryOf(webhook, event, now))
      await this.deliveries.owe(session, owed)
      // One that is due already has its job, or waits for its next attempt.
      const idle = collecting.filter(({ status, dueAt }) => status === 'active' && dueAt === null)
      return this.turns.wake(session, idle)
    })
    await this.relay.announce(jobs)
  }

  /**
   * Events come in batches: what is read for one of them holds for all that were committed before.
   * A webhook that is made later begins after them.
   */
  async #webhooksFor({ realmId, sequence }: CommittedEvent): Promise<Known> {
    const known = this.#known.get(realmId)
    if (known && sequence <= known.upTo) return known
    const upTo = await headSeq(this.database, realmId)
    const webhooks = await this.webhooks.ofRealm(this.database, realmId)
    const read = { upTo, webhooks }
    this.#known.set(realmId, read)
    return read
  }
}
