import type { ServiceObject } from './ledger_terms.ts'
import type { Principal } from '#app/extension/principal'
import type { Subscriber, Subscription } from '#app/extension/realtime_topic'
import type { ServerFrame } from '#app/extension/server_frame'
import type { JsonSchema } from '#app/http/route_declaration'
import type { ValuationCut } from './valuator.ts'

/** A watched path; with a trailing slash everything below it. */
export interface WatchedPlace {
  realmId: string
  path: string
  /** The usable objects there that the watcher may read. */
  objects: readonly ServiceObject[]
}

/** An event type that is sent to connections that watch the object's path. */
export interface WatchedEvent {
  readonly type: string
  /** The field of the frame that has the event's payload. */
  readonly field: string
  /** The action that the watcher needs on the object's path. */
  readonly action: string
  /**
   * Fields of the payload: one with the id of what it is about, one with the id of what that
   * belongs to.
   */
  readonly entity: string
  readonly correlation: string
  /** A frame of this type is sent before it, with the same payload. */
  readonly previewedAs?: string
}

/** What a module adds to watched paths: to their snapshot, and to the changes of their objects. */
export interface WatchPart {
  /** Its field in `watch_snapshot`. */
  readonly name: string
  /** What that field holds, for the reference of the stream, and one that was sent once. */
  readonly schema: JsonSchema
  readonly example: unknown
  /** The frames of `update`, `events` and `follow`, for the reference of the stream. */
  readonly frames?: readonly ServerFrame[]
  /** Called before a cut is opened: for work that takes long and needs no cut. */
  prepare?(realmId: string): Promise<void>
  /** Reads only in the session of the cut. */
  snapshot?(principal: Principal, place: WatchedPlace, cut: ValuationCut): Promise<unknown>
  /**
   * For state that cannot be read in the session of the cut; read after the cut, and never older
   * than it.
   */
  snapshotAfter?(principal: Principal, place: WatchedPlace): Promise<unknown>
  /** A frame of its own for objects of some types, sent after they have changed. */
  readonly update?: {
    readonly type: string
    /** The field of the frame that has the state. */
    readonly field: string
    readonly objectTypes: readonly string[]
    /** The action that the watcher needs on the object's path. */
    readonly action: string
    /** @returns null when there is nothing to send */
    read(realmId: string, object: { id: string; path: string }): Promise<unknown>
  }
  readonly events?: readonly WatchedEvent[]
  /**
   * For what changes without an entry of the journal, such as prices: delivers frames of its own
   * until it is stopped. Called after the snapshot was sent.
   *
   * @param shown what `snapshot` has shown
   * @returns null when nothing of the place changes so
   */
  follow?(
    subscriber: Subscriber,
    place: WatchedPlace,
    shown: unknown
  ): Promise<Pick<Subscription, 'stop'> | null>
}

declare module '#app/extension/module' {
  interface ServiceModule {
    watchParts?: WatchPart[]
  }
}
