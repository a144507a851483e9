import { singleton } from '#app/extension/singleton'
import { OutboxRelay } from '#app/queue/outbox_relay'
import { WEBHOOK_LIMITS } from '../limits.ts'
import { WebhookTurns } from '../storage/webhook_turns.ts'

/** Finds webhooks whose next attempt is due, and those whose worker has died. */
@singleton()
export class WakeWebhooks {
  constructor(
    private turns: WebhookTurns,
    private relay: OutboxRelay
  ) {}

  /** @returns how many were woken */
  async run(): Promise<number> {
    let woken = 0
    for (;;) {
      const jobs = await this.turns.wakeDue()
      await this.relay.announce(jobs)
      woken += jobs.length
      if (jobs.length < WEBHOOK_LIMITS.sweepBatch) return woken
    }
  }
}
