import { Clock } from '#app/clock/clock'
import {
  RawJson,
  StreamEvent,
  type Subscriber,
  type Subscription,
  endSubscription,
} from '#app/extension/realtime_topic'
import { singleton } from '#app/extension/singleton'
import { newId } from '#app/ids/ids'
import type { Selector, WatchSource } from '../core/watch_sources.ts'
import { ResolveSources } from '../services/resolve_sources.ts'
import { sharedText } from './aggregation_text.ts'
import type { LiveView } from './live_view.ts'
import { viewHead } from './view_head.ts'
import { Views } from './views.ts'

/** A watch that a connection holds. */
interface HeldWatch extends Subscription {
  selectors: readonly Selector[]
}

/** Aggregation watches of connections: created and pushed over a connection, and ended with it. */
@singleton()
export class AggregationTopic {
  constructor(
    private sources: ResolveSources,
    private views: Views,
    private clock: Clock
  ) {}

  /** @throws ServiceError VALIDATION_ERROR, FORBIDDEN, SUBSCRIPTION_LIMIT, VALUATION_UNAVAILABLE */
  async create(
    subscriber: Subscriber,
    sources: readonly WatchSource[],
    requestId: string | null
  ): Promise<void> {
    const selectors = await this.sources.run(subscriber, sources, (watchId) => {
      const held = subscriber.held(nameOf(watchId)) as HeldWatch | undefined
      return held?.selectors ?? null
    })
    const watchId = newId('wat')
    const push = (view: LiveView) => this.#push(subscriber, watchId, view)
    const target = { kind: 'selectors', selectors } as const
    const hold = (watch: Subscription) => subscriber.hold(nameOf(watchId), watch)
    // Called before anything is read or answered, because the connection may have too many
    // subscriptions.
    hold({ stop: () => {} })
    // The answer is sent at the cut at which the view was read, so that every later change is
    // pushed after it.
    const take = this.views.take(subscriber, target, { pushed: push }, (view) =>
      subscriber.reply({
        type: 'aggregation_watch_created',
        requestId,
        watchId,
        sequence: view.seq,
        aggregation: JSON.parse(sharedText(view, this.clock)) as unknown,
      })
    )
    const seat = await take.catch((error: unknown) => {
      subscriber.release(nameOf(watchId))
      throw error
    })
    const watch: HeldWatch = {
      selectors,
      stop: () => seat.stop(),
      resync: async () => push(seat.view),
    }
    hold(watch)
  }

  /** @throws ServiceError NOT_FOUND */
  destroy(subscriber: Subscriber, watchId: string, requestId: string | null) {
    endSubscription(subscriber, nameOf(watchId))
    subscriber.reply({ type: 'aggregation_watch_destroyed', requestId, watchId })
  }

  #push(subscriber: Subscriber, watchId: string, view: LiveView) {
    const head = viewHead(view, {
      type: 'aggregation.updated',
      realmId: subscriber.realmId,
      entityId: watchId,
      entityPath: null,
    })
    const aggregation = new RawJson(sharedText(view, this.clock))
    subscriber.deliver(new StreamEvent(head, { watchId, aggregation }))
  }
}

function nameOf(watchId: string): string {
  return `aggregation ${watchId}`
}
