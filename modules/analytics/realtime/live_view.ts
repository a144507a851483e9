import type { ServiceObject } from '#modules/ledger/extension/ledger_terms'
import type { ValuedObject } from '../core/aggregate.ts'
import { placesOf, selects, type Selector } from '../core/watch_sources.ts'
import type { MayRead } from '../services/value_at_cut.ts'

/** What a view shows: parts of the tree, or one object through its whole life. */
export type ViewTarget =
  { kind: 'selectors'; selectors: readonly Selector[] } | { kind: 'object'; objectId: string }

/** Called when what a view shows has changed. */
export interface ViewListener {
  pushed(view: LiveView): void
}

/**
 * The objects that some watches show, with the worth of each. Watches of the same objects by
 * callers with the same permissions share one view, which is calculated and written once for all of
 * them.
 */
export class LiveView {
  readonly listeners = new Set<ViewListener>()
  /** The view includes entries up to this one. */
  seq = 0
  /** When the view last changed, as DATETIME(6) text. */
  committedAt = ''
  /** Rises with every change of the view. */
  version = 0
  /** The version that was pushed last, or shown first. */
  pushed = 0
  #members = new Map<string, ValuedObject>()
  #sorted: ValuedObject[] | null = null

  constructor(
    readonly key: string,
    readonly target: ViewTarget,
    private mayRead: MayRead
  ) {}

  /** The places of its objects, in the terms of a WatchIndex; null for a single object. */
  get places(): readonly string[] | null {
    return this.target.kind === 'object' ? null : this.target.selectors.flatMap(placesOf)
  }

  shows({ id, path }: Pick<ServiceObject, 'id' | 'path'>): boolean {
    const { target } = this
    const isPart =
      target.kind === 'object'
        ? target.objectId === id
        : target.selectors.some((selector) => selects(selector, path))
    return isPart && this.mayRead(path)
  }

  /** Replaces all objects. */
  fill(objects: readonly ValuedObject[]) {
    const before = this.#members
    this.#members = new Map(objects.map((object) => [object.id, object]))
    this.#sorted = null
    const same =
      before.size === objects.length &&
      objects.every((object) => sameWorth(before.get(object.id), object))
    if (!same) this.version++
  }

  set(object: ValuedObject) {
    const before = this.#members.get(object.id)
    if (sameWorth(before, object)) return
    this.#members.set(object.id, object)
    if (!before) this.#sorted = null
    else if (this.#sorted)
      this.#sorted = this.#sorted.map((each) => (each === before ? object : each))
    this.version++
  }

  remove(objectId: string) {
    if (!this.#members.delete(objectId)) return
    this.#sorted = null
    this.version++
  }

  /** Sorted by path. */
  objects(): readonly ValuedObject[] {
    this.#sorted ??= [...this.#members.values()].sort((a, b) => (a.path < b.path ? -1 : 1))
    return this.#sorted
  }

  /** Objects whose worth changes with marks alone. */
  marked(): ValuedObject[] {
    return this.objects().filter(({ valuation }) => (valuation.positions ?? []).length > 0)
  }
}

function sameWorth(before: ValuedObject | undefined, after: ValuedObject): boolean {
  return before !== undefined && worthText(before) === worthText(after)
}

const texts = new WeakMap<ValuedObject, string>()

/** The text leaves out the age of the marks: a price that does not move is no change. */
function worthText(object: ValuedObject): string {
  const known = texts.get(object)
  if (known !== undefined) return known
  const text = JSON.stringify({ ...object.valuation, marks: null }, (_name, value: unknown) =>
    typeof value === 'bigint' ? `${value}` : value
  )
  texts.set(object, text)
  return text
}
