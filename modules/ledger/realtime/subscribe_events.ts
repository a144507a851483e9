import { ModuleHost } from '#app/extension/module_host'
import type { Subscriber } from '#app/extension/realtime_topic'
import { singleton } from '#app/extension/singleton'
import { invalidField } from '#app/http/errors/service_error'
import { nearestName } from '#app/http/nearest_name'
import type { EventListening } from './realm_streams.ts'
import { Streams } from './streams.ts'

/**
 * Delivers committed events of some types to a connection: `deposit.completed`, `order.*` for a
 * family, `*` for all.
 */
@singleton()
export class SubscribeEvents {
  constructor(
    private streams: Streams,
    private modules: ModuleHost
  ) {}

  /**
   * Replaces the types that the connection asked for before.
   *
   * @throws ServiceError VALIDATION_ERROR for a type that no module emits; FORBIDDEN
   */
  async run(subscriber: Subscriber, types: readonly string[]): Promise<void> {
    this.#assertKnown(types)
    subscriber.authorize('svc:Subscribe', '/')
    const { realmId } = subscriber
    const { streams, following } = this.streams.of(realmId)
    const listening: EventListening = {
      subscriber,
      subscription: {
        terms: { types },
        stop: () => {
          streams.events.delete(listening)
          this.streams.stopIfIdle(realmId)
        },
      },
      after: Number.POSITIVE_INFINITY,
      wants: wanted(types),
    }
    streams.events.add(listening)
    subscriber.hold('events', listening.subscription)
    await following.visit(async ({ seq }) => {
      listening.after = seq
    })
  }

  #assertKnown(types: readonly string[]) {
    const known = this.modules.all().flatMap(({ events = {} }) => Object.keys(events))
    const families = known.map((type) => `${type.split('.')[0]}.*`)
    const all = new Set(['*', ...known, ...families])
    const unknown = types.find((type) => !all.has(type))
    if (unknown === undefined) return
    const near = nearestName(unknown, all)
    const hint = near ? `Did you mean ${near}?` : 'All are x-events of /openapi.json.'
    throw invalidField(
      'types',
      'enum',
      `The types field names ${unknown}, which nobody emits. ${hint}`
    )
  }
}

function wanted(types: readonly string[]): (type: string) => boolean {
  const exact = new Set(types)
  return (type) => exact.has('*') || exact.has(type) || exact.has(`${type.split('.')[0]}.*`)
}
