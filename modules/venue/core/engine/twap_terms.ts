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
const MAX_SLIPPAGE_BPS = Number(TWAP_SLIPPAGE / BPS)

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
  if (isRefusal(order)) return ofWhole(order)
  const bps = slippageBps ?? MAX_SLIPPAGE_BPS
  const refusal =
    outside('durationMinutes', durationMinutes, MIN_MINUTES, MAX_MINUTES) ??
    outside('intervalSeconds', intervalSeconds, MIN_INTERVAL_SECONDS, durationMinutes * 60) ??
    outside('slippageBps', bps, 1, MAX_SLIPPAGE_BPS)
  if (refusal) return refusal
  const durationMs = durationMinutes * 60_000
  return { order, durationMs, intervalSeconds, slippage: BigInt(bps) * BPS, randomize }
}

function outside(field: string, value: number, least: number, most: number): Refusal | null {
  if (Number.isInteger(value) && value >= least && value <= most) return null
  const bound = `a whole number from ${least} to ${most}`
  return refuse('twap_invalid', { field, value: `${value}`, bound })
}

/** The size of the order is the total size of the TWAP, whose field has another name. */
function ofWhole(refusal: Refusal): Refusal {
  const { field } = refusal.details
  return field === 'size'
    ? { ...refusal, details: { ...refusal.details, field: 'totalSize' } }
    : refusal
}
