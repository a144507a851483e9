import { notionalMicros, type Lots } from '../numerics.ts'
import { initialMargin } from './maintenance.ts'
import { larger, smaller, type MicroUsd, type Order, type Side } from './state.ts'

/** Whether an order rests on the book, and waits for no trigger and no entry. */
export function isResting({ status }: Order): boolean {
  return status === 'OPEN' || status === 'PARTIALLY_FILLED'
}

export function remainingOf({ size, filled }: Order): Lots {
  return size - filled
}

/** The best price first, then the earlier order. */
export function byPriority(side: Side) {
  return (a: Order, b: Order): number => {
    if (a.price === b.price) return a.priority - b.priority
    const cheaper = a.price! < b.price!
    return cheaper === (side === 'sell') ? -1 : 1
  }
}

/**
 * The margin that one market's resting orders hold back: the larger of what the two sides could
 * open.
 */
export function reserveOf(
  orders: readonly Order[],
  held: Lots,
  leverage: number,
  szDecimals: number
): MicroUsd {
  const sideReserve = (side: Side): MicroUsd => {
    const opposing = side === 'buy' ? -held : held
    let closes = larger(0n, opposing)
    let notional = 0n
    const resting = orders.filter((order) => {
      return isResting(order) && order.side === side && !order.reduceOnly
    })
    for (const order of resting.sort(byPriority(side))) {
      const closing = smaller(closes, remainingOf(order))
      closes -= closing
      notional += notionalMicros(order.price!, remainingOf(order) - closing, szDecimals)
    }
    return initialMargin(notional, leverage)
  }
  return larger(sideReserve('buy'), sideReserve('sell'))
}
