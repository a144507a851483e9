import type { AccessControl } from '#app/extension/access_control'
import type { StreamEvent, Subscriber, Subscription } from '#app/extension/realtime_topic'
import { WatchIndex } from '#app/paths/watch_index'
import type { ValuationCut } from '../extension/valuator.ts'
import type { WatchPart } from '../extension/watch_part.ts'
import {
  balanceEvent,
  eventEvent,
  objectEvent,
  operationEvent,
  partEvent,
  watchedEvents,
} from './stream_events.ts'
import type { TailFollower } from './realm_tail.ts'
import { eventPaths } from '../services/event_access.ts'
import { operationPaths } from '../services/operation_access.ts'
import { visibleOperation } from '../services/visible_operation.ts'
import type { StoredEvent } from '../storage/history_reader.ts'
import type { ChangedOperation, JournalChange } from '../storage/tail_changes.ts'
import type { ObjectReader } from '../storage/object_reader.ts'
import type { ShownObjectRow } from '../storage/rows.ts'

/** A connection that watches a path, or listens to events of some types. */
export interface StreamListener {
  subscriber: Subscriber
  subscription: Subscription
  /** The connection's first answer held the entries up to this one. */
  after: number
}

export interface EventListening extends StreamListener {
  wants(type: string): boolean
}

/**
 * What the connections of one realm are told of its journal. Every delivery is checked against the
 * scope of its connection. The text of an event is made once for all connections.
 */
export class RealmStreams implements TailFollower {
  readonly needs = 'everything'
  readonly watches = new WatchIndex<StreamListener>()
  readonly events = new Set<EventListening>()
  /** Objects whose part is being read; true when the object changed again meanwhile. */
  #reading = new Map<string, boolean>()

  constructor(
    private objects: ObjectReader,
    private access: AccessControl,
    private parts: readonly WatchPart[]
  ) {}

  get idle(): boolean {
    return this.watches.size === 0 && this.events.size === 0
  }

  async changed(change: JournalChange, { session }: ValuationCut): Promise<void> {
    const watched = change.objects.filter(({ path }) => this.watches.matching([path]).size > 0)
    const moved = watched.filter(({ id }) => change.moved.has(id)).map(({ id }) => id)
    const balances = Map.groupBy(
      await this.objects.balances(moved, session),
      ({ objectId }) => objectId
    )
    for (const changed of change.operations) this.#tellOperation(changed)
    for (const event of change.events) this.#tellEvent(event, change)
    for (const object of watched) {
      const own = balances.get(object.id)
      if (own) {
        this.#toWatchers(object, 'svc:ReadBalance', change.to, balanceEvent(object, own, change))
      }
      this.#tellParts(object, change)
    }
  }

  async gap(): Promise<void> {
    for (const { subscriber, subscription } of [...this.watches.all(), ...this.events]) {
      subscriber.missed('gap', subscription)
    }
  }

  #tellOperation({ seq, created, operation }: ChangedOperation) {
    const paths = operationPaths(operation)
    const shared = operationEvent(operation, { seq, created })
    for (const { subscriber, after } of this.watches.matching(paths)) {
      if (seq <= after) continue
      if (!paths.some((each) => each !== null && subscriber.permits('svc:ReadOperation', each))) {
        continue
      }
      const visible = visibleOperation(this.access, subscriber.principal)(operation)
      subscriber.deliver(visible === operation ? shared : operationEvent(visible, { seq, created }))
    }
  }

  #tellEvent(event: StoredEvent, change: JournalChange) {
    const { seq } = event
    const paths = eventPaths(event)
    const shared = eventEvent(event)
    for (const { subscriber, after, wants } of this.events) {
      if (seq <= after || !wants(event.type)) continue
      if (!paths.some((path) => subscriber.permits('svc:ReadEvent', path))) continue
      subscriber.deliver(shared)
    }
    const { objectId: id, objectPath: path } = event
    if (id === null || path === null || this.watches.matching([path]).size === 0) return
    if (event.type.startsWith('object.')) {
      const object = change.objects.find((each) => each.id === id)
      if (object) this.#toWatchers({ path }, 'svc:ReadObject', seq, objectEvent(event, object))
    }
    for (const watched of this.parts.flatMap(({ events = [] }) => events)) {
      if (watched.type !== event.type) continue
      for (const told of watchedEvents(watched, event)) {
        this.#toWatchers({ path }, watched.action, seq, told)
      }
    }
  }

  #toWatchers({ path }: { path: string }, action: string, seq: number, event: StreamEvent) {
    for (const { subscriber, after } of this.watches.matching([path])) {
      if (seq > after && subscriber.permits(action, path)) subscriber.deliver(event)
    }
  }

  /** Modules read their parts in their own time, so the other changes do not wait for them here. */
  #tellParts(object: ShownObjectRow, change: JournalChange) {
    for (const { update } of this.parts) {
      if (!update?.objectTypes.includes(object.type) || object.status !== 'active') continue
      const key = `${update.type} ${object.id}`
      if (this.#reading.has(key)) {
        this.#reading.set(key, true)
        continue
      }
      void this.#tellPart(key, update, object, change)
    }
  }

  async #tellPart(
    key: string,
    update: NonNullable<WatchPart['update']>,
    object: ShownObjectRow,
    change: JournalChange
  ) {
    const { realm_id: realmId } = object
    try {
      do {
        this.#reading.set(key, false)
        const state = await update.read(realmId, object)
        if (state === null) continue
        this.#toWatchers(object, update.action, change.to, partEvent(update, object, state, change))
      } while (this.#reading.get(key))
    } catch {
      // The venue may be away. The next change asks it again, and its answer is then the newest
      // state.
    } finally {
      this.#reading.delete(key)
    }
  }
}
