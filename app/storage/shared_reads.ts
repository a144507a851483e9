/**
 * Shares reads of the same thing that are asked for at the same time. A caller gets a reading that
 * began after its question, never one that was under way, so that no caller misses what was
 * committed before. All callers who ask while one read runs are answered by the next.
 */
export class SharedReads<Value, Asked = string> {
  #running = new Map<string, Promise<unknown>>()
  #next = new Map<string, Promise<Value>>()

  /** @param keyOf the same for two questions only if any answer to one answers the other */
  constructor(
    private load: (asked: Asked) => Promise<Value>,
    private keyOf: (asked: Asked) => string = String
  ) {}

  read(asked: Asked): Promise<Value> {
    const key = this.keyOf(asked)
    const shared = this.#next.get(key)
    if (shared) return shared
    const running = this.#running.get(key)
    if (!running) return this.#run(key, asked)
    const next = running.then(() => {
      this.#next.delete(key)
      return this.#run(key, asked)
    })
    this.#next.set(key, next)
    return next
  }

  #run(key: string, asked: Asked): Promise<Value> {
    const reading = this.load(asked)
    const end = () => void this.#running.delete(key)
    // A failed read fails for its callers; the next one is tried all the same.
    this.#running.set(key, reading.then(end, end))
    return reading
  }
}
