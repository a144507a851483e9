import { ServiceError } from './errors.js'
import { ENDS, type AnswerOf, type Asked, type ClientAction, type Frame } from './frames.js'

/** Something a stream is subscribed to. */
export interface Subscription<Action extends ClientAction> {
  /** The frame that answered. */
  first: AnswerOf<Action>
  /** Stands in every answer to it, also after an interruption. */
  requestId: string
  end(): Promise<void>
}

/** A client frame that subscribes. */
export interface AskedFrame {
  action: ClientAction
  requestId: string
}

interface Held {
  asked: AskedFrame
  /** Until it is answered the first time. */
  waiting: { resolve: (frame: Frame) => void; reject: (error: Error) => void } | null
  /** What the service calls it, where the service gives it a name. */
  watchId: string | null
}

/** What a stream is subscribed to, in the order in which it was asked. */
export class Subscriptions {
  #held = new Map<string, Held>()

  add<Action extends ClientAction>(action: Action, input: Asked[Action], requestId: string) {
    const asked: AskedFrame = { action, ...input, requestId }
    const answered = new Promise<AnswerOf<Action>>((resolve, reject) => {
      const waiting = { resolve: resolve as (frame: Frame) => void, reject }
      this.#held.set(requestId, { asked, waiting, watchId: null })
    })
    return { asked, answered }
  }

  /** @returns the frame that ends it; undefined when it has ended */
  remove(requestId: string): object | undefined {
    const held = this.#held.get(requestId)
    this.#held.delete(requestId)
    return held && ENDS[held.asked.action](held.asked as never, held.watchId)
  }

  all(): AskedFrame[] {
    return [...this.#held.values()].map(({ asked }) => asked)
  }

  /** Gives a frame to whoever waits for it. A subscription that is refused is none. */
  settle(frame: Frame) {
    const requestId = 'requestId' in frame ? (frame.requestId as string | null) : null
    const held = requestId ? this.#held.get(requestId) : undefined
    if (!held) return
    const { waiting } = held
    held.waiting = null
    if (frame.type === 'error') {
      this.#held.delete(held.asked.requestId)
      waiting?.reject(new ServiceError(frame, null, frame.requestId))
      return
    }
    if (frame.type === 'aggregation_watch_created') held.watchId = frame.watchId
    waiting?.resolve(frame)
  }

  refuseAll(error: Error) {
    for (const { waiting } of this.#held.values()) waiting?.reject(error)
    this.#held.clear()
  }
}
