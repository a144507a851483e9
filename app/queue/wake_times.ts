/**
 * When jobs are woken: at once, but not more often than each may run. A wake that comes too early
 * waits for its time, and those that come meanwhile are one with it.
 */
export class WakeTimes {
  #lastAt = new Map<string, number>()
  #waiting = new Map<string, NodeJS.Timeout>()

  constructor(private run: (name: string) => void) {}

  /** @param everyMs the least time between two runs */
  wake(name: string, everyMs: number): void {
    const sinceMs = performance.now() - (this.#lastAt.get(name) ?? -Infinity)
    this.#after(name, Math.max(0, everyMs - sinceMs))
  }

  /** As `wake`, but never at once. */
  later(name: string, everyMs: number): void {
    this.#after(name, everyMs)
  }

  /** What waits is not run any more. */
  close(): void {
    for (const timer of this.#waiting.values()) clearTimeout(timer)
    this.#waiting.clear()
  }

  #after(name: string, delayMs: number) {
    if (this.#waiting.has(name)) return
    if (delayMs === 0) return this.#run(name)
    // A process that ends does not wait for it.
    const timer = setTimeout(() => this.#run(name), Math.ceil(delayMs)).unref()
    this.#waiting.set(name, timer)
  }

  #run(name: string) {
    this.#waiting.delete(name)
    this.#lastAt.set(name, performance.now())
    this.run(name)
  }
}
