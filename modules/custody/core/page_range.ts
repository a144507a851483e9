const LARGEST = 2_000

/** How many blocks to ask for at once. Nodes limit ranges and results, and each in its own way. */
export class PageRange {
  #size = LARGEST

  get size(): number {
    return this.#size
  }

  /** @returns the last block of a page from `from`, at most `last` */
  endOf(from: number, last: number): number {
    return Math.min(last, from + this.#size - 1)
  }

  succeeded() {
    this.#size = Math.min(LARGEST, Math.ceil(this.#size * 1.5))
  }

  /**
   * @param asked how many blocks the failed page had: less than the size near the head
   * @returns whether a smaller page is worth a try
   */
  failed(asked: number): boolean {
    if (asked <= 1) return false
    this.#size = Math.max(1, Math.floor(asked / 2))
    return true
  }
}
