import { Clock } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import { Database } from '#app/storage/database'
import { RealmDirectory } from '#modules/ledger/index'
import { WEBHOOK_LIMITS } from '../limits.ts'
import { DeliveryStore } from '../storage/delivery_store.ts'
import { WebhookStore } from '../storage/webhook_store.ts'

/**
 * Deletes deliveries that are too old to be looked at, sent or not, and the webhooks of closed
 * realms with their deliveries, once nothing is sent to them any more.
 */
@singleton()
export class PurgeDeliveries {
  constructor(
    private deliveries: DeliveryStore,
    private webhooks: WebhookStore,
    private realms: RealmDirectory,
    private database: Database,
    private clock: Clock
  ) {}

  /** @returns how many of each were deleted */
  async run(): Promise<{ deliveries: number; webhooks: number }> {
    const before = this.clock.nowMicros() - WEBHOOK_LIMITS.keptMs * 1000
    let deliveries = await this.deliveries.purge(before)
    let webhooks = 0
    for (const realmId of await this.webhooks.realms()) {
      if ((await this.realms.find(realmId)) !== null) continue
      for (const id of await this.webhooks.idleOf(realmId)) {
        // The webhook goes last: after a crash in between the next run finds what is left.
        deliveries += await this.deliveries.removeOf(id)
        await this.webhooks.remove(this.database, id)
        webhooks++
      }
    }
    return { deliveries, webhooks }
  }
}
