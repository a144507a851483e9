import { Clock } from '#app/clock/clock'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { deliveryOf, testEvent, type Delivery } from '../core/delivery.ts'
import { DeliveryStore } from '../storage/delivery_store.ts'
import { OweMore } from './owe_more.ts'

/** Sends a webhook an event of no meaning, once, before all that it is owed. */
@singleton()
export class OweTest {
  constructor(
    private more: OweMore,
    private deliveries: DeliveryStore,
    private clock: Clock
  ) {}

  /** @throws ServiceError NOT_FOUND, REALM_SCOPE_MISMATCH, CONFLICT unless it is active */
  run(principal: Principal, id: string): Promise<Delivery> {
    return this.more.run(principal, id, async (session, webhook) => {
      const now = this.clock.nowMicros()
      const delivery = deliveryOf(webhook, testEvent(webhook, now), now)
      await this.deliveries.owe(session, [delivery])
      return delivery
    })
  }
}
