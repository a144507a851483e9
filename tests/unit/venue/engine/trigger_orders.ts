import type { OrderRequest } from '#modules/venue/core/engine/order_terms'
import { VenueWorld } from './venue_world.ts'

export const SOL = 'vn:0:SOL'
export const THIN = 'vn:0:THIN'

/** Alice is long one SOL, bought at about 150. */
export function long(): VenueWorld {
  const world = new VenueWorld()
  for (const name of ['alice', 'bob']) world.fund(name, '10000')
  world.place('alice', { market: SOL, size: '1', leverage: 10 })
  return world
}

/** Her stop, unsized unless said otherwise. */
export function stop(triggerPx: string, more: Partial<OrderRequest> = {}) {
  return {
    market: SOL,
    side: 'sell',
    isTrigger: true,
    triggerPx,
    tpsl: 'sl',
    reduceOnly: true,
    sizeToMax: true,
    ...more,
  } as const
}
