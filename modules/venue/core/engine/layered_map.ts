type Change<Value> = { value: Value } | null

/** Changes a layer may hold before they are merged into a map of their own. */
const LAYER = 256

/**
 * A map that is never changed: `with` gives another one. It keeps what changed in a small layer over
 * a large map that all of them share, so that a change on a book of thousands of orders costs a copy
 * of the layer. The order of its entries means nothing.
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

  /** @param changes undefined removes */
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
