import { eventsAfter } from '#modules/ledger/index'
import { Clock } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import type { JobResult, OutboxJob } from '#app/queue/job'
import { OutboxRelay } from '#app/queue/outbox_relay'
import { Database, type SqlSession } from '#app/storage/database'
import { deliveryOf } from '../core/delivery.ts'
import { fitsFilter } from '../core/webhook.ts'
import { WEBHOOK_LIMITS } from '../limits.ts'
import { DeliveryStore } from '../storage/delivery_store.ts'
import { WebhookStore, type Replay, type StoredWebhook } from '../storage/webhook_store.ts'
import { WebhookTurns } from '../storage/webhook_turns.ts'

type ReplayLimits = Readonly<Record<'replayBatch' | 'replayAhead' | 'replayTurnMs', number>>

/** `more`: the next page can be owed at once. `later`: enough of it is owed for now. */
type Progress = 'more' | 'later' | 'ended'

/**
 * Owes a webhook the events that somebody has asked for again. Its row says how far it is, so that
 * a run that ends anywhere is taken up there.
 */
@singleton()
export class ReplayEvents {
  constructor(
    private webhooks: WebhookStore,
    private turns: WebhookTurns,
    private deliveries: DeliveryStore,
    private database: Database,
    private relay: OutboxRelay,
    private clock: Clock,
    private limits: ReplayLimits = WEBHOOK_LIMITS
  ) {}

  /** @returns `again` while events are left */
  async run(id: string): Promise<JobResult> {
    const end = this.clock.nowMs() + this.limits.replayTurnMs
    let progress: Progress = 'more'
    while (progress === 'more' && this.clock.nowMs() < end) progress = await this.#owePage(id)
    return progress === 'ended' ? 'done' : 'again'
  }

  async #owePage(id: string): Promise<Progress> {
    const { progress, jobs } = await this.database.transaction(async (session) => {
      const [webhook] = await this.webhooks.lock(session, [id])
      if (!webhook?.replay) return { progress: 'ended' as const, jobs: [] }
      const { replay } = webhook
      const many = { webhookId: id, upTo: replay.upTo, many: this.limits.replayAhead }
      if (await this.deliveries.owesMany(session, many)) {
        return { progress: 'later' as const, jobs: [] }
      }
      return this.#oweAfter(session, webhook, replay)
    })
    await this.relay.announce(jobs)
    return progress
  }

  async #oweAfter(
    session: SqlSession,
    webhook: StoredWebhook,
    replay: Replay
  ): Promise<{ progress: Progress; jobs: OutboxJob[] }> {
    const { id, realmId } = webhook
    const { replayBatch } = this.limits
    const page = await eventsAfter(session, realmId, replay, replayBatch)
    const now = this.clock.nowMicros()
    const wanted = page.filter(({ sequence }) => sequence <= replay.upTo)
    const owed = wanted
      .filter((event) => fitsFilter(webhook, event))
      .map((event) => deliveryOf(webhook, event, now))
    await this.deliveries.oweAgain(
      session,
      id,
      owed.map(({ eventId }) => eventId)
    )
    await this.deliveries.owe(session, owed)
    const last = wanted.length === replayBatch ? wanted.at(-1) : undefined
    const next = last ? { ...replay, seq: last.sequence, no: last.eventNo } : null
    await this.webhooks.change(session, id, { replay: next })
    // A paused one is woken when it is resumed.
    const isWoken = owed.length > 0 && webhook.status === 'active'
    return {
      progress: next ? 'more' : 'ended',
      jobs: isWoken ? await this.turns.wake(session, [webhook]) : [],
    }
  }
}
