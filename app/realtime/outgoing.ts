import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { StreamEvent } from '#app/extension/realtime_topic'
import type { SocketLimits } from '#app/realtime/socket_limits'

const LOOK_EVERY_MS = 100

/**
 * What is sent to one client: numbered events and plain answers. A client that does not read fast
 * enough is sent nothing more until it has read what waits; it is then told that it has missed
 * something. A client that never reads is disconnected, because what waits for it takes this
 * process's memory.
 */
export class Outgoing {
  #deliverySeq = 0
  #holding = false
  #lag: { sinceMs: number; timer: NodeJS.Timeout } | null = null

  constructor(
    private socket: WebSocket,
    private wire: Duplex,
    private limits: SocketLimits,
    private on: { caughtUp: () => void; stuck: () => void }
  ) {}

  /** Sends an event, unless the client lags behind. */
  deliver(event: StreamEvent) {
    if (this.#lag || this.socket.readyState !== this.socket.OPEN) return
    if (this.#isFull()) return this.#startLag()
    this.#hold()
    this.socket.send(event.frame(++this.#deliverySeq))
  }

  /** Sends an answer, whatever waits: the caller reads no further frame while too much does. */
  answer(frame: Record<string, unknown>) {
    if (this.socket.readyState === this.socket.OPEN) this.socket.send(JSON.stringify(frame))
  }

  get lags(): boolean {
    return this.#lag !== null
  }

  /** Waits until little enough is left to send. */
  async room(): Promise<void> {
    while (this.#isFull() && this.socket.readyState === this.socket.OPEN) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
    }
  }

  stop() {
    if (this.#lag) clearInterval(this.#lag.timer)
    this.#lag = null
  }

  #isFull(): boolean {
    return this.socket.bufferedAmount > this.limits.socketBufferBytes
  }

  /** Frames of one moment are sent together, with one system call and not one each. */
  #hold() {
    if (this.#holding) return
    this.#holding = true
    this.wire.cork()
    process.nextTick(() => {
      this.#holding = false
      this.wire.uncork()
    })
  }

  #startLag() {
    this.#lag = {
      sinceMs: performance.now(),
      timer: setInterval(() => this.#look(), LOOK_EVERY_MS),
    }
  }

  #look() {
    const { sinceMs } = this.#lag!
    // Far below the limit, or the next event would exceed it again.
    if (this.socket.bufferedAmount <= this.limits.socketBufferBytes / 4) {
      this.stop()
      this.on.caughtUp()
    } else if (performance.now() - sinceMs > this.limits.socketLagMs) {
      this.stop()
      this.on.stuck()
    }
  }
}
