import type { Rate } from '../numerics.ts'
import type { Inputs } from './market_inputs.ts'
import { isRefusal, readOrderTerms, type OrderTerms } from './order_terms.ts'
import { refuse, type Refusal } from './refusals.ts'
import { TWAP_SLIPPAGE } from './run_order.ts'
import type { Side } from './state.ts'

const MIN_MINUTES = 5
const MAX_MINUTES = 7 * 24 * 60
const MIN_INTERVAL_SECONDS = 30
/** One basis point. */
const BPS: Rate = 100_000_000n

export interface TwapRequest {
  market: string
  side: Side
  totalSize: string
  durationMinutes: number
  intervalSeconds?: number
  reduceOnly?: boolean
  slippageBps?: number
  randomize?: boolean
  leverage?: number
  isolated?: boolean
  applicationFeeTenthsBps?: number
}

export interface TwapTerms {
  order: OrderTerms
  durationMs: number
  intervalSeconds: number
  slippage: Rate
  randomize: boolean
}

/** Phase A of a TWAP. */
export function readTwapTerms(inputs: Inputs, request: TwapRequest): TwapTerms | Refusal {
  const { market, side, totalSize: size, durationMinutes } = request
  const { intervalSeconds = MIN_INTERVAL_SECONDS, slippageBps, randomize = false } = request
  const order = readOrderTerms(inputs, {
    market,
    side,
    orderType: 'MARKET',
    size,
    reduceOnly: request.reduceOnly ?? false,
    leverage: request.leverage,
    isolated: request.isolated,
    applicationFeeTenthsBps: request.applicationFeeTenthsBps,
  })
  if (isRefusal(order)) return order
  const inRange = durationMinutes >= MIN_MINUTES && durationMinutes <= MAX_MINUTES
  if (!Number.isInteger(durationMinutes) || !inRange) return refuse('twap_invalid')
  const fits = intervalSeconds >= MIN_INTERVAL_SECONDS && intervalSeconds <= durationMinutes * 60
  if (!Number.isInteger(intervalSeconds) || !fits) return refuse('twap_invalid')
  const bps = slippageBps ?? Number(TWAP_SLIPPAGE / BPS)
  if (!Number.isInteger(bps) || bps < 1 || BigInt(bps) * BPS > TWAP_SLIPPAGE) {
    return refuse('twap_invalid')
  }
  const durationMs = durationMinutes * 60_000
  return { order, durationMs, intervalSeconds, slippage: BigInt(bps) * BPS, randomize }
}
