import { createHash } from 'node:crypto'
import { derivedId } from '#app/ids/ids'
import { formatUsd } from '#app/money/usd'
import { RATE_ONE, type Lots } from '../numerics.ts'
import { checkNotional, checkPlaceable, checkReduces, notionalOf } from './check_order.ts'
import type { Draft } from './draft.ts'
import type { TwapTerms } from './twap_terms.ts'
import { applySetting, newOrder } from './place_order.ts'
import { isPriced } from './margin.ts'
import { hasPrices, marketOf } from './market_inputs.ts'
import { refuse, type Refusal } from './refusals.ts'
import { marketLimit, runOrder } from './run_order.ts'
import { msOfTick } from '../tick.ts'
import { larger, smaller, type Order, type Twap, type TwapStatus } from './state.ts'

const MIN_NOTIONAL_USD = 100n
const MICROS_PER_USD = 1_000_000n
/** A slice behind plan catches up with at most this many times its size. */
const CATCH_UP = 3n
/** A randomised slice lies within a fifth of its size on either side: four tenths across. */
const TENTHS_OF_SPREAD = 4n

/** Starts a TWAP; its first slice is due with the next tick. */
export function startTwap(
  draft: Draft,
  terms: TwapTerms,
  ids: { objectId: string; twapId: string }
): Refusal | null {
  const links = { orderId: ids.twapId, objectId: ids.objectId }
  const whole = newOrder(draft, terms.order, links)
  const refusal =
    checkPlaceable(draft, whole) ??
    applySetting(draft, terms.order, ids.objectId) ??
    checkReduces(draft, whole)
  if (refusal) return refusal
  const notional = notionalOf(draft, whole, whole.size)
  if (notional < MIN_NOTIONAL_USD * MICROS_PER_USD) {
    const value = `of ${formatUsd(notional)} USD`
    const bound = `worth at least ${MIN_NOTIONAL_USD} USD`
    const minNotional = `${MIN_NOTIONAL_USD}`
    return refuse('twap_invalid', { field: 'totalSize', value, bound, minNotional })
  }
  const { minNotionalUsd } = marketOf(draft.inputs, whole.market)
  const bySize = notional / (minNotionalUsd * MICROS_PER_USD)
  const byTime = BigInt(Math.floor(terms.durationMs / 1000 / terms.intervalSeconds)) + 1n
  const slices = Number(larger(2n, smaller(byTime, bySize)))
  draft.putTwap({
    ...ids,
    market: whole.market,
    side: whole.side,
    size: whole.size,
    filled: 0n,
    reduceOnly: whole.reduceOnly,
    slippage: terms.slippage,
    randomize: terms.randomize,
    applicationFeeTenthsBps: whole.applicationFeeTenthsBps,
    slices,
    slicesDone: 0,
    intervalMs: Math.floor(terms.durationMs / (slices - 1)),
    startedAtMs: draft.nowMs,
    status: 'RUNNING',
  })
  return null
}

export function endTwap(draft: Draft, twap: Twap, status: TwapStatus): void {
  draft.putTwap({ ...twap, status })
}

/** Ends the TWAPs of an account, or of one of its markets. */
export function terminateTwaps(draft: Draft, objectId: string | null, market: string | null): void {
  for (const twap of draft.twaps()) {
    const meant = objectId === null || twap.objectId === objectId
    if (meant && (market === null || twap.market === market)) endTwap(draft, twap, 'TERMINATED')
  }
}

/**
 * Sends the slices that have come due. Several at once are sent as one, up to the catch-up limit.
 */
export function runTwaps(draft: Draft): void {
  for (const twap of draft.twaps()) {
    const account = draft.requireAccount(twap.objectId)
    // A slice whose account cannot be valued waits, and is caught up with later.
    if (!hasPrices(draft.inputs, twap.market) || !isPriced(draft.inputs, account)) continue
    const elapsed = draft.nowMs - twap.startedAtMs
    const due = Math.min(twap.slices, Math.floor(elapsed / twap.intervalMs) + 1)
    if (due > twap.slicesDone) runSlice(draft, twap, due)
  }
}

function runSlice(draft: Draft, twap: Twap, due: number): void {
  const isLast = due >= twap.slices
  const planned = isLast ? twap.size : plannedLots(twap, due)
  const slice = larger(1n, twap.size / BigInt(twap.slices))
  const lots = smaller(larger(0n, planned - twap.filled), slice * CATCH_UP)
  let filled = 0n
  draft.attempt(() => {
    if (lots === 0n) return null
    const order = sliceOrder(draft, twap, due, lots)
    // A slice that is too small for the venue is sent with the next one. The last slice may have
    // any size.
    const refusal =
      checkReduces(draft, order) ?? (isLast ? null : checkNotional(draft, order, lots))
    if (refusal) return refusal
    const before = draft.events.length
    const limit = marketLimit(draft, twap.market, twap.side, twap.slippage)
    const outcome = runOrder(draft, order, limit)
    filled = outcome === null ? filledSince(draft, before, order.orderId) : 0n
    return outcome
  })
  const done: Twap = { ...twap, filled: twap.filled + filled, slicesDone: due }
  const ended = isLast || done.filled === done.size
  endTwap(draft, done, ended ? 'FINISHED' : 'RUNNING')
}

function filledSince(draft: Draft, eventCount: number, orderId: string): Lots {
  let filled = 0n
  for (const event of draft.events.slice(eventCount)) {
    if (event.type === 'filled' && event.fill.orderId === orderId) filled += event.fill.size
  }
  return filled
}

/** How much should be filled after a slice: an even share, or within a fifth of a slice of it. */
function plannedLots(twap: Twap, due: number): Lots {
  const even = (twap.size * BigInt(due)) / BigInt(twap.slices)
  if (!twap.randomize) return even
  const digest = createHash('sha256').update(`${twap.twapId}|${due}`).digest()
  const share = (BigInt(digest.readUInt32BE(0)) * RATE_ONE) / 4_294_967_296n
  const spread = (twap.size * TENTHS_OF_SPREAD * (share - RATE_ONE / 2n)) / (10n * RATE_ONE)
  return even + spread / BigInt(twap.slices)
}

function sliceOrder(draft: Draft, twap: Twap, due: number, size: Lots): Order {
  const { market, side, reduceOnly, applicationFeeTenthsBps, twapId, objectId } = twap
  const orderId = derivedId('ord', msOfTick(draft.tick), `slice:${twapId}:${due}`)
  return newOrder(
    draft,
    {
      market,
      side,
      orderType: 'MARKET',
      size,
      price: null,
      leverage: null,
      reduceOnly,
      timeInForce: 'IOC',
      trigger: null,
      isolated: null,
      useMax: false,
      sizeTolerance: null,
      ocoGroupId: null,
      applicationFeeTenthsBps,
    },
    { orderId, objectId, twapId }
  )
}
