import { singleton } from '#app/extension/singleton'
import { Database } from '#app/storage/database'
import { isResting, remainingOf } from '../core/engine/order_reserve.ts'
import type { VenueState } from '../core/engine/state.ts'
import { RealmBooks, type RealmMarketState, type RestingLevel } from './realm_books.ts'
import { VenueBooks } from './venue_books.ts'

/** Tells market data what a realm's accounts have on the book and hold. */
@singleton()
export class TradedBooks extends RealmBooks {
  constructor(
    private database: Database,
    private books: VenueBooks
  ) {
    super()
  }

  override async of(realmId: string, marketId: string, tick: number): Promise<RealmMarketState> {
    const { state } = await this.database.snapshot((session) => this.books.read(session, realmId))
    return {
      resting: restingLevels(state, marketId),
      taken: takenAt(state, marketId, tick),
      openInterest: [...state.accounts.values()].reduce((sum, { positions }) => {
        const size = positions[marketId]?.size ?? 0n
        return size > 0n ? sum + size : sum
      }, 0n),
    }
  }
}

function restingLevels({ orders }: VenueState, marketId: string): RestingLevel[] {
  const levels = new Map<string, RestingLevel>()
  for (const order of orders.values()) {
    if (order.market !== marketId || !isResting(order) || order.price === null) continue
    const side = order.side === 'buy' ? 'bids' : 'asks'
    const key = `${side} ${order.price}`
    const level = levels.get(key) ?? { side, price: order.price, lots: 0n, orders: 0 }
    const lots = level.lots + remainingOf(order)
    levels.set(key, { ...level, lots, orders: level.orders + 1 })
  }
  return [...levels.values()]
}

/** Half of the depth that was taken grows back with every tick. */
function takenAt({ depletion }: VenueState, marketId: string, tick: number) {
  const taken = depletion[marketId]
  if (!taken) return { bids: 0n, asks: 0n }
  const ticks = BigInt(Math.max(0, tick - taken.tick))
  return { bids: taken.bids >> ticks, asks: taken.asks >> ticks }
}
