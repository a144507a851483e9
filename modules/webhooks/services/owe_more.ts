import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { ServiceError } from '#app/http/errors/service_error'
import { OutboxRelay } from '#app/queue/outbox_relay'
import { Database, type SqlSession } from '#app/storage/database'
import { WebhookStore, type StoredWebhook } from '../storage/webhook_store.ts'
import { WebhookTurns } from '../storage/webhook_turns.ts'
import { FindWebhook, unknownWebhook } from './find_webhook.ts'

/** Owes a webhook something that a caller asks for, and wakes it. */
@singleton()
export class OweMore {
  constructor(
    private find: FindWebhook,
    private webhooks: WebhookStore,
    private turns: WebhookTurns,
    private database: Database,
    private relay: OutboxRelay
  ) {}

  /**
   * A webhook that waits for its next attempt makes it at once.
   *
   * @param owe stores what is owed, with the webhook locked
   * @throws ServiceError NOT_FOUND, REALM_SCOPE_MISMATCH, CONFLICT unless it is active
   */
  async run<Owed>(
    principal: Principal,
    id: string,
    owe: (session: SqlSession, webhook: StoredWebhook) => Promise<Owed>
  ): Promise<Owed> {
    await this.find.run(principal, id)
    const { owed, jobs } = await this.database.transaction(async (session) => {
      const [webhook] = await this.webhooks.lock(session, [id])
      if (!webhook) throw unknownWebhook(id)
      if (webhook.status !== 'active') throw notActive(webhook)
      const result = await owe(session, webhook)
      return { owed: result, jobs: await this.turns.wake(session, [webhook]) }
    })
    await this.relay.announce(jobs)
    return owed
  }
}

export function notActive({ id, status }: Pick<StoredWebhook, 'id' | 'status'>): ServiceError {
  return new ServiceError('CONFLICT', {
    message: `The webhook ${id} is ${status}, and nothing is sent to it.`,
    next: 'Resume it with PATCH /api/v1/webhooks/:id and status active.',
  })
}
