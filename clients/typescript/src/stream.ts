import type { Credential } from './credentials.js'
import { ConnectionError } from './errors.js'
import type { Asked, ClientAction, Frame, FrameOf, Resync } from './frames.js'
import { pause } from './retry.js'
import { newKey } from './bytes.js'
import { FrameQueue } from './frame_queue.js'
import { openSocket, type Ended, type OpenSocket, type SocketClass } from './socket.js'
import { Subscriptions, type Subscription } from './subscriptions.js'

export type { SocketClass } from './socket.js'

export interface StreamOptions {
  /** The realm, when the client is not one of a realm. */
  realmId?: string
  /** Ends the stream. */
  signal?: AbortSignal
  /** A connection that is silent for so long is asked whether it lives; 30 seconds when left out. */
  silenceMs?: number
  /** Frames that may wait for an iteration before it is told that it has missed some; 10,000. */
  mostWaiting?: number
}

interface StreamTerms extends StreamOptions {
  url: string
  realmId: string
  credential: Credential
  WebSocket: SocketClass
}

type Listener = (frame: Frame) => void

const SILENCE_MS = 30_000
const MOST_WAITING = 10_000
const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 15_000
/** The service ends a connection with it when the credential has ended. */
const CREDENTIAL_ENDED = 4401
const BARRIER = 'barrier'
const UNREACHED: Ended = { code: 0, refusal: null, wasOpen: false, hasGap: false, comeBackMs: null }
/** Refusals of the first frame that another attempt does not change. */
const FINAL = new Set([
  'UNAUTHORIZED',
  'FORBIDDEN',
  'REALM_SCOPE_MISMATCH',
  'NOT_FOUND',
  'VALIDATION_ERROR',
])

/**
 * A stream of one realm over one WebSocket. After an interruption it connects again and subscribes
 * to the same things. Whoever listens is told so by a `stream.resync` frame: what happened meanwhile
 * is in the snapshots that follow, and events are read with `events.list`.
 */
export class Stream implements AsyncIterable<Frame> {
  readonly #terms: StreamTerms
  readonly #subscriptions = new Subscriptions()
  readonly #listeners = new Map<string, Set<Listener>>()
  readonly #queues = new Set<FrameQueue>()
  readonly #closing = new AbortController()
  #socket: OpenSocket | null = null
  #running: Promise<void> | null = null
  #failure: Error | null = null
  /** Why the next connection is not the first one. */
  #missed: 'gap' | 'reconnected' | null = null

  constructor(terms: StreamTerms) {
    this.#terms = terms
    terms.signal?.addEventListener('abort', () => this.close(), { once: true })
  }

  /** A path with its balances and operations; with a trailing slash all that lies below it. */
  watch(path: string) {
    return this.subscribe('watch', { path })
  }

  /** Committed events by type: `deposit.completed`, `order.*`, `*`. */
  events(types: string[]) {
    return this.subscribe('subscribe_events', { types })
  }

  /** Prices: a snapshot, and every change. */
  mids(markets?: string[]) {
    return this.subscribe('subscribe_mids', markets ? { markets } : {})
  }

  candles(markets: string[], intervals: Asked['subscribe_candles']['intervals']) {
    return this.subscribe('subscribe_candles', { markets, intervals })
  }

  /** What the rest of the market trades. */
  trades(markets?: string[]) {
    return this.subscribe('subscribe_trades', markets ? { markets } : {})
  }

  /** What objects are worth together, with every change. */
  aggregation(sources: Asked['create_aggregation_watch']['sources']) {
    return this.subscribe('create_aggregation_watch', { sources })
  }

  /** Told when the newest point of a history has moved. */
  chart(chart: Asked['watch_chart_history']) {
    return this.subscribe('watch_chart_history', chart)
  }

  /**
   * Subscribes, and answers with the first frame of it. It is kept over interruptions until `end`.
   *
   * @throws ServiceError when it is refused, ConnectionError when the stream ends before the answer
   */
  async subscribe<Action extends ClientAction>(
    action: Action,
    input: Asked[Action]
  ): Promise<Subscription<Action>> {
    if (this.#failure) throw this.#failure
    const { asked, answered } = this.#subscriptions.add(action, input, newKey())
    this.#running ??= this.#run()
    this.#socket?.send(asked)
    const first = await answered
    const end = async () => {
      const last = this.#subscriptions.remove(asked.requestId)
      if (last) this.#socket?.send(last)
    }
    return { first, requestId: asked.requestId, end }
  }

  /** Calls a listener with every frame of a type, or with all for `*`. Returns what ends that. */
  on<Type extends Frame['type'] | '*'>(
    type: Type,
    listener: (frame: Type extends Frame['type'] ? FrameOf<Type> : Frame) => void
  ): () => void {
    const listeners = this.#listeners.get(type) ?? new Set()
    this.#listeners.set(type, listeners.add(listener as Listener))
    return () => void listeners.delete(listener as Listener)
  }

  /** Every frame from now on, until the stream is closed. Leaving the loop does not close it. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Frame, void, undefined> {
    const queue = new FrameQueue(this.#terms.mostWaiting ?? MOST_WAITING, () => this.#showAgain())
    if (this.#failure) throw this.#failure
    if (this.#closing.signal.aborted) return
    this.#queues.add(queue)
    try {
      yield* queue
    } finally {
      this.#queues.delete(queue)
    }
  }

  close(): void {
    if (this.#closing.signal.aborted) return
    this.#closing.abort(new ConnectionError('The stream is closed.', undefined))
    this.#socket?.close()
    this.#end(this.#closing.signal.reason as Error)
    for (const queue of this.#queues) queue.end(null)
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing
    for (let failures = 0; !signal.aborted; failures++) {
      const ended = await this.#connection()
      if (signal.aborted || ended === null) return
      if (ended.wasOpen) failures = 0
      this.#missed = ended.hasGap ? 'gap' : 'reconnected'
      const backoff = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures)
      const wait = ended.comeBackMs ?? (backoff / 2) * (1 + Math.random())
      await pause(wait, signal).catch(() => {})
    }
  }

  /** One connection, until it ends; null when no other one may follow. */
  async #connection(): Promise<Ended | null> {
    const { url, realmId, credential, WebSocket, silenceMs = SILENCE_MS } = this.#terms
    try {
      const token = await credential.current()
      const hello = { action: 'auth', realmId, ...(isKey(token) ? { apiKey: token } : { token }) }
      const ended = await openSocket(new WebSocket(url), {
        hello,
        silenceMs,
        opened: (socket) => this.#opened(socket),
        frame: (frame) => this.#receive(frame),
        closed: () => (this.#socket = null),
      })
      const { refusal, code } = ended
      const isStale = refusal?.code === 'UNAUTHORIZED' || code === CREDENTIAL_ENDED
      const fresh = isStale && token !== null ? await credential.renewed(token) : null
      if (isStale ? fresh !== null : !(refusal && FINAL.has(refusal.code))) return ended
      throw refusal ?? new ConnectionError('The credential of the stream has ended.', undefined)
    } catch (error) {
      // The service cannot be reached to renew the credential: that may be over soon.
      if (error instanceof ConnectionError && error.cause !== undefined) return UNREACHED
      this.#fail(error as Error)
      return null
    }
  }

  #opened(socket: OpenSocket) {
    this.#socket = socket
    for (const asked of this.#subscriptions.all()) socket.send(asked)
    if (this.#missed) socket.send({ action: 'ping', requestId: BARRIER })
  }

  #receive(frame: Frame) {
    if (frame.type === 'pong') {
      // Frames are handled in order: by now everything is subscribed to again.
      if (frame.requestId === BARRIER && this.#missed) this.#tell(this.#resync(this.#missed))
      return
    }
    this.#subscriptions.settle(frame)
    // Another credential takes its place, or all who wait are told that none does.
    if (frame.type === 'error' && frame.code === 'UNAUTHORIZED') return
    this.#tell(frame)
  }

  #tell(frame: Frame) {
    for (const type of [frame.type, '*']) {
      for (const listener of this.#listeners.get(type) ?? []) listener(frame)
    }
    for (const queue of this.#queues) queue.push(frame)
  }

  /** What this client tells by the name under which the service tells it too. */
  #resync(reason: Resync['reason']): Resync {
    return { type: 'stream.resync', realmId: this.#terms.realmId, reason }
  }

  /** Shows everything again to a reader who was too slow. */
  #showAgain(): Resync {
    for (const asked of this.#subscriptions.all()) this.#socket?.send(asked)
    return this.#resync('slow_reader')
  }

  #fail(error: Error) {
    this.#failure = error
    this.#end(error)
    for (const queue of this.#queues) queue.end(error)
  }

  #end(error: Error) {
    this.#subscriptions.refuseAll(error)
  }
}

const isKey = (token: string | null) => token?.startsWith('svc_') ?? false
