import { AccessControl } from '#app/extension/access_control'
import type { Principal } from '#app/extension/principal'
import { StreamEvent, type Subscriber } from '#app/extension/realtime_topic'
import { singleton } from '#app/extension/singleton'
import type { ValuationCut } from '#modules/ledger/extension/valuator'
import type { WatchPart, WatchedPlace } from '#modules/ledger/extension/watch_part'
import { presentAggregate, presentValuation } from '../http/presenters.ts'
import { aggregation, valuation } from '../http/schemas.ts'
import { readablePaths } from '../services/readable_paths.ts'
import { ValueAtCut } from '../services/value_at_cut.ts'
import { ValueObjects } from '../services/value_objects.ts'
import { CASH_VALUATION, VALUATION_UPDATED } from './analytics_frames.ts'
import type { LiveView } from './live_view.ts'
import { viewHead } from './view_head.ts'
import { Views } from './views.ts'

/** Objects of this type are worth something else whenever prices move. */
const PRICED = 'exchange'

/**
 * The worth of a watched path when it is shown first, and of an exchange object from there on. An
 * aggregation watch follows a folder.
 */
@singleton()
export class ValuationPart implements WatchPart {
  readonly name = 'valuation'
  readonly schema = { anyOf: [valuation, aggregation, { type: 'null' }] }
  readonly example = CASH_VALUATION
  readonly frames = [VALUATION_UPDATED]

  constructor(
    private values: ValueAtCut,
    private objects: ValueObjects,
    private access: AccessControl,
    private views: Views
  ) {}

  prepare(realmId: string): Promise<void> {
    return this.objects.prepare(realmId, null)
  }

  /** A single valuation, an aggregation for a prefix, or null when there is nothing to value. */
  async snapshot(principal: Principal, { path, objects }: WatchedPlace, cut: ValuationCut) {
    const mayRead = readablePaths(this.access, principal)
    const readable = objects.filter((object) => mayRead(object.path))
    const worth = await this.values.at(cut, readable)
    if (path.endsWith('/')) return presentAggregate({ ...worth, prefix: path, asOf: null })
    const [object] = worth.objects
    return object ? presentValuation(object) : null
  }

  /** Of a path without an object too: an exchange object may be made there. */
  async follow(subscriber: Subscriber, { path, objects: [object] }: WatchedPlace, shown: unknown) {
    if (path.endsWith('/') || (object && object.type !== PRICED)) return null
    let told = JSON.stringify(shown)
    const tell = (view: LiveView) => {
      const [now] = view.objects()
      if (now?.type !== PRICED) return
      const worth = presentValuation(now)
      const text = JSON.stringify(worth)
      if (text === told) return
      told = text
      const { realmId } = subscriber
      const entity = { type: 'valuation.updated', realmId, entityId: now.id, entityPath: path }
      subscriber.deliver(new StreamEvent(viewHead(view, entity), { valuation: worth }))
    }
    const target = { kind: 'selectors', selectors: [{ kind: 'path', value: path }] } as const
    // What has changed since the snapshot is told when the view is read.
    return this.views.take(subscriber, target, { pushed: tell }, tell)
  }
}
