import vine from '@vinejs/vine'
import { realtimeAction, type RealtimeTopic, type Subscriber } from '#app/extension/realtime_topic'
import { notFound } from '#app/http/errors/service_error'
import { pathPrefix } from '#app/http/rules'
import type { SubscribeEvents } from '#modules/ledger/realtime/subscribe_events'
import type { WatchPath } from '#modules/ledger/realtime/watch_path'

const MOST_TYPES = 100
const LONGEST_TYPE = 64

const watchFrame = vine.create({ path: pathPrefix() })
const typesFrame = vine.create({
  types: vine
    .array(vine.string().minLength(1).maxLength(LONGEST_TYPE))
    .minLength(1)
    .maxLength(MOST_TYPES),
})
const noFields = vine.create({})

/** What the ledger streams: watched paths, and events by type. */
export function ledgerTopics(
  watchPath: () => Promise<WatchPath>,
  subscribe: () => Promise<SubscribeEvents>
): RealtimeTopic[] {
  return [
    {
      name: 'paths',
      actions: [
        realtimeAction({
          action: 'watch',
          validator: watchFrame,
          handle: async (subscriber, { path }, requestId) =>
            (await watchPath()).run(subscriber, path, requestId),
        }),
        realtimeAction({
          action: 'unwatch',
          validator: watchFrame,
          handle: async (subscriber, { path }, requestId) => {
            ended(subscriber, `watch ${path}`, 'The watch')
            subscriber.reply({ type: 'unwatched', requestId, path })
          },
        }),
      ],
    },
    {
      name: 'events',
      actions: [
        realtimeAction({
          action: 'subscribe_events',
          validator: typesFrame,
          handle: async (subscriber, { types }, requestId) => {
            await (await subscribe()).run(subscriber, types)
            subscriber.reply({ type: 'subscribed', topic: 'events', requestId, types })
          },
        }),
        realtimeAction({
          action: 'unsubscribe_events',
          validator: noFields,
          handle: async (subscriber, _input, requestId) => {
            ended(subscriber, 'events', 'The subscription')
            subscriber.reply({ type: 'unsubscribed', topic: 'events', requestId })
          },
        }),
      ],
    },
  ]
}

/** @throws ServiceError NOT_FOUND */
function ended(subscriber: Subscriber, name: string, what: string) {
  if (!subscriber.release(name)) throw notFound(what)
}
