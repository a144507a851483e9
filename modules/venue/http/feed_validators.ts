import vine from '@vinejs/vine'
import { LEDGER_LIMITS } from '#modules/ledger/index'
import { form, instant, opaqueId, pageLimit, realmId } from '#app/http/rules'
import { VENUE_LIMITS } from '../limits.ts'
import { INTERVALS, type Interval } from '../core/feed/candles.ts'
import { FEED_MODES } from '../core/feed/feed.ts'
import { CLOCK_MODES } from '../core/feed/feed_clock.ts'
import { BOOK_SIDES, PRICE_MODES } from '../core/feed/sim_command.ts'
import { PRICE_DECIMALS, RATE_DECIMALS, parseFixed } from '../core/numerics.ts'
import { TICK_MS } from '../core/tick.ts'
import { FAULT_CODES } from '../services/set_fault.ts'

/** 9999-12-31. */
const LAST_MS = 253_402_214_400_000
const LONGEST_MARKET_ID = 64

/** A text of a query that is a moment in milliseconds; VineJS alone would also accept `1e3`. */
const epochMs = () =>
  vine
    .number()
    .withoutDecimals()
    .range([0, LAST_MS])
    .parse((value) => {
      if (value === undefined) return value
      return typeof value === 'string' && /^\d{1,15}$/.test(value) ? value : Number.NaN
    })

const marketId = () => vine.string().minLength(1).maxLength(LONGEST_MARKET_ID)

const fixed = (pattern: RegExp, decimals: number, must: string) =>
  vine
    .string()
    .use(form(pattern, must))
    .transform((value) => parseFixed(value, decimals)!)

const price = () =>
  fixed(
    /^\d{1,12}(\.\d{1,8})?$/,
    PRICE_DECIMALS,
    'must be a decimal text with at most 12 digits and 8 decimals'
  )
const rate = () =>
  fixed(
    /^-?0(\.0[0-3]\d{0,10}|\.04?0{0,10}|\.0)?$/,
    RATE_DECIMALS,
    'must be a decimal text from -0.04 to 0.04'
  )
const factor = () =>
  fixed(
    /^(\d{1,2}(\.\d{1,6})?|100(\.0{1,6})?)$/,
    RATE_DECIMALS,
    'must be a decimal text from 0 to 100'
  )

const multipleOfTick = vine.createRule((value, _options, field) => {
  if (typeof value === 'number' && value % TICK_MS !== 0) {
    field.report(`The {{ field }} field must be a multiple of ${TICK_MS}`, 'multiple', field)
  }
})

export const feedQuery = vine.create({ realmId: realmId().optional() })
export const marketParams = vine.create({ market: marketId() })

export const candlesQuery = vine.create({
  realmId: realmId().optional(),
  interval: vine.enum(Object.keys(INTERVALS) as Interval[]),
  startTime: epochMs().optional(),
  endTime: epochMs().optional(),
})

export const fundingQuery = vine.create({
  realmId: realmId().optional(),
  startTime: epochMs().optional(),
  endTime: epochMs().optional(),
  limit: pageLimit(LEDGER_LIMITS.journalListMax),
})

export const simQuery = vine.create({ realmId: realmId() })
export const simBody = vine.create({ realmId: realmId() })

export const forkBody = vine.create({
  realmId: realmId(),
  seed: vine
    .string()
    .maxLength(VENUE_LIMITS.feedSeedLength)
    .use(form(/^[\x21-\x7e]+$/, 'must be visible ASCII characters'))
    .optional(),
  from: vine.enum(['current', 'anchor'] as const).optional(),
  clock: vine.enum(CLOCK_MODES).optional(),
})

export const feedModeBody = vine.create({ realmId: realmId(), mode: vine.enum(FEED_MODES) })

export const clockBody = vine.create({
  realmId: realmId(),
  mode: vine.enum(CLOCK_MODES),
  setTo: instant().optional(),
  advanceMs: vine
    .number({ strict: true })
    .withoutDecimals()
    .range([0, VENUE_LIMITS.simAdvanceMs])
    .optional(),
  stepMs: vine
    .number({ strict: true })
    .withoutDecimals()
    .range([TICK_MS, VENUE_LIMITS.simStepMs])
    .use(multipleOfTick())
    .optional(),
})

export const pricesBody = vine.create({
  realmId: realmId(),
  market: marketId(),
  mode: vine.enum(PRICE_MODES),
  price: price().optional(),
  basisBps: vine.number({ strict: true }).withoutDecimals().range([-40, 40]).optional(),
})

export const liquidityBody = vine.create({
  realmId: realmId(),
  market: marketId(),
  side: vine.enum(BOOK_SIDES),
  mode: vine.enum(['scale', 'empty', 'release'] as const),
  factor: factor().optional(),
})

export const faultBody = vine.create({
  realmId: realmId(),
  code: vine.enum(FAULT_CODES),
  market: marketId().optional(),
  objectId: opaqueId().optional(),
  count: vine.number({ strict: true }).withoutDecimals().range([0, VENUE_LIMITS.simFaultCount]),
})

export const fundingBody = vine.create({
  realmId: realmId(),
  market: marketId(),
  rate: rate().nullable(),
})

/** The other fields of this service's candles, so that a tape may be one of its own answers. */
const candleRest = () => ({
  T: vine.number({ strict: true }).optional(),
  v: vine.string().maxLength(VENUE_LIMITS.decimalLength).optional(),
  n: vine.number({ strict: true }).optional(),
  closed: vine.boolean({ strict: true }).optional(),
})

export const replayBody = vine.create({
  realmId: realmId(),
  market: marketId(),
  candles: vine
    .array(
      vine.object({
        t: vine.number({ strict: true }).withoutDecimals().range([0, LAST_MS]),
        o: price(),
        h: price(),
        l: price(),
        c: price(),
        ...candleRest(),
      })
    )
    .minLength(1)
    .maxLength(VENUE_LIMITS.simTapeCandles),
  loop: vine.boolean({ strict: true }).optional(),
})
