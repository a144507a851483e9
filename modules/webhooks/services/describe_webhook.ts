import { singleton } from '#app/extension/singleton'
import type { JobConcern } from '#app/queue/job'
import { RealmReader } from '#modules/ledger/index'
import { WebhookStore } from '../storage/webhook_store.ts'

/** Says for operators what a job is about. The address may hold a secret, so they see its host. */
@singleton()
export class DescribeWebhook {
  constructor(
    private webhooks: WebhookStore,
    private realms: RealmReader
  ) {}

  async run(id: string): Promise<JobConcern[]> {
    const webhook = await this.webhooks.byId(id)
    if (!webhook) return [{ text: `the webhook ${id}, which was deleted` }]
    const { realmId, url, status, failures } = webhook
    const realm = await this.realms.byId(realmId)
    const where = realm ? `the realm "${realm.name}"` : `the closed realm ${realmId}`
    return [
      {
        text: `webhook of ${where} at ${new URL(url).host}, ${status}, ${failures} failures`,
        href: `/console/realms/${realmId}/webhooks/${id}`,
      },
    ]
  }
}
