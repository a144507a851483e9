import { LayeredMap } from './layered_map.ts'

/** A map being worked on: what it was given stays as it is, and is handed back while nothing differs. */
export class CopiedMap<Value> {
  #changes = new Map<string, Value | undefined>()

  constructor(private given: ReadonlyMap<string, Value>) {}

  /** As it stands. */
  get now(): ReadonlyMap<string, Value> {
    if (this.#changes.size === 0) return this.given
    return LayeredMap.of(this.given).with(this.#changes)
  }

  get(key: string): Value | undefined {
    return this.#changes.has(key) ? this.#changes.get(key) : this.given.get(key)
  }

  /** @param value undefined removes */
  put(key: string, value: Value | undefined): void {
    if (value === this.given.get(key)) this.#changes.delete(key)
    else this.#changes.set(key, value)
  }
}
