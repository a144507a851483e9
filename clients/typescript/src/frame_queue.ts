import type { Frame } from './frames.js'

/**
 * Frames that wait for one iteration. When too many wait it is emptied, and the reader is told so
 * in their place: memory is bounded, and nothing is lost in silence.
 */
export class FrameQueue implements AsyncIterable<Frame> {
  #frames: Frame[] = []
  #ended: { error: Error | null } | null = null
  #wake: () => void = () => {}

  /** @param missed what the reader is given in place of what it has missed */
  constructor(
    private readonly most: number,
    private readonly missed: () => Frame
  ) {}

  push(frame: Frame) {
    if (this.#frames.length >= this.most) this.#frames = [this.missed()]
    else this.#frames.push(frame)
    this.#wake()
  }

  /** @param error what the iteration throws after the frames that wait; null for its plain end */
  end(error: Error | null) {
    this.#ended ??= { error }
    this.#wake()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Frame, void, undefined> {
    for (;;) {
      const frames = this.#frames
      this.#frames = []
      yield* frames
      if (this.#frames.length > 0) continue
      if (this.#ended?.error) throw this.#ended.error
      if (this.#ended) return
      await new Promise<void>((resolve) => (this.#wake = resolve))
    }
  }
}
