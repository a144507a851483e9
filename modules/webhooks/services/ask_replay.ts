import { headSeq, lastSeq } from '#modules/ledger/index'
import type { Micros } from '#app/clock/clock'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { newId } from '#app/ids/ids'
import { Outbox } from '#app/queue/outbox'
import { OutboxRelay } from '#app/queue/outbox_relay'
import { Database } from '#app/storage/database'
import { WebhookStore, type Replay, type StoredWebhook } from '../storage/webhook_store.ts'
import { FindWebhook, unknownWebhook } from './find_webhook.ts'
import { notActive } from './owe_more.ts'

export const REPLAY_QUEUE = 'webhook-replay'

/** No event has a higher number in its entry. */
const LAST_EVENT_NO = 65_535

/** Asks for all events again that were committed since a moment. */
@singleton()
export class AskReplay {
  constructor(
    private find: FindWebhook,
    private webhooks: WebhookStore,
    private database: Database,
    private relay: OutboxRelay
  ) {}

  /**
   * A webhook has one replay: while it lasts, another one widens it, so that asking often costs no
   * more than asking once.
   *
   * @throws ServiceError NOT_FOUND, REALM_SCOPE_MISMATCH, CONFLICT unless it is active
   */
  async run(principal: Principal, id: string, since: Micros): Promise<StoredWebhook> {
    await this.find.run(principal, id)
    const { webhook, jobs } = await this.database.transaction(async (session) => {
      const [before] = await this.webhooks.lock(session, [id])
      if (!before) throw unknownWebhook(id)
      if (before.status !== 'active') throw notActive(before)
      const { realmId } = before
      // No event of the entry before the span is part of it.
      const asked = {
        seq: await lastSeq(session, realmId, '<', since),
        no: LAST_EVENT_NO,
        upTo: await headSeq(session, realmId),
      }
      const replay = before.replay ? widened(before.replay, asked) : asked
      await this.webhooks.change(session, id, { replay })
      const stored = before.replay
        ? []
        : [{ id: newId('job'), queue: REPLAY_QUEUE, payload: { webhookId: id } }]
      await Outbox.store(session, stored)
      return { webhook: { ...before, replay }, jobs: stored }
    })
    await this.relay.announce(jobs)
    return webhook
  }
}

function widened(lasting: Replay, asked: Replay): Replay {
  const { seq, no } = asked.seq < lasting.seq ? asked : lasting
  return { seq, no, upTo: Math.max(lasting.upTo, asked.upTo) }
}
