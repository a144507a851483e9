import { Clock } from '#app/clock/clock'
import { toRfc3339 } from '#app/clock/timestamp'
import { StreamEvent, endSubscription, type Subscriber } from '#app/extension/realtime_topic'
import { singleton } from '#app/extension/singleton'
import { invalidField, notFound } from '#app/http/errors/service_error'
import { formatUsd } from '#app/money/usd'
import { ReadObject } from '#modules/ledger/index'
import { aggregate } from '../core/aggregate.ts'
import { ResolveSources } from '../services/resolve_sources.ts'
import type { LiveView, ViewTarget } from './live_view.ts'
import { viewHead } from './view_head.ts'
import { Views } from './views.ts'

/** Points of a chart cover a minute at least, so more frequent signals would be of no use. */
const SIGNAL_EVERY_MS = 1000

export interface ChartRequest {
  /** The client's own name for the chart. */
  watchId: string
  target?: string
  kind?: 'path' | 'object'
  objectId?: string
}

/** Signals that the running point of a chart has moved; the client reads the history over HTTP. */
@singleton()
export class ChartTopic {
  constructor(
    private sources: ResolveSources,
    private objects: ReadObject,
    private views: Views,
    private clock: Clock
  ) {}

  /** @throws ServiceError VALIDATION_ERROR, FORBIDDEN, OBJECT_NOT_FOUND, SUBSCRIPTION_LIMIT */
  async watch(subscriber: Subscriber, chart: ChartRequest, requestId: string | null) {
    const target = await this.#target(subscriber, chart)
    let timer: NodeJS.Timeout | null = null
    let moved = false
    const signal = (view: LiveView) => {
      if (timer) {
        moved = true
        return
      }
      this.#signal(subscriber, chart, view)
      timer = setTimeout(() => {
        timer = null
        if (!moved) return
        moved = false
        signal(view)
      }, SIGNAL_EVERY_MS)
      timer.unref()
    }
    const name = nameOf(chart.watchId)
    // Called before anything is read or answered, because the connection may have too many
    // subscriptions.
    subscriber.hold(name, { stop: () => {} })
    const take = this.views.take(subscriber, target, { pushed: signal }, (view) =>
      subscriber.reply({
        type: 'chart_watch_created',
        requestId,
        chart: this.#point(chart, view),
      })
    )
    const seat = await take.catch((error: unknown) => {
      subscriber.release(name)
      throw error
    })
    subscriber.hold(name, {
      terms: { kind: 'path', ...chart },
      stop: () => {
        if (timer) clearTimeout(timer)
        seat.stop()
      },
      resync: async () => this.#signal(subscriber, chart, seat.view),
    })
  }

  /** @throws ServiceError NOT_FOUND, VALIDATION_ERROR */
  unwatch(subscriber: Subscriber, { watchId, ...named }: ChartRequest, requestId: string | null) {
    endSubscription(subscriber, nameOf(watchId), named)
    subscriber.reply({ type: 'chart_watch_destroyed', requestId, watchId })
  }

  async #target(
    subscriber: Subscriber,
    { kind = 'path', target, objectId }: ChartRequest
  ): Promise<ViewTarget> {
    if (kind === 'object') {
      if (objectId === undefined) throw required('objectId')
      const { realmId, principal } = subscriber
      const object = await this.objects.find(principal, { id: objectId }, 'svc:ReadBalance')
      if (object.realm_id !== realmId)
        throw notFound('object', objectId, 'GET /api/v1/objects lists those of the realm.')
      subscriber.authorize('svc:Subscribe', object.path, objectId)
      subscriber.authorize('svc:ReadObject', object.path, objectId)
      return { kind: 'object', objectId }
    }
    if (target === undefined) throw required('target')
    const selectors = await this.sources.run(subscriber, [{ type: 'prefix', value: target }])
    return { kind: 'selectors', selectors }
  }

  #signal(subscriber: Subscriber, chart: ChartRequest, view: LiveView) {
    const head = viewHead(view, {
      type: 'chart.snapshot.updated',
      realmId: subscriber.realmId,
      entityId: chart.objectId ?? chart.watchId,
      entityPath: chart.target ?? null,
    })
    subscriber.deliver(new StreamEvent(head, { chart: this.#point(chart, view) }))
  }

  #point({ watchId, kind = 'path', target, objectId }: ChartRequest, view: LiveView) {
    const { totalEquityUsd, midsComplete } = aggregate(view.objects())
    return {
      watchId,
      kind,
      target: target ?? null,
      objectId: objectId ?? null,
      ts: toRfc3339(this.clock.nowMicros()),
      equityUsd: formatUsd(totalEquityUsd),
      status: midsComplete ? 'open' : 'incomplete',
    }
  }
}

function nameOf(watchId: string): string {
  return `chart ${watchId}`
}

function required(field: string) {
  return invalidField(field, 'required', `The ${field} field must be defined`)
}
