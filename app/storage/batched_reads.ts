import { SharedReads } from '#app/storage/shared_reads'

/**
 * Reads different things that are asked for at the same time in one question. As with
 * `SharedReads`, a reading begins after all questions that it answers.
 */
export class BatchedReads<Value> {
  #asked = new Set<string>()
  #shared: SharedReads<ReadonlyMap<string, Value>>

  constructor(load: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>) {
    this.#shared = new SharedReads(() => {
      const keys = [...this.#asked]
      this.#asked.clear()
      return load(keys)
    })
  }

  /** @returns undefined for what the reading did not find */
  async read(key: string): Promise<Value | undefined> {
    this.#asked.add(key)
    const found = await this.#shared.read('')
    return found.get(key)
  }
}
