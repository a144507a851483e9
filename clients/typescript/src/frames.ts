import type { EventType } from './generated/events.js'
import type { components } from './generated/schema.js'
import type { Data } from './types.js'

type Schemas = components['schemas']
type ExchangeState = Data<'getExchangeState'>

/** What stands in every answer to a client frame. */
interface Answering {
  /** The `requestId` of the frame that it answers. */
  requestId: string | null
}

/** What every pushed frame says beside its payload. */
interface Pushed {
  /** Counts what is delivered over one connection, from 1 and without a gap. */
  deliverySeq: number
  realmId: string
  entityId: string | null
  entityPath: string | null
  /** The same for the same event on every connection: drop one that you have seen. */
  eventId: string
  correlationId: string | null
  /** Place in the realm's journal, or the tick of its price feed. */
  sequence: number
  timestamp: string
}

/** Prices, and how old they are. */
type Mids = Data<'getMids'>

/** What the rest of the market has traded in one tick. */
export interface Trade {
  market: string
  /** Price. */
  px: string
  /** Size, in base units. */
  sz: string
  /** How many there were. */
  n: number
  time: string
}

/** The state of a path, as often as it is shown anew. */
export interface WatchSnapshot extends Answering {
  type: 'watch_snapshot'
  realmId: string
  path: string
  sequence: number
  balances: (Schemas['Balance'] & { objectId: string; path: string })[]
  operations: Schemas['Operation'][]
  /** Of an exchange object that is watched by itself. */
  exchange: ExchangeState | null
  valuation: Data<'getObjectValuation'> | Schemas['Aggregation'] | null
}

export interface MidsSnapshot extends Answering, Mids {
  type: 'mids.snapshot'
  realmId: string
}

export interface Subscribed extends Answering {
  type: 'subscribed'
  topic: 'events' | 'candles' | 'trades'
}

export interface AggregationWatchCreated extends Answering {
  type: 'aggregation_watch_created'
  watchId: string
  sequence: number
  aggregation: Schemas['Aggregation']
}

export interface ChartPoint {
  watchId: string
  kind: 'path' | 'object'
  target: string | null
  objectId: string | null
  ts: string
  equityUsd: string
  status: 'open' | 'incomplete'
}

export interface ChartWatchCreated extends Answering {
  type: 'chart_watch_created'
  chart: ChartPoint
}

/** Answers that say that something is done, and no more. */
type Done =
  | { type: 'authenticated'; requestId?: string; realmId: string; maxConnectionLifetimeSec: number }
  | { type: 'pong'; requestId?: string }
  | (Answering & { type: 'unwatched'; path: string })
  | (Answering & { type: 'unsubscribed'; topic: string })
  | (Answering & { type: 'aggregation_watch_destroyed' | 'chart_watch_destroyed'; watchId: string })

/** A refusal: of a client frame, or of the connection. */
export interface ErrorFrame extends Answering {
  type: 'error'
  code: string
  message: string
  details?: Record<string, unknown>
  errorId?: string
}

/**
 * Something was missed. What is watched is shown anew by snapshots; events of the meantime are read
 * with `events.list`. `gap`, `reconnected` and `slow_reader` are told by this client itself.
 */
export interface Resync extends Partial<Pushed> {
  type: 'stream.resync'
  reason: string
  reconnectAfterMs?: number
}

/** An event of the journal: as `event` where it was subscribed to, with its object where a path is watched. */
export interface EventFrame extends Pushed {
  type: EventType
  event?: Schemas['Event']
  object?: Schemas['Object']
  /** The payload of `fill.recorded`. */
  fill?: Record<string, unknown>
}

type Push =
  | (Pushed & { type: 'operation.created' | 'operation.updated'; operation: Schemas['Operation'] })
  | (Pushed & {
      type: 'balance.updated'
      balance: { objectId: string; path: string; balances: Schemas['Balance'][] }
    })
  | (Pushed & { type: 'exchange.updated'; exchange: ExchangeState })
  | (Pushed & { type: 'valuation.updated'; valuation: Schemas['Valuation'] })
  | (Pushed & { type: 'fill.previewed'; fill: Record<string, unknown> })
  | (Pushed & Mids & { type: 'mids.updated' })
  | (Pushed & {
      type: 'candle.updated' | 'candle.closed'
      market: string
      interval: string
      candle: Schemas['Candle']
    })
  | (Pushed & { type: 'trades.batch'; trades: Trade[] })
  | (Pushed & {
      type: 'aggregation.updated'
      watchId: string
      aggregation: Schemas['Aggregation']
    })
  | (Pushed & { type: 'chart.snapshot.updated'; chart: ChartPoint })

/** Any frame of the service. `type` tells which one it is. */
export type Frame =
  | Done
  | ErrorFrame
  | WatchSnapshot
  | MidsSnapshot
  | Subscribed
  | AggregationWatchCreated
  | ChartWatchCreated
  | Resync
  | EventFrame
  | Push

/** The frames of a type. */
export type FrameOf<Type extends Frame['type']> = OfType<Frame, Type>

type OfType<Each, Type> = Each extends { type: infer Types }
  ? Type extends Types
    ? Each
    : never
  : never

/** What client frames that subscribe take. */
export interface Asked {
  watch: { path: string }
  subscribe_events: { types: string[] }
  subscribe_mids: { markets?: string[] }
  subscribe_candles: { markets: string[]; intervals: string[] }
  subscribe_trades: { markets?: string[] }
  create_aggregation_watch: {
    sources: { type: 'prefix' | 'pattern' | 'paths' | 'watch'; value: string }[]
  }
  watch_chart_history: {
    /** A name of your own. */
    watchId: string
    target?: string
    kind?: 'path' | 'object'
    objectId?: string
  }
}

export type ClientAction = keyof Asked

interface Answers {
  watch: WatchSnapshot
  subscribe_events: Subscribed
  subscribe_mids: MidsSnapshot
  subscribe_candles: Subscribed
  subscribe_trades: Subscribed
  create_aggregation_watch: AggregationWatchCreated
  watch_chart_history: ChartWatchCreated
}

/** The frame that answers a subscription. */
export type AnswerOf<Action extends ClientAction> = Answers[Action]

/** The frame that ends a subscription. */
export const ENDS: {
  [Action in ClientAction]: (asked: Asked[Action], watchId: string | null) => object
} = {
  watch: ({ path }) => ({ action: 'unwatch', path }),
  subscribe_events: () => ({ action: 'unsubscribe_events' }),
  subscribe_mids: () => ({ action: 'unsubscribe_mids' }),
  subscribe_candles: () => ({ action: 'unsubscribe_candles' }),
  subscribe_trades: () => ({ action: 'unsubscribe_trades' }),
  create_aggregation_watch: (_asked, watchId) => ({
    action: 'destroy_aggregation_watch',
    watchId,
  }),
  watch_chart_history: ({ watchId }) => ({ action: 'unwatch_chart_history', watchId }),
}
