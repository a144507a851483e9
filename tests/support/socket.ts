import { WebSocket } from 'ws'
import { WAIT_MS } from '#tests/support/client'
import { DocumentedFrames } from '#tests/support/documented_frames'

const BASE_URL = `ws://${process.env.HOST}:${process.env.PORT}`

/** Any frame of the server, with the fields of its type. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Frame = Record<string, any> & { type: string; deliverySeq?: number }

type Wanted = string | ((frame: Frame) => boolean)

/** Frames that tests send themselves are not documented. */
const OF_TESTS = /^test\./

/**
 * A client of the stream. Frames are kept until a test has taken them. One that `/asyncapi.json`
 * does not describe as it came fails the test that takes it.
 */
export class TestSocket {
  readonly ended: Promise<{ code: number; reason: string }>
  /** Every frame, in the order in which they came. */
  readonly frames: Frame[] = []
  #taken = 0
  #waiting: (() => void)[] = []

  private constructor(
    readonly raw: WebSocket,
    private documented: DocumentedFrames
  ) {
    raw.on('message', (data: Buffer) => {
      this.frames.push(JSON.parse(data.toString()) as Frame)
      this.#wake()
    })
    raw.on('error', () => this.#wake())
    this.ended = new Promise((resolve) => {
      raw.once('close', (code, reason) => {
        resolve({ code, reason: reason.toString() })
        this.#wake()
      })
    })
  }

  /** Opens a connection without authenticating. */
  static async connect(
    baseUrl = BASE_URL,
    headers: Record<string, string> = {}
  ): Promise<TestSocket> {
    const address = `${baseUrl.replace(/^http/, 'ws')}/api/v1/ws`
    const documented = await DocumentedFrames.read()
    const socket = new TestSocket(new WebSocket(address, { headers }), documented)
    await new Promise<void>((resolve, reject) => {
      socket.raw.once('open', () => resolve())
      socket.raw.once('error', reject)
    })
    return socket
  }

  /** Opens an authenticated connection to a realm. */
  static async open(realmId: string, token: string, baseUrl = BASE_URL): Promise<TestSocket> {
    const socket = await TestSocket.connect(baseUrl)
    socket.send({ action: 'auth', realmId, token })
    await socket.next('authenticated')
    return socket
  }

  send(frame: unknown) {
    this.raw.send(typeof frame === 'string' ? frame : JSON.stringify(frame))
  }

  /**
   * Sends a frame and waits for the answer of a type.
   *
   * @throws Error when the frame is refused
   */
  async ask(frame: Record<string, unknown>, answer: string): Promise<Frame> {
    const requestId = `r${this.frames.length}-${Math.random().toString(36).slice(2, 8)}`
    this.send({ ...frame, requestId })
    const found = await this.next((each) => each.requestId === requestId)
    if (found.type === answer) return found
    throw new Error(`Unexpected frame: ${JSON.stringify(found)}`)
  }

  /** Sends a frame that must be refused. */
  async refused(frame: unknown): Promise<Frame> {
    this.send(frame)
    return this.next('error')
  }

  /** Waits until everything that was asked before has been done. */
  async barrier(): Promise<void> {
    await this.ask({ action: 'ping' }, 'pong')
  }

  /** The next matching frame that was not taken; frames before it count as taken. */
  async next(wanted: Wanted): Promise<Frame> {
    const fits = typeof wanted === 'string' ? (frame: Frame) => frame.type === wanted : wanted
    const deadline = Date.now() + WAIT_MS
    for (;;) {
      while (this.#taken < this.frames.length) {
        const frame = this.#checked(this.frames[this.#taken++]!)
        if (fits(frame)) return frame
      }
      if (this.raw.readyState === WebSocket.CLOSED) throw this.#missing(wanted, 'it was closed')
      if (Date.now() > deadline) throw this.#missing(wanted, 'it did not come')
      await this.#more(deadline)
    }
  }

  #checked(frame: Frame): Frame {
    const problems = OF_TESTS.test(frame.type) ? [] : this.documented.problems(frame)
    if (problems.length === 0) return frame
    throw new Error(`${problems.join('\n')}\n${JSON.stringify(frame)}`)
  }

  /** Numbers of all events delivered so far. */
  deliveries(): number[] {
    return this.frames.flatMap(({ deliverySeq }) => deliverySeq ?? [])
  }

  close() {
    this.raw.close()
    return this.ended
  }

  #more(deadline: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, Math.max(1, deadline - Date.now()))
      this.#waiting.push(() => {
        clearTimeout(timer)
        resolve()
      })
    })
  }

  #wake() {
    for (const resolve of this.#waiting.splice(0)) resolve()
  }

  #missing(wanted: Wanted, why: string): Error {
    const last = this.frames.slice(-3).map((frame) => JSON.stringify(frame).slice(0, 300))
    return new Error(`Waited for a frame (${String(wanted)}); ${why}. Last: ${last.join(' | ')}`)
  }
}
