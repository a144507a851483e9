import { toRfc3339 } from '#app/clock/timestamp'
import { interim } from '#app/http/time_range'
import { formatUsd } from '#app/money/usd'
import type { Valuation, ValuedBalance } from '#modules/ledger/extension/valuator'
import type { BreakdownEntry, ValuedObject } from '../core/aggregate.ts'
import type { MidPrice } from '../core/mid_price.ts'
import type { ProfitAndLoss } from '../services/read_pnl.ts'
import type { PrefixAggregate } from '../services/read_aggregate.ts'

export function presentAggregate(aggregate: PrefixAggregate) {
  return {
    prefix: aggregate.prefix,
    totalEquityUsd: formatUsd(aggregate.totalEquityUsd),
    departingUsd: formatUsd(aggregate.departingUsd),
    arrivingUsd: formatUsd(aggregate.arrivingUsd),
    breakdown: aggregate.breakdown.map(presentEntry),
    objects: aggregate.objects.map(presentObject),
    midPrice: presentMidPrice(aggregate.midPrice),
    // Shown only when the total is provisional; absent means fully priced.
    ...(!aggregate.midsComplete && { midsComplete: false }),
    ...(aggregate.asOf !== null && {
      asOf: toRfc3339(aggregate.asOf),
      ...interim(aggregate.asOf, aggregate.at),
    }),
  }
}

export function presentMidPrice({ marketDataAsOf, ...midPrice }: MidPrice) {
  return {
    ...(marketDataAsOf !== null && { marketDataAsOf: toRfc3339(marketDataAsOf) }),
    ...midPrice,
  }
}

export function presentPnl(result: ProfitAndLoss) {
  const { flows, total } = result
  return {
    prefix: result.prefix,
    from: toRfc3339(result.from),
    to: toRfc3339(result.to),
    ...interim(result.to, result.readAt),
    startingEquityUsd: formatUsd(result.startingEquity),
    endingEquityUsd: formatUsd(result.endingEquity),
    netInflowsUsd: formatUsd(result.netInflows),
    netOutflowsUsd: formatUsd(result.netOutflows),
    pnlUsd: formatUsd(result.pnl),
    externalFlows: flows.map(({ amount, at, ...flow }) => ({
      ...flow,
      amount: formatUsd(amount),
      denomination: 'USD',
      valueUsd: formatUsd(amount),
      timestamp: toRfc3339(at),
    })),
    // Of very many flows only the newest are listed; the sums are those of all flows.
    ...(total > flows.length && { externalFlowsTotal: total }),
    endingMidPrice: presentMidPrice(result.endingMidPrice),
    ...(!result.midsComplete && { midsComplete: false }),
  }
}

/**
 * The form of a single object: positions are always a list, and the entry price is called
 * `entryPx`.
 */
export function presentValuation(object: ValuedObject) {
  const { positions } = object.valuation
  return {
    ...presentWorth(object),
    positions: (positions ?? []).map((position) => ({
      market: position.market,
      size: position.size,
      side: position.side,
      entryPx: position.entryPrice,
      markPrice: position.markPrice,
      unrealizedPnl: position.unrealizedPnl,
    })),
  }
}

export function presentObject(object: ValuedObject) {
  const { positions } = object.valuation
  return {
    ...presentWorth(object),
    positions:
      positions?.map(({ market, side, size, entryPrice, markPrice, unrealizedPnl, valueUsd }) => ({
        market,
        side,
        size,
        entryPrice,
        markPrice,
        unrealizedPnl,
        valueUsd: formatUsd(valueUsd),
      })) ?? null,
  }
}

function presentWorth({ id, path, type, denomination, valuation }: ValuedObject) {
  return {
    objectId: id,
    path,
    objectPath: path,
    type,
    denomination,
    valueUsd: formatUsd(valuation.valueUsd),
    balances: valuation.balances.map(presentBalance),
    reservedBalances: presentReserved(valuation),
  }
}

function presentReserved({ reservedBalances }: Valuation) {
  return reservedBalances.map(({ operationId, ...balance }) => ({
    ...presentBalance(balance),
    operationId,
  }))
}

function presentBalance({ denomination, amount, price, valueUsd }: ValuedBalance) {
  return { denomination, amount: formatUsd(amount), price, valueUsd: formatUsd(valueUsd) }
}

function presentEntry({ amount, valueUsd, ...entry }: BreakdownEntry) {
  return {
    ...entry,
    amount: typeof amount === 'bigint' ? formatUsd(amount) : amount,
    valueUsd: formatUsd(valueUsd),
  }
}
