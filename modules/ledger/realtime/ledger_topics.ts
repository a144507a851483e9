import vine from '@vinejs/vine'
import { endSubscription, realtimeAction, type RealtimeTopic } from '#app/extension/realtime_topic'
import { pathPrefix } from '#app/http/rules'
import { eventFrames, pathFrames, snapshotFrame, SUBSCRIBED, UNWATCHED } from './ledger_frames.ts'
import type { LoadedWords } from './ledger_frames.ts'
import type { SubscribeEvents } from './subscribe_events.ts'
import type { WatchPath } from './watch_path.ts'

const MOST_TYPES = 100
const LONGEST_TYPE = 64

const watchFrame = vine.create({ path: pathPrefix() })
const types = () =>
  vine.array(vine.string().minLength(1).maxLength(LONGEST_TYPE)).minLength(1).maxLength(MOST_TYPES)
const typesFrame = vine.create({ types: types() })
const noTypesFrame = vine.create({ types: types().optional() })

/** What the ledger streams: watched paths, and events by type. */
export function ledgerTopics(
  watchPath: () => Promise<WatchPath>,
  subscribe: () => Promise<SubscribeEvents>,
  loaded: () => LoadedWords
): RealtimeTopic[] {
  return [
    {
      name: 'paths',
      pushes: () => pathFrames(loaded()),
      actions: [
        realtimeAction({
          action: 'watch',
          validator: watchFrame,
          summary:
            'Shows a path, or a folder with a trailing slash, and then all that changes there.',
          example: { path: '/users/u1/wallet' },
          answers: () => [snapshotFrame(loaded())],
          handle: async (subscriber, { path }, requestId) =>
            (await watchPath()).run(subscriber, path, requestId),
        }),
        realtimeAction({
          action: 'unwatch',
          validator: watchFrame,
          summary: 'Ends a watch.',
          example: { path: '/users/u1/wallet' },
          answers: () => [UNWATCHED],
          handle: async (subscriber, { path }, requestId) => {
            endSubscription(subscriber, `watch ${path}`)
            subscriber.reply({ type: 'unwatched', requestId, path })
          },
        }),
      ],
    },
    {
      name: 'events',
      pushes: () => eventFrames(loaded()),
      actions: [
        realtimeAction({
          action: 'subscribe_events',
          validator: typesFrame,
          summary:
            'Asks for the events of some types: `deposit.completed`, `order.*` for a family, `*` for all. Needs `svc:Subscribe` on /.',
          example: { types: ['deposit.completed', 'object.*'] },
          answers: () => [SUBSCRIBED.subscribed],
          handle: async (subscriber, wanted, requestId) => {
            await (await subscribe()).run(subscriber, wanted.types)
            subscriber.reply({ type: 'subscribed', topic: 'events', requestId, ...wanted })
          },
        }),
        realtimeAction({
          action: 'unsubscribe_events',
          validator: noTypesFrame,
          summary: 'Ends the stream of events.',
          example: {},
          answers: () => [SUBSCRIBED.unsubscribed],
          handle: async (subscriber, named, requestId) => {
            endSubscription(subscriber, 'events', named)
            subscriber.reply({ type: 'unsubscribed', topic: 'events', requestId })
          },
        }),
      ],
    },
  ]
}
