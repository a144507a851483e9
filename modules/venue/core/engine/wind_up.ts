import { RATE_ONE } from '../numerics.ts'
import type { Draft } from './draft.ts'
import { coverDebt } from './liquidate.ts'
import { positionsOf } from './margin.ts'
import { cancelOrders } from './order_end.ts'
import { match } from './match.ts'
import { marketLimit, takerTerms } from './run_order.ts'
import { absolute, closingSide } from './state.ts'
import { terminateTwaps } from './twap.ts'

/** A closing account accepts every price of the book. */
const ANY_PRICE = RATE_ONE / 2n

/**
 * Winds up an account that is being deleted: orders end, positions are sold. Positions that the
 * book is too thin for stay, and the caller asks again; the cash is then withdrawn like any other.
 */
export function windUp(draft: Draft, objectId: string): null {
  cancelOrders(draft, objectId, 'object_deleting')
  terminateTwaps(draft, objectId, null)
  for (const { market, size } of positionsOf(draft.requireAccount(objectId))) {
    const side = closingSide(size)
    match(draft, {
      objectId,
      market,
      side,
      lots: absolute(size),
      limit: marketLimit(draft, market, side, ANY_PRICE),
      reduceOnly: true,
      fees: takerTerms(draft, market, draft.inputs.fees.applicationTenthsBps),
      orderId: null,
      twapId: null,
      ocoGroupId: null,
      isLiquidation: false,
      release: 'pro_rata',
    })
  }
  coverDebt(draft, objectId)
  return null
}
