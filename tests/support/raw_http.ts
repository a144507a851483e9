import { connect, type Socket } from 'node:net'
import { WAIT_MS } from '#tests/support/client'

/** A connection on which a test sends exactly the bytes it wants. */
export class RawHttp {
  #received = ''
  readonly ended: Promise<void>

  private constructor(private socket: Socket) {
    socket.setEncoding('latin1')
    socket.on('data', (text: string) => (this.#received += text))
    socket.on('error', () => {})
    this.ended = new Promise((resolve) => socket.once('close', () => resolve()))
  }

  static async open(): Promise<RawHttp> {
    const socket = connect(Number(process.env.PORT), process.env.HOST)
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', () => resolve())
      socket.once('error', reject)
    })
    return new RawHttp(socket)
  }

  /** Sends the head of a request, and the given part of its body. */
  send(line: string, headers: Record<string, string | number> = {}, body: string | Buffer = '') {
    const lines = Object.entries({ host: 'test', ...headers }).map(
      ([name, value]) => `${name}: ${value}`
    )
    this.socket.write(`${[`${line} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`, 'latin1')
    if (body.length > 0) this.socket.write(body)
  }

  write(bytes: string | Buffer): boolean {
    return this.socket.write(bytes)
  }

  /**
   * The next final answer with its body.
   *
   * @throws Error when none comes
   */
  async answer(): Promise<{ status: number; head: string; body: string }> {
    const deadline = Date.now() + WAIT_MS
    for (;;) {
      const match = /^(HTTP\/1\.1 (\d+)[^]*?)\r\n\r\n/.exec(this.#received)
      const length = Number(/content-length: (\d+)/i.exec(match?.[1] ?? '')?.[1] ?? 0)
      if (match && this.#received.length >= match[0].length + length) {
        const body = this.#received.slice(match[0].length, match[0].length + length)
        this.#received = this.#received.slice(match[0].length + length)
        return { status: Number(match[2]), head: match[1]!.toLowerCase(), body }
      }
      if (Date.now() > deadline || this.socket.destroyed) {
        throw new Error(`No answer came; received: ${this.#received.slice(0, 300)}`)
      }
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }

  close() {
    this.socket.destroy()
  }
}
