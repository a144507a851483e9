import { setTimeout as delay } from 'node:timers/promises'
import type { RawData, WebSocket } from 'ws'
import type { SocketLimits } from '#app/realtime/socket_limits'

export interface ClientText {
  data: RawData
  isBinary: boolean
}

/** Handles the frames of one client one after the other, and no faster than its limit. */
export class Incoming {
  #waiting: ClientText[] = []
  #handling = false
  #stopped = false
  #tokens: number
  #refilledAt = performance.now()

  constructor(
    private socket: WebSocket,
    private limits: SocketLimits,
    private client: {
      /** How many frames were read ahead of the one that is handled. */
      waiting: () => number
      handle: (text: ClientText) => Promise<void>
    }
  ) {
    this.#tokens = limits.socketFrameBurst
    socket.on('message', (data, isBinary) => this.#receive({ data, isBinary }))
  }

  stop() {
    this.#stopped = true
    this.#waiting = []
    // No frame is handled any more, but the client's answer to the close has to be read.
    this.socket.resume()
  }

  #receive(text: ClientText) {
    if (this.#stopped) return
    this.#waiting.push(text)
    if (this.#waiting.length >= this.client.waiting()) this.socket.pause()
    if (!this.#handling) void this.#handleAll()
  }

  async #handleAll(): Promise<void> {
    this.#handling = true
    for (;;) {
      const next = this.#waiting.shift()
      if (next === undefined || this.#stopped) break
      await this.#slowDown()
      if (this.#stopped) break
      await this.client.handle(next)
      if (this.#waiting.length < this.client.waiting() / 2) this.socket.resume()
    }
    this.#handling = false
  }

  /** A flood of frames is answered at a steady pace; the rest of it waits at the client. */
  async #slowDown(): Promise<void> {
    const { socketFramesPerSecond, socketFrameBurst } = this.limits
    const now = performance.now()
    const earned = ((now - this.#refilledAt) / 1000) * socketFramesPerSecond
    this.#tokens = Math.min(socketFrameBurst, this.#tokens + earned)
    this.#refilledAt = now
    this.#tokens--
    if (this.#tokens < 0) await delay((-this.#tokens / socketFramesPerSecond) * 1000)
  }
}

export function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString()
  return data instanceof ArrayBuffer ? Buffer.from(data).toString() : data.toString()
}

export function sizeOf(data: RawData): number {
  return Array.isArray(data) ? data.reduce((sum, { length }) => sum + length, 0) : data.byteLength
}
