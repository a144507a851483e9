import type { MarginMode } from '../markets.ts'
import type { Draft } from './draft.ts'
import { initialMargin, tierOf } from './maintenance.ts'
import { freeMargin, settingOf, valueAtMark } from './margin.ts'
import { marketOf } from './market_inputs.ts'
import { amounts, refuse, type Refusal } from './refusals.ts'
import { absolute, type MicroUsd } from './state.ts'

/**
 * Sets the leverage of a market. Raising it frees margin; lowering it needs the margin for the
 * position and for resting orders. Maintenance does not depend on it.
 */
export function setLeverage(
  draft: Draft,
  objectId: string,
  market: string,
  leverage: number
): Refusal | null {
  const account = draft.requireAccount(objectId)
  const setting = settingOf(draft.inputs, account, market)
  const explicit = account.settings[market] !== undefined
  if (setting.leverage === leverage && explicit) return null
  const free = freeMargin(draft, objectId)
  const settings = { ...account.settings, [market]: { ...setting, leverage } }
  draft.putAccount({ ...account, settings })
  draft.emit({ type: 'leverage_set', objectId, market, from: setting.leverage, to: leverage })
  const position = account.positions[market]
  if (!position) return overdrawn(draft, objectId, free)
  const value = valueAtMark(draft.inputs, market, position.size)
  const notional = absolute(value)
  const { maxLeverage } = tierOf(marketOf(draft.inputs, market), notional)
  if (leverage > setting.leverage) {
    const bound = { leverage: `${leverage}`, maxLeverage: `${maxLeverage}` }
    return leverage <= maxLeverage ? null : refuse('tier_limit', bound)
  }
  const equity = position.isolatedCash + value
  const required = initialMargin(notional, leverage)
  if (position.mode === 'isolated' && equity < required) {
    return refuse('leverage_decrease_margin', amounts(required, equity))
  }
  return overdrawn(draft, objectId, free)
}

/** An account that was overdrawn before, for another reason, is not refused for that. */
function overdrawn(draft: Draft, objectId: string, before: MicroUsd): Refusal | null {
  const free = freeMargin(draft, objectId)
  if (free >= 0n || free >= before) return null
  return refuse('leverage_decrease_margin', amounts(before - free, before))
}

/**
 * Changes the mode of a market. Only an account without position and orders there may change it.
 */
export function setMarginMode(
  draft: Draft,
  objectId: string,
  market: string,
  mode: MarginMode
): Refusal | null {
  const account = draft.requireAccount(objectId)
  const setting = settingOf(draft.inputs, account, market)
  if (setting.mode === mode) return null
  const hasOrders = draft.ordersOf(objectId).some((order) => order.market === market)
  if (account.positions[market] || hasOrders) return refuse('margin_mode_conflict', { market })
  draft.putAccount({
    ...account,
    settings: { ...account.settings, [market]: { ...setting, mode } },
  })
  draft.emit({ type: 'margin_mode_set', objectId, market, mode })
  return null
}
