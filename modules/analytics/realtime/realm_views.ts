import type { Logger } from '@adonisjs/core/logger'
import { LEDGER_LIMITS } from '#modules/ledger/index'
import { WatchIndex } from '#app/paths/watch_index'
import type { ServiceObject } from '#modules/ledger/extension/ledger_terms'
import type { ValuationCut } from '#modules/ledger/extension/valuator'
import type { Following, JournalChange, TailFollower } from '#modules/ledger/index'
import { ANALYTICS_LIMITS } from '../limits.ts'
import { targetObjects } from '../services/target_objects.ts'
import type { ValueObjects } from '../services/value_objects.ts'
import type { LiveView } from './live_view.ts'

/** The pause after writing a costly view is this many times as long as the writing. */
const PAUSE_FACTOR = 5
const LONGEST_PAUSE_MS = 1000

/**
 * The views of one realm that watches of this process show. A change costs what it touches: only
 * objects that a view shows are valued again, all at one cut, and a view is pushed once for all
 * entries that were read together.
 */
export class RealmViews implements TailFollower {
  readonly needs = 'objects'
  following!: Following
  #views = new Map<string, LiveView>()
  #index = new WatchIndex<LiveView>()
  #ofObject = new Map<string, LiveView>()
  /** Views that were pushed a moment ago, at a high cost. */
  #pausing = new Set<LiveView>()
  #marks: NodeJS.Timeout | null = null

  constructor(
    readonly realmId: string,
    private values: ValueObjects,
    private log: Logger
  ) {}

  get idle(): boolean {
    return this.#views.size === 0
  }

  find(key: string): LiveView | undefined {
    return this.#views.get(key)
  }

  prepare(): Promise<void> {
    return this.values.prepare(this.realmId, null)
  }

  /**
   * Reads a new view, which every later change of its objects reaches.
   *
   * @param shown called at the cut at which the view was read, before any change is pushed
   * @throws ServiceError VALUATION_UNAVAILABLE
   */
  async open(view: LiveView, shown: () => void): Promise<void> {
    await this.following.visit(async (cut) => {
      await this.#read(view, cut)
      view.pushed = view.version
      this.#add(view)
      shown()
    })
    this.#marks ??= setInterval(
      () => void this.#valueMarked(),
      ANALYTICS_LIMITS.watchMarksMs
    ).unref()
  }

  drop(view: LiveView) {
    if (this.#views.get(view.key) !== view) return
    this.#views.delete(view.key)
    for (const place of view.places ?? []) this.#index.remove(place, view)
    if (view.target.kind === 'object') this.#ofObject.delete(view.key)
    if (!this.idle || !this.#marks) return
    clearInterval(this.#marks)
    this.#marks = null
  }

  async changed(change: JournalChange, cut: ValuationCut): Promise<void> {
    const touched = change.objects.flatMap((row) => {
      const object = serviceObjectOf(row)
      const views = this.#showing(object)
      return views.length === 0 ? [] : [{ object, views, usable: isUsable(row) }]
    })
    const living = touched.filter(({ usable }) => usable).map(({ object }) => object)
    const valued = await this.values.run(cut, living)
    const worth = new Map(valued.map((object) => [object.id, object]))
    for (const { object, views } of touched) {
      const now = worth.get(object.id)
      for (const view of views) {
        if (now) view.set(now)
        else view.remove(object.id)
      }
    }
    this.#pushAll(cut)
  }

  /** All views are read again, which includes the changes that were skipped. */
  async gap(): Promise<void> {
    await this.following.visit(async (cut) => {
      for (const view of this.#views.values()) await this.#read(view, cut)
      this.#pushAll(cut)
    })
  }

  #add(view: LiveView) {
    this.#views.set(view.key, view)
    for (const place of view.places ?? []) this.#index.add(place, view)
    if (view.target.kind === 'object') this.#ofObject.set(view.key, view)
  }

  #showing(object: { id: string; path: string }): LiveView[] {
    const candidates = [...this.#index.matching([object.path]), ...this.#ofObject.values()]
    return candidates.filter((view) => view.shows(object))
  }

  async #read(view: LiveView, cut: ValuationCut): Promise<void> {
    const { target } = view
    const objects = await targetObjects(
      cut,
      target.kind === 'object' ? target : { kind: 'union', of: target.selectors }
    )
    view.fill(
      await this.values.run(
        cut,
        objects.filter((object) => view.shows(object))
      )
    )
    view.seq = cut.seq
    view.committedAt = cut.committedAt
  }

  /** Values views with positions again, because prices move without an entry in the journal. */
  async #valueMarked(): Promise<void> {
    const marked = () => [...this.#views.values()].flatMap((view) => view.marked())
    if (marked().length === 0) return
    try {
      await this.following.visit(async (cut) => {
        const objects = new Map(marked().map((object) => [object.id, object]))
        const living = await targetObjects(cut, {
          kind: 'paths',
          values: [...objects.values()].map(({ path }) => path),
        })
        for (const object of await this.values.run(
          cut,
          living.filter(({ id }) => objects.has(id))
        )) {
          for (const view of this.#showing(object)) view.set(object)
        }
        this.#pushAll(cut)
      })
    } catch (error) {
      this.log.warn({ err: error, realmId: this.realmId }, 'watches could not be valued again')
    }
  }

  #pushAll({ seq, committedAt }: ValuationCut) {
    for (const view of this.#views.values()) {
      if (view.pushed === view.version) continue
      view.seq = seq
      view.committedAt = committedAt
      this.#push(view)
    }
  }

  #push(view: LiveView) {
    if (this.#pausing.has(view)) return
    view.pushed = view.version
    const startedAt = performance.now()
    for (const listener of view.listeners) listener.pushed(view)
    const pauseMs = (performance.now() - startedAt) * PAUSE_FACTOR
    if (pauseMs < LEDGER_LIMITS.pushEveryMs) return
    this.#pausing.add(view)
    setTimeout(
      () => {
        this.#pausing.delete(view)
        if (view.pushed !== view.version && this.#views.get(view.key) === view) this.#push(view)
      },
      Math.min(pauseMs, LONGEST_PAUSE_MS)
    ).unref()
  }
}

function serviceObjectOf(row: JournalChange['objects'][number]): ServiceObject {
  const { id, realm_id: realmId, path, type, denomination, status, metadata } = row
  return { id, realmId, path, type, denomination, status, metadata }
}

/** Whether the newest cut has the object: it is created completely, and not deleted. */
function isUsable({ status, ready_at: readyAt }: { status: string; ready_at: string | null }) {
  return status !== 'deleted' && readyAt !== null
}
