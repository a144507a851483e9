/** A map that is copied when it is first written to: most commands leave most of them alone. */
export class CopiedMap<Value> {
  #own: Map<string, Value> | null = null

  constructor(private given: ReadonlyMap<string, Value>) {}

  /** As it stands; the one it was given while nothing was written. */
  get now(): ReadonlyMap<string, Value> {
    return this.#own ?? this.given
  }

  /** @param value undefined removes */
  put(key: string, value: Value | undefined): void {
    this.#own ??= new Map(this.given)
    if (value === undefined) this.#own.delete(key)
    else this.#own.set(key, value)
  }
}
