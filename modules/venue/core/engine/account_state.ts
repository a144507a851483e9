import { RATE_ONE, type Lots, type Price, type Rate } from '../numerics.ts'
import type { MarginMode } from '../markets.ts'
import { liquidationPrice } from './liquidation_price.ts'
import { averagePrice } from './lot.ts'
import { initialMargin } from './maintenance.ts'
import {
  accountMargin,
  availableToWithdraw,
  type AccountMargin,
  type PositionMargin,
} from './margin.ts'
import { markOf, marketOf, type Inputs } from './market_inputs.ts'
import { absolute, type Account, type LotCosts, type MicroUsd } from './state.ts'

/** An account at the current marks, as it is shown: amounts in micro-USD. */
export interface AccountState {
  marginSummary: {
    equity: MicroUsd
    totalRawUsd: MicroUsd
    availableToWithdraw: MicroUsd
    initialMarginUsed: MicroUsd
    maintenanceMarginRequired: MicroUsd
    totalUnrealizedPnl: MicroUsd
    totalNtlPos: MicroUsd
  }
  crossMaintenanceMarginUsed: MicroUsd
  positions: readonly PositionState[]
}

export interface PositionState {
  lotId: string
  market: string
  side: 'long' | 'short'
  /** Never negative. */
  size: Lots
  entryPrice: Price
  markPrice: Price
  leverage: number
  marginMode: MarginMode
  /** The initial margin of a cross position, the equity of an isolated one. */
  marginUsed: MicroUsd
  /** null for a cross position. */
  isolatedMargin: MicroUsd | null
  liquidationPrice: Price | null
  positionValue: MicroUsd
  unrealizedPnl: MicroUsd
  /** Unrealized profit over the margin the entry took. */
  returnOnEquity: Rate
  costs: LotCosts
  openedAtMs: number
  updatedAtMs: number
}

/** @throws Error when the account holds a market without prices; see `isPriced` */
export function accountState(inputs: Inputs, account: Account): AccountState {
  const margin = accountMargin(inputs, account)
  return {
    marginSummary: {
      equity: margin.equity,
      totalRawUsd: margin.totalRawUsd,
      availableToWithdraw: availableToWithdraw(margin),
      initialMarginUsed: margin.initialMarginUsed,
      maintenanceMarginRequired: margin.maintenance,
      totalUnrealizedPnl: margin.unrealizedPnl,
      totalNtlPos: margin.totalNotional,
    },
    crossMaintenanceMarginUsed: margin.maintenanceCross,
    positions: margin.positions.map((each) => positionState(inputs, account, margin, each)),
  }
}

function positionState(
  inputs: Inputs,
  account: Account,
  margin: AccountMargin,
  { position, leverage, value, notional, initial }: PositionMargin
): PositionState {
  const { market, size, entryNotional, mode } = position
  const isolatedMargin = mode === 'isolated' ? position.isolatedCash + value : null
  const unrealizedPnl = value - entryNotional
  const entryMargin = initialMargin(absolute(entryNotional), leverage)
  return {
    lotId: position.lotId,
    market,
    side: size > 0n ? 'long' : 'short',
    size: absolute(size),
    entryPrice: averagePrice(entryNotional, size, marketOf(inputs, market).szDecimals),
    markPrice: markOf(inputs, market),
    leverage,
    marginMode: mode,
    marginUsed: isolatedMargin ?? initial,
    isolatedMargin,
    liquidationPrice: liquidationPrice(inputs, account, market, margin),
    positionValue: notional,
    unrealizedPnl,
    returnOnEquity: entryMargin === 0n ? 0n : (unrealizedPnl * RATE_ONE) / entryMargin,
    costs: position.costs,
    openedAtMs: position.openedAtMs,
    updatedAtMs: position.updatedAtMs,
  }
}
