import { PRICE_DECIMALS, RATE_DECIMALS, parseFixed, type Price, type Rate } from './numerics.ts'

export const MARGIN_MODES = ['cross', 'isolated'] as const

export type MarginMode = (typeof MARGIN_MODES)[number]

export interface MarginTier {
  /** Whole USD of position notional from which the tier applies. */
  lowerBoundUsd: bigint
  maxLeverage: number
}

/** How the generated price of a market behaves. */
export interface PriceModel {
  /** The price at which the series starts, and toward which it is pulled back. */
  anchor: Price
  /** Standard deviation of a year's return. */
  annualVolatility: Rate
  /** Distance of the best synthetic quotes from the mid, as a share of it. */
  halfSpread: Rate
}

/** How deep the synthetic book of a market is, on each side. */
export interface BookDepth {
  levels: number
  /** Notional of the best level; further ones are larger. */
  firstLevelUsd: bigint
}

/** What can be traded, and within which limits. */
export interface Market {
  /** `<venue code>:<dex index>:<symbol>` */
  id: string
  symbol: string
  dexIndex: number
  /** A size is a multiple of 10^-szDecimals; a price has at most 6 - szDecimals decimals. */
  szDecimals: number
  maxLeverage: number
  /** By rising notional; the first tier starts at zero. */
  marginTiers: readonly MarginTier[]
  marginModes: readonly MarginMode[]
  isolatedMarginRemovable: boolean
  isDelisted: boolean
  minNotionalUsd: bigint
  maxMarketOrderNotionalUsd: bigint
  takerFeeRate: Rate
  makerFeeRate: Rate
  /** Notional whose execution price shows how far the book is from the oracle. */
  impactNotionalUsd: bigint
  fundingIntervalSeconds: number
  /** null for a delisted market: it has no price. */
  priceModel: PriceModel | null
  bookDepth: BookDepth
}

const MIN_NOTIONAL_USD = 10n
const TAKER_FEE = rate('0.00045')
const MAKER_FEE = rate('0.00015')
const BOOK_LEVELS = 20
const FUNDING_INTERVAL_SECONDS = 3600
const IMPACT_USD = 6_000n
/** Impact notional of the two markets with the deepest books. */
const DEEP_IMPACT_USD = 20_000n

/** Largest market order in USD, by the leverage that a market offers. */
const MARKET_ORDER_CAPS: readonly { minLeverage: number; usd: bigint }[] = [
  { minLeverage: 25, usd: 30_000_000n },
  { minLeverage: 20, usd: 5_000_000n },
  { minLeverage: 10, usd: 2_000_000n },
  { minLeverage: 1, usd: 500_000n },
]

interface Terms {
  szDecimals: number
  /** Lower bound in USD and leverage, by rising bound. */
  tiers: readonly (readonly [lowerBoundUsd: bigint, maxLeverage: number])[]
  dexIndex?: number
  modes?: readonly MarginMode[]
  marginStays?: boolean
  impactUsd?: bigint
  /** Anchor in USD, annual volatility and half spread as shares. */
  prices: readonly [anchor: string, annualVolatility: string, halfSpread: string] | null
  /** Depth of the best level, in USD. */
  depthUsd: bigint
  bookLevels?: number
}

const ISOLATED_ONLY: readonly MarginMode[] = ['isolated']
const LARGE_ALT_TIERS = [
  [0n, 10],
  [20_000_000n, 5],
] as const

const TERMS: Record<string, Terms> = {
  BTC: {
    szDecimals: 5,
    tiers: [
      [0n, 40],
      [150_000_000n, 20],
    ],
    impactUsd: DEEP_IMPACT_USD,
    prices: ['60000', '0.45', '0.00005'],
    depthUsd: 250_000n,
  },
  ETH: {
    szDecimals: 4,
    tiers: [
      [0n, 25],
      [100_000_000n, 15],
    ],
    impactUsd: DEEP_IMPACT_USD,
    prices: ['3000', '0.60', '0.000075'],
    depthUsd: 150_000n,
  },
  SOL: {
    szDecimals: 2,
    tiers: [
      [0n, 20],
      [70_000_000n, 10],
    ],
    prices: ['150', '0.80', '0.0001'],
    depthUsd: 80_000n,
  },
  XRP: {
    szDecimals: 0,
    tiers: [
      [0n, 20],
      [40_000_000n, 10],
    ],
    prices: ['2', '0.75', '0.00015'],
    depthUsd: 60_000n,
  },
  /** Tiers small enough to be reached with test money. */
  DOGE: {
    szDecimals: 0,
    tiers: [
      [0n, 10],
      [20_000n, 5],
      [100_000n, 3],
    ],
    prices: ['0.15', '0.90', '0.0002'],
    depthUsd: 40_000n,
  },
  HYPE: {
    szDecimals: 2,
    tiers: LARGE_ALT_TIERS,
    prices: ['30', '0.95', '0.0002'],
    depthUsd: 40_000n,
  },
  LINK: {
    szDecimals: 1,
    tiers: LARGE_ALT_TIERS,
    prices: ['15', '0.80', '0.0002'],
    depthUsd: 40_000n,
  },
  KPEPE: {
    szDecimals: 0,
    tiers: LARGE_ALT_TIERS,
    prices: ['0.012', '1.10', '0.0003'],
    depthUsd: 20_000n,
  },
  /** Wide and shallow, for partial fills. */
  THIN: {
    szDecimals: 2,
    tiers: [[0n, 5]],
    prices: ['20', '0.60', '0.0025'],
    depthUsd: 200n,
    bookLevels: 3,
  },
  /** Delisted: known, and no longer traded. */
  LOOM: { szDecimals: 1, tiers: [[0n, 3]], modes: ISOLATED_ONLY, prices: null, depthUsd: 0n },
  GOLD: {
    szDecimals: 3,
    dexIndex: 1,
    tiers: [[0n, 20]],
    modes: ISOLATED_ONLY,
    marginStays: true,
    prices: ['2500', '0.15', '0.0001'],
    depthUsd: 100_000n,
  },
  NVDA: {
    szDecimals: 3,
    dexIndex: 1,
    tiers: [[0n, 10]],
    modes: ISOLATED_ONLY,
    prices: ['150', '0.40', '0.0002'],
    depthUsd: 50_000n,
  },
}

/**
 * The markets of a venue, in listing order.
 *
 * @param venueCode first part of every market id
 */
export function marketsOf(venueCode: string): readonly Market[] {
  return Object.entries(TERMS).map(([symbol, terms]) => marketOf(venueCode, symbol, terms))
}

function marketOf(venueCode: string, symbol: string, terms: Terms): Market {
  const { dexIndex = 0, szDecimals, prices } = terms
  const maxLeverage = Math.max(...terms.tiers.map(([, leverage]) => leverage))
  return {
    id: `${venueCode}:${dexIndex}:${symbol}`,
    symbol,
    dexIndex,
    szDecimals,
    maxLeverage,
    marginTiers: terms.tiers.map(([lowerBoundUsd, leverage]) => ({
      lowerBoundUsd,
      maxLeverage: leverage,
    })),
    marginModes: terms.modes ?? ['cross', 'isolated'],
    isolatedMarginRemovable: !terms.marginStays,
    isDelisted: prices === null,
    minNotionalUsd: MIN_NOTIONAL_USD,
    maxMarketOrderNotionalUsd: marketOrderCapUsd(maxLeverage),
    takerFeeRate: TAKER_FEE,
    makerFeeRate: MAKER_FEE,
    impactNotionalUsd: terms.impactUsd ?? IMPACT_USD,
    fundingIntervalSeconds: FUNDING_INTERVAL_SECONDS,
    priceModel: prices && {
      anchor: fixed(prices[0], PRICE_DECIMALS),
      annualVolatility: rate(prices[1]),
      halfSpread: rate(prices[2]),
    },
    bookDepth: { levels: terms.bookLevels ?? BOOK_LEVELS, firstLevelUsd: terms.depthUsd },
  }
}

function marketOrderCapUsd(maxLeverage: number): bigint {
  const cap = MARKET_ORDER_CAPS.find(({ minLeverage }) => maxLeverage >= minLeverage)
  if (!cap) throw new Error('A market offers at least leverage 1')
  return cap.usd
}

function rate(text: string): Rate {
  return fixed(text, RATE_DECIMALS)
}

function fixed(text: string, decimals: number): bigint {
  const units = parseFixed(text, decimals)
  if (units === null) throw new Error(`Not a decimal number: ${text}`)
  return units
}
