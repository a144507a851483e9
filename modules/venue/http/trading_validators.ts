import vine from '@vinejs/vine'
import { exampleId } from '#app/http/openapi/host_glossary'
import {
  callerPath,
  form,
  opaqueId,
  pageCursor,
  pageLimit,
  realmId,
  timeFilters,
  wholeNumber,
} from '#app/http/rules'
import { LIMITS } from '#app/limits'
import { LEDGER_LIMITS } from '#modules/ledger/index'
import { VENUE_LIMITS } from '../limits.ts'
import { ORDER_STATUSES } from '../core/engine/state.ts'

/** A JSON number; a text that looks like one is refused as a mistake. */
const number = () => vine.number({ strict: true })
const flag = () => vine.boolean({ strict: true })

const decimal = () =>
  vine
    .string()
    .maxLength(VENUE_LIMITS.decimalLength)
    .use(
      form(
        /^\d{1,24}(\.\d{1,14})?$/,
        'must be a decimal text with at most 24 digits and 14 decimals'
      )
    )
const signedUsd = () =>
  vine
    .string()
    .use(
      form(
        /^-?\d{1,24}(\.\d{1,6})?$/,
        'must be a decimal text with at most 6 decimals, with - to take out'
      )
    )

/** Any text of the right length; one that names no market gets its own refusal. */
const market = () => vine.string().minLength(1).maxLength(VENUE_LIMITS.marketIdLength)

const tolerance = () => number().range([0, 1])

/** In tenths of a basis point. The highest fee depends on the platform's share. */
const feeTenths = () =>
  number().withoutDecimals().range([0, LEDGER_LIMITS.applicationFeeTenthsBpsMax])

const order = () => ({
  market: market(),
  side: vine.enum(['buy', 'sell'] as const),
  orderType: vine.enum(['MARKET', 'LIMIT'] as const),
  size: decimal().optional(),
  price: decimal().optional(),
  leverage: number().optional(),
  reduceOnly: flag().optional(),
  timeInForce: vine.enum(['GTC', 'IOC', 'ALO'] as const).optional(),
  isTrigger: flag().optional(),
  triggerPx: decimal().optional(),
  isMarket: flag().optional(),
  tpsl: vine.enum(['tp', 'sl'] as const).optional(),
  sizeToMax: flag().optional(),
  isolated: flag().optional(),
  useMax: flag().optional(),
  sizeTolerance: tolerance().optional(),
  maxSizeTolerance: tolerance().optional(),
  ocoGroupId: vine
    .string()
    .minLength(1)
    .maxLength(VENUE_LIMITS.ocoGroupIdLength)
    .use(form(/^[\x21-\x7e]+$/, 'must be visible ASCII characters'))
    .optional(),
  applicationFeeTenthsBps: feeTenths().optional(),
})

const address = () => ({ realmId: realmId(), path: callerPath() })

/**
 * An order names its object and its path. Inside a request that names both, the order may repeat
 * them.
 */
const repeated = () => ({ objectId: opaqueId().optional(), path: callerPath().optional() })

/** Whose account it is; the glossary's word for the ids of objects would say less. */
const exchangeId = () =>
  opaqueId().meta({
    description: 'The exchange object, by its id.',
    examples: [exampleId('obj')],
  })

export const objectParams = vine.create({ id: exchangeId() })
export const orderParams = vine.create({ id: exchangeId(), orderId: opaqueId() })
export const objectMarketParams = vine.create({ id: exchangeId(), market: market() })
export const twapParams = vine.create({ id: exchangeId(), operationId: opaqueId() })

/** The interface names the object in the body too; the one in the address counts. */
export const placeOrderBody = vine.create({
  ...address(),
  objectId: opaqueId().optional(),
  ...order(),
})
export const batchBody = vine.create({
  ...address(),
  grouping: vine.enum(['normalTpsl'] as const),
  orders: vine
    .array(vine.object({ ...order(), ...repeated() }))
    .minLength(1)
    .maxLength(VENUE_LIMITS.bracketOrders),
})
export const resizeBody = vine.create({ ...address(), newSize: decimal() })

/** A DELETE has its terms in the query. */
export const cancelQuery = vine.create(address())
export const cancelAllQuery = vine.create({ ...address(), market: market().optional() })

export const leverageBody = vine.create({ ...address(), market: market(), leverage: number() })
export const marginModeBody = vine.create({
  ...address(),
  market: market(),
  marginMode: vine.enum(['cross', 'isolated'] as const),
})
export const isolatedMarginBody = vine.create({
  ...address(),
  market: market(),
  amount: signedUsd(),
})

const trigger = () =>
  vine.object({
    triggerPx: decimal(),
    price: decimal().optional(),
    size: decimal().optional(),
  })
export const positionTriggersBody = vine.create({
  ...address(),
  takeProfit: trigger().optional(),
  stopLoss: trigger().optional(),
  stack: flag().optional(),
})
export const closeBody = vine.create({
  ...address(),
  size: decimal().optional(),
  sizeTolerance: tolerance().optional(),
})
export const twapBody = vine.create({
  ...address(),
  market: market(),
  side: vine.enum(['buy', 'sell'] as const),
  totalSize: decimal(),
  durationMinutes: number(),
  intervalSeconds: number().optional(),
  reduceOnly: flag().optional(),
  slippageBps: number().optional(),
  randomize: flag().optional(),
  leverage: number().optional(),
  isolated: flag().optional(),
  applicationFeeTenthsBps: feeTenths().optional(),
})

const page = () => ({ limit: pageLimit(LIMITS.listMax), cursor: pageCursor() })

export const accountQuery = vine.create({ realmId: realmId().optional() })
export const positionsQuery = vine.create({ realmId: realmId().optional(), ...page() })
export const settingQuery = vine.create({ realmId: realmId().optional(), market: market() })
export const assetQuery = vine.create({
  realmId: realmId().optional(),
  market: market(),
  leverage: wholeNumber(VENUE_LIMITS.leverageMax),
})
export const ordersQuery = vine.create({
  realmId: realmId().optional(),
  status: vine.enum(ORDER_STATUSES).optional(),
  market: market().optional(),
  ...timeFilters(),
  ...page(),
})

const stretch = () => ({
  realmId: realmId().optional(),
  market: market().optional(),
  ...timeFilters(),
})
export const fillsQuery = vine.create({
  ...stretch(),
  limit: pageLimit(LEDGER_LIMITS.journalListMax),
  cursor: pageCursor(),
})
export const fundingPaymentsQuery = vine.create({ ...stretch(), ...page() })
export const summaryQuery = vine.create({ ...stretch(), ...page() })
export const twapsQuery = vine.create({
  realmId: realmId().optional(),
  ...timeFilters(),
  ...page(),
})
