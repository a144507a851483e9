import type { Market, MarginTier } from '../markets.ts'
import type { MicroUsd } from './state.ts'

const MICROS_PER_USD = 1_000_000n

/** A tier with its rate and deduction as exact fractions of the schedule's scale. */
export interface MaintenanceTier {
  lowerBound: MicroUsd
  /** Where the next tier begins; null for the last. */
  upperBound: MicroUsd | null
  maxLeverage: number
  rate: bigint
  deduction: bigint
}

export interface MaintenanceSchedule {
  scale: bigint
  tiers: readonly MaintenanceTier[]
}

const schedules = new WeakMap<Market, MaintenanceSchedule>()

/**
 * The maintenance of a notional in tier n is `notional × r - d`: r is half the initial rate at the
 * tier's highest leverage, and d makes the line continuous. A common scale keeps both exact,
 * because an error of a third of 1e-12 in a deduction would show in the last micro of large
 * positions.
 */
export function maintenanceSchedule(market: Market): MaintenanceSchedule {
  const known = schedules.get(market)
  if (known) return known
  const schedule = buildSchedule(market.marginTiers)
  schedules.set(market, schedule)
  return schedule
}

function buildSchedule(tiers: readonly MarginTier[]): MaintenanceSchedule {
  const scale = tiers.reduce((product, { maxLeverage }) => product * 2n * BigInt(maxLeverage), 1n)
  const built: MaintenanceTier[] = []
  for (const [index, tier] of tiers.entries()) {
    const rate = scale / (2n * BigInt(tier.maxLeverage))
    const lowerBound = tier.lowerBoundUsd * MICROS_PER_USD
    const before = built[index - 1]
    const deduction = before ? before.deduction + lowerBound * (rate - before.rate) : 0n
    const next = tiers[index + 1]
    const upperBound = next ? next.lowerBoundUsd * MICROS_PER_USD : null
    built.push({ lowerBound, upperBound, maxLeverage: tier.maxLeverage, rate, deduction })
  }
  return { scale, tiers: built }
}

/** The tier of a notional; a bound belongs to the tier that it opens. */
export function tierOf(market: Market, notional: MicroUsd): MaintenanceTier {
  const { tiers } = maintenanceSchedule(market)
  const tier = tiers.findLast(({ lowerBound }) => notional >= lowerBound)
  if (!tier) throw new Error('A notional is never negative')
  return tier
}

/** @param notional not negative */
export function maintenanceMargin(market: Market, notional: MicroUsd): MicroUsd {
  const { rate, deduction } = tierOf(market, notional)
  return (notional * rate - deduction) / maintenanceSchedule(market).scale
}

/** @param notional not negative */
export function initialMargin(notional: MicroUsd, leverage: number): MicroUsd {
  return notional / BigInt(leverage)
}
