import { formatUsd } from '#app/money/usd'
import type { Valuation, ValuedBalance } from '#app/extension/valuator'
import type { BreakdownEntry, ValuedObject } from '../core/aggregate.ts'
import type { PrefixAggregate } from '../services/read_aggregate.ts'

export function presentAggregate(aggregate: PrefixAggregate) {
  return {
    prefix: aggregate.prefix,
    totalEquityUsd: formatUsd(aggregate.totalEquityUsd),
    departingUsd: formatUsd(aggregate.departingUsd),
    arrivingUsd: formatUsd(aggregate.arrivingUsd),
    breakdown: aggregate.breakdown.map(presentEntry),
    objects: aggregate.objects.map(presentObject),
    // Shown only when the total is provisional; absent means fully priced.
    ...(!aggregate.midsComplete && { midsComplete: false }),
  }
}

/** The single-object form: positions are always a list and name the entry price `entryPx`. */
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

function presentObject(object: ValuedObject) {
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
