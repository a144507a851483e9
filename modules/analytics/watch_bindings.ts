import type { ApplicationService } from '@adonisjs/core/types'
import { Clock } from '#app/clock/clock'
import { AccessControl } from '#app/extension/access_control'
import { bind } from '#app/extension/bind'
import type { ServiceModule } from '#app/extension/module'
import { Database } from '#app/storage/database'
import { JournalTail, ReadObject, RealmDirectory } from '#modules/ledger/index'
import { AggregationTopic } from './realtime/aggregation_topic.ts'
import { analyticsTopics } from './realtime/analytics_topics.ts'
import { ChartTopic } from './realtime/chart_topic.ts'
import { ValuationPart } from './realtime/valuation_part.ts'
import { Views } from './realtime/views.ts'
import { ResolveSources } from './services/resolve_sources.ts'
import { ValueAtCut } from './services/value_at_cut.ts'
import { ValueObjects } from './services/value_objects.ts'
import { WatchAggregations } from './services/watch_aggregations.ts'
import { WatchStore } from './storage/watch_store.ts'

type Container = ApplicationService['container']

/** Watches over HTTP, and what connections are pushed. */
export function bindWatches(container: Container) {
  bind(container, WatchStore, Database, Clock)
  bind(container, ResolveSources, WatchStore, AccessControl)
  bind(
    container,
    WatchAggregations,
    RealmDirectory,
    ResolveSources,
    WatchStore,
    ValueAtCut,
    AccessControl,
    Database
  )
  container.singleton(
    Views,
    async (resolver) =>
      new Views(
        await resolver.make(JournalTail),
        await resolver.make(ValueObjects),
        await resolver.make(AccessControl),
        await resolver.make('logger')
      )
  )
  bind(container, AggregationTopic, ResolveSources, Views, Clock)
  bind(container, ChartTopic, ResolveSources, ReadObject, Views, Clock)
  bind(container, ValuationPart, ValueAtCut, ValueObjects, AccessControl)
}

/** What watches plug into the host. */
export async function watchingParts(container: Container) {
  return {
    watchParts: [await container.make(ValuationPart)],
    realtimeTopics: analyticsTopics(container.createResolver()),
  } satisfies Partial<ServiceModule>
}
