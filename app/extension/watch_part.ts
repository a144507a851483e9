import type { ServiceObject } from '#app/extension/ledger_terms'
import type { Principal } from '#app/extension/principal'
import type { ValuationCut } from '#app/extension/valuator'

/** What was asked to be watched: a path, or with a trailing slash everything below it. */
export interface WatchedPlace {
  realmId: string
  path: string
  /** The usable objects there that the watcher may read. */
  objects: readonly ServiceObject[]
}

/** Events of one type that reach those who watch the object's path. */
export interface WatchedEvent {
  readonly type: string
  /** Field of the frame that carries the event's payload. */
  readonly field: string
  /** What the watcher must be permitted on the object's path. */
  readonly action: string
  /** Fields of the payload that name what it is about, and what else it belongs to. */
  readonly entity: string
  readonly correlation: string
  /** A frame of this type goes ahead of it, with the same payload. */
  readonly previewedAs?: string
}

/** What a module adds to watched paths: to their snapshot, and to what is told of their objects. */
export interface WatchPart {
  /** Its field in `watch_snapshot`. */
  readonly name: string
  /** Called before a cut is opened: what takes long and needs none. */
  prepare?(realmId: string): Promise<void>
  /** Reads in the session of the cut alone. */
  snapshot?(principal: Principal, place: WatchedPlace, cut: ValuationCut): Promise<unknown>
  /** What cannot be read in a session of others; read after the cut, and never older than it. */
  snapshotAfter?(principal: Principal, place: WatchedPlace): Promise<unknown>
  /** A frame of its own for objects of some types, after changes of them. */
  readonly update?: {
    readonly type: string
    /** Field of the frame. */
    readonly field: string
    readonly objectTypes: readonly string[]
    /** What the watcher must be permitted on the object's path. */
    readonly action: string
    /** @returns null when there is nothing to tell */
    read(realmId: string, object: { id: string; path: string }): Promise<unknown>
  }
  readonly events?: readonly WatchedEvent[]
}
