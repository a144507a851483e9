import { RATE_ONE, type Lots, type Rate } from '../numerics.ts'
import type { FeeParts, MicroUsd } from './state.ts'

/** One tenth of a basis point is 1e-5. */
const TENTHS_PER_ONE = 100_000n
/** Limit of platform and application fee together: 0.1 %. */
export const MAX_BUILDER_TENTHS_BPS = 100

export const NO_FEES: FeeParts = { exchange: 0n, platform: 0n, builder: 0n }

export interface FeeTerms {
  /** The taker's or the maker's rate; a negative rate is a rebate. */
  exchangeRate: Rate
  platformTenthsBps: number
  applicationTenthsBps: number
}

/** The fee parts of one fill; each part is truncated on its own. */
export function feesOf(notional: MicroUsd, terms: FeeTerms): FeeParts {
  return {
    exchange: (notional * terms.exchangeRate) / RATE_ONE,
    platform: (notional * BigInt(terms.platformTenthsBps)) / TENTHS_PER_ONE,
    builder: (notional * BigInt(terms.applicationTenthsBps)) / TENTHS_PER_ONE,
  }
}

export function totalFee({ exchange, platform, builder }: FeeParts): MicroUsd {
  return exchange + platform + builder
}

/**
 * Splits the fees of a fill that turns a position into the part that opens, and the rest that
 * closes.
 */
export function splitFees(fees: FeeParts, openLots: Lots, lots: Lots): [FeeParts, FeeParts] {
  const open: FeeParts = {
    exchange: (fees.exchange * openLots) / lots,
    platform: (fees.platform * openLots) / lots,
    builder: (fees.builder * openLots) / lots,
  }
  const close: FeeParts = {
    exchange: fees.exchange - open.exchange,
    platform: fees.platform - open.platform,
    builder: fees.builder - open.builder,
  }
  return [close, open]
}
