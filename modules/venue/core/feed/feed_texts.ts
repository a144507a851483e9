import { PRICE_DECIMALS, RATE_DECIMALS, formatFixed, parseFixed } from '../numerics.ts'
import { NO_CONTROLS, type MarketControls } from './feed.ts'
import type { FeedPass, PassPrices } from './run_feed.ts'

/**
 * Controls and passes as texts. Numbers are decimal texts, so that people can read a row, and no
 * number becomes a floating point number on its way.
 */

interface ControlsText {
  pinned?: true
  bids?: string
  asks?: string
  fundingRate?: string
  delisted?: { tick: number; settlement: string }
  tape?: MarketControls['tape']
}

/** What differs from the controls of an untouched market; `{}` for such a market. */
export function controlsToText(controls: MarketControls): string {
  const { pinned, liquidity, fundingRate, delisted, tape } = controls
  const plain = NO_CONTROLS.liquidity
  const text: ControlsText = {
    ...(pinned && { pinned }),
    ...(liquidity.bids !== plain.bids && { bids: rateText(liquidity.bids) }),
    ...(liquidity.asks !== plain.asks && { asks: rateText(liquidity.asks) }),
    ...(fundingRate !== null && { fundingRate: rateText(fundingRate) }),
    ...(delisted && {
      delisted: { tick: delisted.tick, settlement: priceText(delisted.settlement) },
    }),
    ...(tape && { tape }),
  }
  return JSON.stringify(text)
}

/** @throws Error when the text is damaged */
export function controlsFromText(text: string): MarketControls {
  if (text === '{}') return NO_CONTROLS
  const { pinned, bids, asks, fundingRate, delisted, tape } = JSON.parse(text) as ControlsText
  const plain = NO_CONTROLS.liquidity
  return {
    pinned: pinned ?? false,
    liquidity: {
      bids: bids === undefined ? plain.bids : readRate(bids),
      asks: asks === undefined ? plain.asks : readRate(asks),
    },
    fundingRate: fundingRate === undefined ? null : readRate(fundingRate),
    delisted: delisted ? { tick: delisted.tick, settlement: readPrice(delisted.settlement) } : null,
    tape: tape ?? null,
  }
}

const PASS_PRICES = ['oracle', 'mark', 'mid', 'bid', 'ask'] as const

interface PassText {
  prices: Record<string, string[]>
  funding: [market: string, hour: number, rate: string][]
}

/** A pass as text, without its tick. */
export function passToText({ prices, funding }: FeedPass): string {
  const text: PassText = {
    prices: Object.fromEntries(
      Object.entries(prices).map(([id, of]) => [id, PASS_PRICES.map((name) => priceText(of[name]))])
    ),
    funding: funding.map(({ market, hour, rate }) => [market, hour, rateText(rate)]),
  }
  return JSON.stringify(text)
}

/** @throws Error when the text is damaged */
export function passFromText(tick: number, text: string): FeedPass {
  const { prices, funding } = JSON.parse(text) as PassText
  return {
    tick,
    prices: Object.fromEntries(
      Object.entries(prices).map(([id, numbers]) => [id, passPricesOf(numbers)])
    ),
    funding: funding.map(([market, hour, rate]) => ({ market, hour, rate: readRate(rate) })),
  }
}

function passPricesOf(numbers: readonly string[]): PassPrices {
  const entries = PASS_PRICES.map((name, index) => [name, readPrice(numbers[index] ?? '')])
  return Object.fromEntries(entries) as PassPrices
}

function priceText(price: bigint): string {
  return formatFixed(price, PRICE_DECIMALS)
}

function rateText(rate: bigint): string {
  return formatFixed(rate, RATE_DECIMALS)
}

function readPrice(text: string): bigint {
  return read(text, PRICE_DECIMALS)
}

function readRate(text: string): bigint {
  return read(text, RATE_DECIMALS)
}

function read(text: string, decimals: number): bigint {
  const units = parseFixed(text, decimals)
  if (units === null) throw new Error('A stored number of a feed is damaged')
  return units
}
