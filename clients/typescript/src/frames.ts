import type { components } from './generated/schema.js'
import type { ClientAnswers, ClientFrames, ServerFrame } from './generated/stream.js'

type ToldResync = components['schemas']['frame.stream.resync']

/**
 * Something was missed: what is watched is shown anew by snapshots, and events of the meantime are
 * read with `events.list`. The client itself tells `reconnected`, `slow_reader`, and a `gap` that it
 * finds.
 */
export type Resync = Partial<Omit<ToldResync, 'reason'>> & {
  type: 'stream.resync'
  reason: ToldResync['reason'] | 'reconnected' | 'slow_reader'
}

/** Any frame of the service. `type` tells which one it is. */
export type Frame = Exclude<ServerFrame, { type: 'stream.resync' }> | Resync

/** The frames of a type. */
export type FrameOf<Type extends Frame['type']> = OfType<Frame, Type>

type OfType<Each, Type> = Each extends { type: infer Types }
  ? Type extends Types
    ? Each
    : never
  : never

/** A client frame that ends a subscription, for each that begins one. */
interface Ends {
  watch: 'unwatch'
  subscribe_events: 'unsubscribe_events'
  subscribe_mids: 'unsubscribe_mids'
  subscribe_candles: 'unsubscribe_candles'
  subscribe_trades: 'unsubscribe_trades'
  create_aggregation_watch: 'destroy_aggregation_watch'
  watch_chart_history: 'unwatch_chart_history'
}

/** A client frame that subscribes. */
export type ClientAction = keyof Ends

/** What client frames that subscribe take. */
export type Asked = {
  [Action in ClientAction]: Omit<ClientFrames[Action], 'action' | 'requestId'>
}

/** The frame that answers a subscription. */
export type AnswerOf<Action extends ClientAction> = ClientAnswers[Action]

/** Makes the frame that ends a subscription; `watchId` is what the service calls it. */
export const ENDS: {
  [Action in ClientAction]: (
    asked: Asked[Action],
    watchId: string | null
  ) => Omit<ClientFrames[Ends[Action]], 'watchId'> & { watchId?: string | null }
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
