import { LayeredMap } from './layered_map.ts'

/**
 * A working copy of a map. The given map never changes, and is handed back when nothing differs
 * from it.
 */
export class CopiedMap<Value> {
  #changes = new Map<string, Value | undefined>()

  constructor(private given: ReadonlyMap<string, Value>) {}

  /** The map in its present state. */
  get now(): ReadonlyMap<string, Value> {
    if (this.#changes.size === 0) return this.given
    return LayeredMap.of(this.given).with(this.#changes)
  }

  get(key: string): Value | undefined {
    return this.#changes.has(key) ? this.#changes.get(key) : this.given.get(key)
  }

  /** @param value undefined removes the key */
  put(key: string, value: Value | undefined): void {
    if (value === this.given.get(key)) this.#changes.delete(key)
    else this.#changes.set(key, value)
  }
}
