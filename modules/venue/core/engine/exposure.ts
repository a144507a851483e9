import { formatUsd } from '#app/money/usd'
import { notionalMicros, type Lots } from '../numerics.ts'
import type { Draft } from './draft.ts'
import { tierOf } from './maintenance.ts'
import { freeMargin, settingOf, totalReserve, valueAtMark } from './margin.ts'
import { marketOf } from './market_inputs.ts'
import { isResting, remainingOf } from './order_reserve.ts'
import { refuse, type Refusal } from './refusals.ts'
import { absolute, larger, signOf, type MicroUsd, type Order } from './state.ts'

/**
 * The state of an account before a change. A refusal tells what was free then, and what the order
 * asked for.
 */
export interface Exposure {
  /** What the account's orders held back. */
  reserve: MicroUsd
  free: MicroUsd
}

export function exposureOf(draft: Draft, objectId: string): Exposure {
  const reserve = totalReserve(draft, draft.requireAccount(objectId))
  return { reserve, free: freeMargin(draft, objectId) }
}

/**
 * The check on opening, after the fills: the free margin is not overdrawn, and the leverage is
 * allowed at the size reached. An order that only reduces is never refused for margin.
 */
export function checkExposure(
  draft: Draft,
  order: Order,
  before: Exposure,
  opened: Lots
): Refusal | null {
  const account = draft.requireAccount(order.objectId)
  const opens = opened > 0n || totalReserve(draft, account) > before.reserve
  if (!opens) return null
  return checkTier(draft, order) ?? checkFree(draft, order.objectId, before)
}

export function checkFree(draft: Draft, objectId: string, before: Exposure): Refusal | null {
  const free = freeMargin(draft, objectId)
  if (free >= 0n) return null
  return refuse('insufficient_margin', {
    required: formatUsd(larger(0n, before.free - free)),
    available: formatUsd(before.free),
  })
}

function checkTier(draft: Draft, { objectId, market, side, orderId }: Order): Refusal | null {
  const account = draft.requireAccount(objectId)
  const definition = marketOf(draft.inputs, market)
  const held = account.positions[market]?.size ?? 0n
  const { leverage } = settingOf(draft.inputs, account, market)
  let notional = absolute(valueAtMark(draft.inputs, market, held))
  const resting = draft.order(orderId)
  if (resting && isResting(resting) && held * signOf(side) >= 0n) {
    notional += notionalMicros(resting.price!, remainingOf(resting), definition.szDecimals)
  }
  const { maxLeverage } = tierOf(definition, notional)
  if (leverage <= maxLeverage) return null
  return refuse('tier_limit', { leverage: `${leverage}`, maxLeverage: `${maxLeverage}` })
}
