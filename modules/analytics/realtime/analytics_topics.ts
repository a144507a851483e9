import type { ContainerResolver } from '@adonisjs/core/container'
import type { ContainerBindings } from '@adonisjs/core/types'
import { realtimeAction, type RealtimeTopic } from '#app/extension/realtime_topic'
import { exampleId } from '#app/http/openapi/host_glossary'
import { chartFrame, watchFrame, watchIdFrame } from '../http/watch_validators.ts'
import { AggregationTopic } from './aggregation_topic.ts'
import {
  AGGREGATION_CREATED,
  AGGREGATION_DESTROYED,
  AGGREGATION_UPDATED,
  CHART_CREATED,
  CHART_DESTROYED,
  CHART_UPDATED,
} from './analytics_frames.ts'
import { ChartTopic } from './chart_topic.ts'

/** The topics of analytics: aggregations and charts. */
export function analyticsTopics(resolver: ContainerResolver<ContainerBindings>): RealtimeTopic[] {
  const aggregations = () => resolver.make(AggregationTopic)
  const charts = () => resolver.make(ChartTopic)
  return [
    {
      name: 'aggregations',
      pushes: () => [AGGREGATION_UPDATED],
      actions: [
        realtimeAction({
          action: 'create_aggregation_watch',
          validator: watchFrame,
          summary: 'Shows what parts of the realm are worth together, and then every change of it.',
          example: { sources: [{ type: 'prefix', value: '/users/' }] },
          answers: () => [AGGREGATION_CREATED],
          handle: async (subscriber, { sources }, requestId) =>
            (await aggregations()).create(subscriber, sources, requestId),
        }),
        realtimeAction({
          action: 'destroy_aggregation_watch',
          validator: watchIdFrame,
          summary: 'Ends an aggregation watch of this connection.',
          example: { watchId: exampleId('wat') },
          answers: () => [AGGREGATION_DESTROYED],
          handle: async (subscriber, { watchId }, requestId) =>
            (await aggregations()).destroy(subscriber, watchId, requestId),
        }),
      ],
    },
    {
      name: 'charts',
      pushes: () => [CHART_UPDATED],
      actions: [
        realtimeAction({
          action: 'watch_chart_history',
          validator: chartFrame,
          summary:
            'Asks for the running point of a chart of equity. `watchId` is a name of your own.',
          example: { watchId: 'my-chart', target: '/users/' },
          answers: () => [CHART_CREATED],
          handle: async (subscriber, chart, requestId) =>
            (await charts()).watch(subscriber, chart, requestId),
        }),
        realtimeAction({
          action: 'unwatch_chart_history',
          validator: chartFrame,
          summary: 'Ends it.',
          example: { watchId: 'my-chart' },
          answers: () => [CHART_DESTROYED],
          handle: async (subscriber, chart, requestId) =>
            (await charts()).unwatch(subscriber, chart, requestId),
        }),
      ],
    },
  ]
}
