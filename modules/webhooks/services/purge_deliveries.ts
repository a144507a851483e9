import { Clock } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import { WEBHOOK_LIMITS } from '../limits.ts'
import { DeliveryStore } from '../storage/delivery_store.ts'

/** Deletes deliveries that are too old to be looked at, sent or not. */
@singleton()
export class PurgeDeliveries {
  constructor(
    private deliveries: DeliveryStore,
    private clock: Clock
  ) {}

  /** @returns how many were deleted */
  run(): Promise<number> {
    return this.deliveries.purge(this.clock.nowMicros() - WEBHOOK_LIMITS.keptMs * 1000)
  }
}
