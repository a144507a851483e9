type Change<Value> = { value: Value } | null

/** How many changes a layer may hold before it is merged into a map of its own. */
const LAYER = 256

/**
 * An immutable map: `with` returns another one. It keeps changes in a small layer over a large map
 * that all versions share, so that a change to a book of thousands of orders costs a copy of the
 * layer only. Its entries have no meaningful order.
 */
export class LayeredMap<Value> implements ReadonlyMap<string, Value> {
  private constructor(
    private base: ReadonlyMap<string, Value>,
    private layer: ReadonlyMap<string, Change<Value>>,
    readonly size: number
  ) {}

  static of<Value>(map: ReadonlyMap<string, Value>): LayeredMap<Value> {
    return map instanceof LayeredMap ? map : new LayeredMap(map, new Map(), map.size)
  }

  get(key: string): Value | undefined {
    const change = this.layer.get(key)
    return change === undefined ? this.base.get(key) : change?.value
  }

  has(key: string): boolean {
    const change = this.layer.get(key)
    return change === undefined ? this.base.has(key) : change !== null
  }

  /** @param changes undefined removes a key */
  with(changes: ReadonlyMap<string, Value | undefined>): LayeredMap<Value> {
    const layer = new Map(this.layer)
    let { size } = this
    for (const [key, value] of changes) {
      size += Number(value !== undefined) - Number(this.has(key))
      layer.set(key, value === undefined ? null : { value })
    }
    const layered = new LayeredMap(this.base, layer, size)
    return layer.size <= LAYER ? layered : LayeredMap.of(new Map(layered))
  }

  *entries(): MapIterator<[string, Value]> {
    for (const entry of this.base) if (!this.layer.has(entry[0])) yield entry
    for (const [key, change] of this.layer) if (change) yield [key, change.value]
  }

  *keys(): MapIterator<string> {
    for (const [key] of this.entries()) yield key
  }

  *values(): MapIterator<Value> {
    for (const [, value] of this.entries()) yield value
  }

  forEach(visit: (value: Value, key: string, map: ReadonlyMap<string, Value>) => void): void {
    for (const [key, value] of this.entries()) visit(value, key, this)
  }

  [Symbol.iterator](): MapIterator<[string, Value]> {
    return this.entries()
  }
}
