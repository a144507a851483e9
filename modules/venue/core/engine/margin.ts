import { notionalMicros, type Lots } from '../numerics.ts'
import type { Draft } from './draft.ts'
import { initialMargin, maintenanceMargin } from './maintenance.ts'
import { hasPrices, markOf, marketOf, type Inputs } from './market_inputs.ts'
import { reserveOf } from './order_reserve.ts'
import { absolute, larger, type Account, type MicroUsd, type Position } from './state.ts'

/** The leverage of a market that the account has not set, unless the market allows less. */
const DEFAULT_LEVERAGE = 20

export interface PositionMargin {
  position: Position
  leverage: number
  /** At the mark: the signed value and its size. */
  value: MicroUsd
  notional: MicroUsd
  initial: MicroUsd
  maintenance: MicroUsd
}

export interface AccountMargin {
  crossEquity: MicroUsd
  equity: MicroUsd
  initialCross: MicroUsd
  maintenanceCross: MicroUsd
  maintenance: MicroUsd
  /** The initial margin of cross positions, the equity of isolated ones. */
  initialMarginUsed: MicroUsd
  totalRawUsd: MicroUsd
  totalNotional: MicroUsd
  unrealizedPnl: MicroUsd
  positions: readonly PositionMargin[]
}

export function settingOf(inputs: Inputs, account: Account, marketId: string) {
  const market = marketOf(inputs, marketId)
  const mode = market.marginModes.includes('cross') ? 'cross' : 'isolated'
  const leverage = Math.min(DEFAULT_LEVERAGE, market.maxLeverage)
  return account.settings[marketId] ?? ({ leverage, mode } as const)
}

/** Signed value of a size at the mark. */
export function valueAtMark(inputs: Inputs, marketId: string, size: Lots): MicroUsd {
  const { szDecimals } = marketOf(inputs, marketId)
  return notionalMicros(markOf(inputs, marketId), size, szDecimals)
}

export function positionMargin(
  inputs: Inputs,
  account: Account,
  position: Position
): PositionMargin {
  const { leverage } = settingOf(inputs, account, position.market)
  const value = valueAtMark(inputs, position.market, position.size)
  const notional = absolute(value)
  return {
    position,
    leverage,
    value,
    notional,
    initial: initialMargin(notional, leverage),
    maintenance: maintenanceMargin(marketOf(inputs, position.market), notional),
  }
}

/**
 * The margin of an account. Everything is valued at the mark: risk is never measured at the last
 * fill.
 */
export function accountMargin(inputs: Inputs, account: Account): AccountMargin {
  const positions = positionsOf(account).map((each) => positionMargin(inputs, account, each))
  const sum = {
    crossEquity: account.crossCash,
    isolatedEquity: 0n,
    isolatedCash: 0n,
    initialCross: 0n,
    maintenanceCross: 0n,
    maintenance: 0n,
    totalNotional: 0n,
    unrealizedPnl: 0n,
  }
  for (const { position, value, notional, initial, maintenance } of positions) {
    if (position.mode === 'cross') {
      sum.crossEquity += value
      sum.initialCross += initial
      sum.maintenanceCross += maintenance
    } else {
      sum.isolatedEquity += position.isolatedCash + value
      sum.isolatedCash += position.isolatedCash
    }
    sum.maintenance += maintenance
    sum.totalNotional += notional
    sum.unrealizedPnl += value - position.entryNotional
  }
  const { crossEquity, initialCross, maintenanceCross, maintenance } = sum
  return {
    crossEquity,
    equity: crossEquity + sum.isolatedEquity,
    initialCross,
    maintenanceCross,
    maintenance,
    initialMarginUsed: initialCross + sum.isolatedEquity,
    totalRawUsd: account.crossCash + sum.isolatedCash,
    totalNotional: sum.totalNotional,
    unrealizedPnl: sum.unrealizedPnl,
    positions,
  }
}

/** Sorted by market id, so that sums and passes do not depend on the order of opening. */
export function positionsOf(account: Account): Position[] {
  return Object.keys(account.positions)
    .sort()
    .map((market) => account.positions[market]!)
}

/**
 * Whether all positions of an account can be valued. Until then nothing is opened, closed or
 * liquidated.
 */
export function isPriced(inputs: Inputs, account: Account): boolean {
  return Object.keys(account.positions).every((market) => hasPrices(inputs, market))
}

/** What new positions and orders may still use; negative when the account is overdrawn. */
export function freeMargin(draft: Draft, objectId: string): MicroUsd {
  const account = draft.requireAccount(objectId)
  const { crossEquity, initialCross } = accountMargin(draft.inputs, account)
  return crossEquity - initialCross - totalReserve(draft, account)
}

/** What the resting orders of an account would need if the worse side of each market filled. */
export function totalReserve(draft: Draft, account: Account): MicroUsd {
  const byMarket = Map.groupBy(draft.ordersOf(account.objectId), ({ market }) => market)
  let total = 0n
  for (const [marketId, orders] of byMarket) {
    const { szDecimals } = marketOf(draft.inputs, marketId)
    const { leverage } = settingOf(draft.inputs, account, marketId)
    const held = account.positions[marketId]?.size ?? 0n
    total += reserveOf(orders, held, leverage, szDecimals)
  }
  return total
}

/** Equity less maintenance, never below zero, as the interface defines it. */
export function availableToWithdraw({ equity, maintenance }: AccountMargin): MicroUsd {
  return larger(0n, equity - maintenance)
}

/** What a transfer out may take: isolated margin and the reserve of orders stay in the account. */
export function withdrawable(draft: Draft, objectId: string): MicroUsd {
  const account = draft.requireAccount(objectId)
  const margin = accountMargin(draft.inputs, account)
  const cross = margin.crossEquity - margin.maintenanceCross - totalReserve(draft, account)
  const available = availableToWithdraw(margin)
  return larger(0n, cross < available ? cross : available)
}
