import { eventsAfter, headSeq, lastSeq, type EventPlace } from '#modules/ledger/index'
import { Clock, type Micros } from '#app/clock/clock'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { newId } from '#app/ids/ids'
import { Outbox } from '#app/queue/outbox'
import { OutboxRelay } from '#app/queue/outbox_relay'
import { Database, type SqlSession } from '#app/storage/database'
import { deliveryOf } from '../core/delivery.ts'
import { fitsFilter } from '../core/webhook.ts'
import { WEBHOOK_LIMITS } from '../limits.ts'
import { DeliveryStore } from '../storage/delivery_store.ts'
import { WebhookStore } from '../storage/webhook_store.ts'
import { FindWebhook } from './find_webhook.ts'
import { notActive } from './owe_more.ts'

export const REPLAY_QUEUE = 'webhook-replay'

/** No event has a higher number in its entry. */
const LAST_EVENT_NO = 65_535

/** Entries of a journal: after one, and up to another. */
export interface ReplaySpan {
  after: number
  upTo: number
}

/** Sends all events again that were committed since a moment, also those from before the webhook. */
@singleton()
export class ReplayEvents {
  constructor(
    private find: FindWebhook,
    private webhooks: WebhookStore,
    private deliveries: DeliveryStore,
    private database: Database,
    private relay: OutboxRelay,
    private clock: Clock
  ) {}

  /** @throws ServiceError NOT_FOUND, REALM_SCOPE_MISMATCH, CONFLICT unless it is active */
  async ask(principal: Principal, id: string, since: Micros): Promise<void> {
    const { realmId, status } = await this.find.run(principal, id)
    if (status !== 'active') throw notActive({ id, status })
    const job = await this.database.transaction(async (session) => {
      const after = await lastSeq(session, realmId, '<', since)
      const upTo = await headSeq(session, realmId)
      const payload = { webhookId: id, after, upTo }
      const stored = { id: newId('job'), queue: REPLAY_QUEUE, payload }
      await Outbox.store(session, [stored])
      return stored
    })
    await this.relay.announce([job])
  }

  /**
   * Owes the events of the span. After a crash it begins anew: what was sent meanwhile is sent once
   * more.
   */
  async run(id: string, { after, upTo }: ReplaySpan): Promise<void> {
    // No event of the entry before the span is part of it.
    let place: EventPlace | null = { seq: after, no: LAST_EVENT_NO }
    while (place !== null) place = await this.#owePage(id, place, upTo)
  }

  /** @returns where the next page begins; null when there is none */
  async #owePage(id: string, place: EventPlace, upTo: number): Promise<EventPlace | null> {
    const { jobs, next } = await this.database.transaction(async (session) => {
      const [webhook] = await this.webhooks.lock(session, [id])
      if (webhook?.status !== 'active') return { jobs: [], next: null }
      const page = await eventsAfter(session, webhook.realmId, place, WEBHOOK_LIMITS.replayBatch)
      const now = this.clock.nowMicros()
      const wanted = page.filter(({ sequence }) => sequence <= upTo)
      const owed = wanted
        .filter((event) => fitsFilter(webhook, event))
        .map((event) => deliveryOf(webhook, event, now))
      await this.#owe(session, id, owed)
      const last = page.at(-1)
      const isMore = page.length === WEBHOOK_LIMITS.replayBatch && wanted.length === page.length
      return {
        jobs: owed.length > 0 ? await this.webhooks.wake(session, [webhook]) : [],
        next: isMore && last ? { seq: last.sequence, no: last.eventNo } : null,
      }
    })
    await this.relay.announce(jobs)
    return next
  }

  async #owe(session: SqlSession, id: string, owed: ReturnType<typeof deliveryOf>[]) {
    await this.deliveries.oweAgain(
      session,
      id,
      owed.map(({ eventId }) => eventId)
    )
    await this.deliveries.owe(session, owed)
  }
}
