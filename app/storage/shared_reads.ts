import { LIMITS } from '#app/limits'

/**
 * Shares reads of the same thing that are asked for at the same time. A caller gets a reading that
 * began after its question, never one that was under way, so that no caller misses what was
 * committed before. All callers who ask while one read runs are answered by the next, which begins
 * at the latest after `patienceMs`: a connection that hangs must not hold back everybody.
 */
export class SharedReads<Value, Asked = string> {
  #running = new Map<string, Promise<unknown>>()
  #next = new Map<string, Promise<Value>>()

  /** @param keyOf the same for two questions only if any answer to one answers the other */
  constructor(
    private load: (asked: Asked) => Promise<Value>,
    private keyOf: (asked: Asked) => string = String,
    private patienceMs: number = LIMITS.sharedReadPatienceMs
  ) {}

  read(asked: Asked): Promise<Value> {
    const key = this.keyOf(asked)
    const shared = this.#next.get(key)
    if (shared) return shared
    const running = this.#running.get(key)
    if (!running) return this.#run(key, asked)
    const next = this.#endOf(running).then(() => {
      this.#next.delete(key)
      return this.#run(key, asked)
    })
    this.#next.set(key, next)
    return next
  }

  #run(key: string, asked: Asked): Promise<Value> {
    const reading = this.load(asked)
    // A failed read fails for its callers; the next one is tried all the same.
    const ended: Promise<unknown> = reading
      .catch(() => {})
      .then(() => {
        // One that came back late leaves its place to the one that was begun without it.
        if (this.#running.get(key) === ended) this.#running.delete(key)
      })
    this.#running.set(key, ended)
    return reading
  }

  async #endOf(running: Promise<unknown>): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const patience = new Promise((resolve) => (timer = setTimeout(resolve, this.patienceMs)))
    await Promise.race([running, patience])
    clearTimeout(timer)
  }
}
