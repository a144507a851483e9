import { ServiceError } from './errors.js'
import type { Frame } from './frames.js'

/** The parts of the standard `WebSocket` that are used; that of the `ws` package has them too. */
export interface Socket {
  readonly readyState: number
  send(text: string): void
  close(code?: number, reason?: string): void
  addEventListener(type: 'open' | 'error', listener: () => void): void
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void
  addEventListener(type: 'close', listener: (event: { code: number }) => void): void
}

export type SocketClass = new (url: string) => Socket

/** An authenticated connection. */
export interface OpenSocket {
  send(frame: object): void
  close(): void
}

export interface SocketTerms {
  /** The first frame. */
  hello: object
  silenceMs: number
  opened(socket: OpenSocket): void
  frame(frame: Frame): void
  closed(): void
}

/** How a connection ended. */
export interface Ended {
  code: number
  /** Why the first frame was refused. */
  refusal: ServiceError | null
  /** Whether it was authenticated. */
  wasOpen: boolean
  /** Whether it was given up because events were lost on it. */
  hasGap: boolean
  /** When the service asks the client to come back. */
  comeBackMs: number | null
}

const OPEN = 1
const NORMAL = 1000
/** A code of the range that applications may use. */
const GIVEN_UP = 4000

/** Follows one connection to its end. It never throws. */
export function openSocket(socket: Socket, terms: SocketTerms): Promise<Ended> {
  const ended: Ended = { code: 0, refusal: null, wasOpen: false, hasGap: false, comeBackMs: null }
  const send = (frame: object) => {
    if (socket.readyState === OPEN) socket.send(JSON.stringify(frame))
  }
  return new Promise((resolve) => {
    let isOver = false
    const finish = (code: number) => {
      if (isOver) return
      isOver = true
      watchdog.stop()
      terms.closed()
      resolve({ ...ended, code })
    }
    // The other side of a dead connection never answers a close, so its end is not waited for.
    const giveUp = () => {
      socket.close(GIVEN_UP, 'given up')
      finish(GIVEN_UP)
    }
    const watchdog = new Watchdog(terms.silenceMs, () => send({ action: 'ping' }), giveUp)
    let delivered = 0
    const receive = (frame: Frame) => {
      if (frame.type === 'authenticated') {
        ended.wasOpen = true
        terms.opened({ send, close: () => socket.close(NORMAL) })
      } else if (frame.type === 'error' && !ended.wasOpen) {
        ended.refusal = new ServiceError(frame, null, frame.requestId)
      } else if (frame.type === 'stream.resync' && frame.reconnectAfterMs !== undefined) {
        ended.comeBackMs = frame.reconnectAfterMs
      }
      const number = 'deliverySeq' in frame ? frame.deliverySeq : undefined
      ended.hasGap = number !== undefined && number !== ++delivered
      if (ended.hasGap) giveUp()
      else terms.frame(frame)
    }
    socket.addEventListener('open', () => send(terms.hello))
    socket.addEventListener('message', ({ data }) => {
      if (isOver) return
      watchdog.heard()
      receive(JSON.parse(String(data)) as Frame)
    })
    // A failure ends in a close, which says the same.
    socket.addEventListener('error', () => {})
    socket.addEventListener('close', ({ code }) => finish(code))
  })
}

/** A connection may be gone without a word: one that is silent is asked, and then given up. */
class Watchdog {
  #timer: ReturnType<typeof setTimeout> | undefined
  #asked = false

  constructor(
    private readonly silenceMs: number,
    private readonly ask: () => void,
    private readonly giveUp: () => void
  ) {
    this.heard()
  }

  heard() {
    this.#asked = false
    this.#wait()
  }

  stop() {
    clearTimeout(this.#timer)
  }

  #wait() {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      if (this.#asked) return this.giveUp()
      this.#asked = true
      this.ask()
      this.#wait()
    }, this.silenceMs)
  }
}
