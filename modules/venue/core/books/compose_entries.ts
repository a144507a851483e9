import type { OperationType } from '#app/extension/vocabulary'
import { sequencedId } from '#app/ids/ids'
import { formatUsd } from '#app/money/usd'
import type { ComposedEntry, ComposedEvent } from '#modules/ledger/extension/companion'
import type { VenueEvent } from '../engine/events.ts'
import type { Order } from '../engine/state.ts'
import type { Market } from '../markets.ts'
import { notionalMicros, formatFixed, formatPrice, RATE_DECIMALS } from '../numerics.ts'
import { fillContext } from './fill_context.ts'
import { isBookedElsewhere, ledgerLegs } from './ledger_legs.ts'
import type { FillRow, FundingRow } from './rows.ts'

/** The operation that a caller asked for, as the command that ran under it describes it. */
export interface AskedEntry {
  opType: OperationType
  objectId: string
  outcome: Record<string, unknown>
}

export interface ComposeTerms {
  realmId: string
  /**
   * Time of the posting, in milliseconds. With it and the number of its event, ids sort in the
   * order of events.
   */
  nowMs: number
  marketOf: (id: string) => Market
  /** The operation of an order that lives or has just ended; undefined when it has none. */
  operationOfOrder: (orderId: string) => string | undefined
  asked: AskedEntry | null
}

export interface Composed {
  entries: ComposedEntry[]
  fills: FillRow[]
  funding: FundingRow[]
}

type EventOf<Type extends VenueEvent['type']> = Extract<VenueEvent, { type: Type }>

const PATHS = '/_system/venue/op'

/**
 * The journal entries of one command's events: the operation that was asked for, with the events
 * that belong to it alone, then one entry for each fill, funding payment and forced close, in their
 * order.
 */
export function composeEntries(events: readonly VenueEvent[], terms: ComposeTerms): Composed {
  const { asked } = terms
  const composed: Composed = { entries: [], fills: [], funding: [] }
  const main = asked && entry(asked.opType, asked.objectId, 'asked', asked.outcome)
  const own = { legs: [] as VenueEvent['legs'][number][], events: orderEvents(events, terms) }
  for (const event of events) {
    switch (event.type) {
      case 'filled':
        composed.entries.push(fillEntry(event, terms, composed))
        break
      case 'funding_paid':
        composed.entries.push(fundingEntry(event, terms, composed))
        break
      case 'venue_closed':
        composed.entries.push(closeEntry(event, terms))
        break
      case 'remainder_taken':
        composed.entries.push(remainderEntry(event, terms))
        break
      default:
        if (!isBookedElsewhere(event.legs)) own.legs.push(...event.legs)
    }
  }
  const legs = ledgerLegs(own.legs, terms.marketOf)
  if (main) {
    composed.entries.unshift({ ...main, legs, events: own.events })
  } else if (own.events.length > 0 || legs.length > 0) {
    composed.entries.unshift({ ...entry('order', null, null, {}), legs, events: own.events })
  }
  return composed
}

function entry(
  opType: OperationType,
  objectId: string | null,
  operation: ComposedEntry['operation'],
  outcome: Record<string, unknown>
): ComposedEntry {
  return {
    opType,
    objectId,
    operation,
    outcome,
    state: 'completed',
    failureMessage: null,
    denomination: null,
    amount: null,
    legs: [],
    events: [],
    deltas: [],
  }
}

/** One event for each order that changed, with the state in which the command left it. */
function orderEvents(events: readonly VenueEvent[], terms: ComposeTerms): ComposedEvent[] {
  const last = new Map<string, Order>()
  for (const event of events) {
    if (event.type === 'order_changed') last.set(event.order.orderId, event.order)
  }
  return [...last.values()].map((order) => ({
    type: `order.${order.status.toLowerCase()}`,
    objectId: order.objectId,
    payload: {
      orderId: order.orderId,
      operationId: terms.operationOfOrder(order.orderId) ?? null,
      market: order.market,
      side: order.side,
      status: order.status,
      cancelReason: order.cancelReason,
      filledSize: formatFixed(order.filled, terms.marketOf(order.market).szDecimals),
    },
  }))
}

/** These ids sort after that of the operation asked for, which may be of the same millisecond. */
function idOf(
  prefix: 'op' | 'fil',
  what: string,
  { seq }: VenueEvent,
  { realmId, nowMs }: ComposeTerms
): string {
  return sequencedId(prefix, nowMs + 1, seq, `${what}:${realmId}:${seq}`)
}

function made(terms: ComposeTerms, event: VenueEvent, type: OperationType, path: string) {
  const id = idOf('op', type, event, terms)
  const input = { seq: event.seq }
  return { id, path: `${PATHS}/${path}`, type, input: JSON.stringify(input) }
}

function fillEntry(event: EventOf<'filled'>, terms: ComposeTerms, out: Composed): ComposedEntry {
  const { fill } = event
  const { szDecimals } = terms.marketOf(fill.market)
  const id = idOf('fil', 'fill', event, terms)
  const operation = made(terms, event, 'fill', `fill/${id}`)
  const orderOperationId =
    fill.orderId === null ? null : (terms.operationOfOrder(fill.orderId) ?? null)
  const notional = notionalMicros(fill.price, fill.size, szDecimals)
  out.fills.push({ id, operationId: operation.id, orderOperationId, fill, notional })
  const context = fillContext(fill, { szDecimals, orderOperationId })
  const after = fill.resultingPosition?.size ?? 0n
  return {
    ...entry('fill', fill.objectId, operation, { fillId: id, fill: context }),
    legs: ledgerLegs(event.legs, terms.marketOf),
    events: [
      { type: 'fill.recorded', objectId: fill.objectId, payload: { fillId: id, ...context } },
    ],
    deltas: [
      {
        deltaType: 'position_change',
        objectId: fill.objectId,
        beforeValue: `${fill.market} ${formatFixed(fill.startPosition, szDecimals)}`,
        afterValue: `${fill.market} ${formatFixed(after, szDecimals)}`,
      },
    ],
  }
}

function fundingEntry(
  event: EventOf<'funding_paid'>,
  terms: ComposeTerms,
  out: Composed
): ComposedEntry {
  const { objectId, market, hour, rate, oracle, size, amount } = event
  const { szDecimals } = terms.marketOf(market)
  const operation = made(terms, event, 'funding', `funding/${objectId}/${market}/${hour}`)
  const id = idOf('fil', 'funding', event, terms)
  const { id: operationId } = operation
  out.funding.push({ id, operationId, objectId, market, hour, rate, oracle, size, amount })
  const funding = {
    market,
    hour,
    rate: formatFixed(rate, RATE_DECIMALS),
    oraclePx: formatPrice(oracle),
    size: formatFixed(size, szDecimals),
    amount: formatUsd(amount),
  }
  return {
    ...entry('funding', objectId, operation, { funding }),
    legs: ledgerLegs(event.legs, terms.marketOf),
    events: [{ type: 'funding.applied', objectId, payload: funding }],
  }
}

function closeEntry(event: EventOf<'venue_closed'>, terms: ComposeTerms): ComposedEntry {
  const { objectId, market, method, accountValue, maintenance } = event.close
  const operation = made(terms, event, 'venue_close', `close/${objectId}/${event.seq}`)
  return entry('venue_close', objectId, operation, {
    venue_close: {
      market,
      method,
      accountValue: formatUsd(accountValue),
      maintenance: formatUsd(maintenance),
    },
  })
}

function remainderEntry(event: EventOf<'remainder_taken'>, terms: ComposeTerms): ComposedEntry {
  const { objectId, amount } = event
  const operation = made(terms, event, 'adjustment', `remainder/${objectId}/${event.seq}`)
  const reason = amount > 0n ? 'liquidation_penalty' : 'bad_debt'
  return {
    ...entry('adjustment', objectId, operation, {
      adjustment: { reason, amount: formatUsd(-amount) },
    }),
    legs: ledgerLegs(event.legs, terms.marketOf),
  }
}
