import type { ContainerResolver } from '@adonisjs/core/container'
import type { ContainerBindings } from '@adonisjs/core/types'
import { realtimeAction, type RealtimeTopic } from '#app/extension/realtime_topic'
import { chartFrame, watchFrame, watchIdFrame } from '../http/watch_validators.ts'
import { AggregationTopic } from './aggregation_topic.ts'
import { ChartTopic } from './chart_topic.ts'

/** The topics of analytics: aggregations and charts. */
export function analyticsTopics(resolver: ContainerResolver<ContainerBindings>): RealtimeTopic[] {
  const aggregations = () => resolver.make(AggregationTopic)
  const charts = () => resolver.make(ChartTopic)
  return [
    {
      name: 'aggregations',
      actions: [
        realtimeAction({
          action: 'create_aggregation_watch',
          validator: watchFrame,
          handle: async (subscriber, { sources }, requestId) =>
            (await aggregations()).create(subscriber, sources, requestId),
        }),
        realtimeAction({
          action: 'destroy_aggregation_watch',
          validator: watchIdFrame,
          handle: async (subscriber, { watchId }, requestId) =>
            (await aggregations()).destroy(subscriber, watchId, requestId),
        }),
      ],
    },
    {
      name: 'charts',
      actions: [
        realtimeAction({
          action: 'watch_chart_history',
          validator: chartFrame,
          handle: async (subscriber, chart, requestId) =>
            (await charts()).watch(subscriber, chart, requestId),
        }),
        realtimeAction({
          action: 'unwatch_chart_history',
          validator: chartFrame,
          handle: async (subscriber, chart, requestId) =>
            (await charts()).unwatch(subscriber, chart, requestId),
        }),
      ],
    },
  ]
}
