import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { notFound } from '#app/http/errors/service_error'
import type { Delivery } from '../core/delivery.ts'
import { DeliveryStore } from '../storage/delivery_store.ts'
import { OweMore } from './owe_more.ts'

/** Sends one event again, before all that is owed of later ones. */
@singleton()
export class Redeliver {
  constructor(
    private more: OweMore,
    private deliveries: DeliveryStore
  ) {}

  /** @throws ServiceError NOT_FOUND, REALM_SCOPE_MISMATCH, CONFLICT unless the webhook is active */
  run(
    principal: Principal,
    { id, deliveryId }: { id: string; deliveryId: string }
  ): Promise<Delivery> {
    return this.more.run(principal, id, async (session) => {
      const delivery = await this.deliveries.find(id, deliveryId)
      if (!delivery) throw unknownDelivery(deliveryId)
      await this.deliveries.oweAgain(session, id, [delivery.eventId])
      return { ...delivery, status: 'pending' as const }
    })
  }
}

function unknownDelivery(id: string) {
  return notFound('delivery', id, 'GET /api/v1/webhooks/:id/deliveries lists those of a webhook.')
}
