import { setTimeout as delay } from 'node:timers/promises'
import vine from '@vinejs/vine'
import type { WebSocket } from 'ws'
import type { Logger } from '@adonisjs/core/logger'
import type { AccessControl } from '#app/extension/access_control'
import type { Principal } from '#app/extension/principal'
import type { RealmLookup } from '#app/extension/realm_lookup'
import {
  StreamEvent,
  type RealtimeAction,
  type Subscriber,
  type Subscription,
} from '#app/extension/realtime_topic'
import type { Clock } from '#app/clock/clock'
import { toRfc3339 } from '#app/clock/timestamp'
import type { ErrorCatalogue } from '#app/http/errors/catalogue'
import { ServiceError, invalidField, notFound } from '#app/http/errors/service_error'
import { realmId } from '#app/http/rules'
import { newId } from '#app/ids/ids'
import { LIMITS } from '#app/limits'
import { errorFrame, parseFrame, refusalOf, type ClientFrame } from '#app/realtime/frames'
import { Outgoing } from '#app/realtime/outgoing'

/** Close codes of RFC 6455, and one of our own: the credential has ended. */
export const CLOSE = { goingAway: 1001, policy: 1008, tryLater: 1013, credential: 4401 } as const

const authFrame = vine.create({
  realmId: realmId(),
  token: vine.string().minLength(1).maxLength(LIMITS.accessTokenLength).optional(),
  apiKey: vine.string().minLength(1).maxLength(LIMITS.accessTokenLength).optional(),
})

export interface ConnectionTerms {
  access: AccessControl
  realms: RealmLookup
  catalogue: ErrorCatalogue
  clock: Clock
  log: Logger
  actions: ReadonlyMap<string, RealtimeAction>
  /** Counts a connection to its organization. @throws ServiceError TOO_MANY_CONNECTIONS */
  admit(connection: Connection, principal: Principal): void
  /** Called once. */
  ended(connection: Connection): void
}

/** One client: its frames one after the other, what it is subscribed to, and when it has to end. */
export class Connection implements Subscriber {
  readonly id = newId('job')
  closed = false
  /** Set to false by every heartbeat, and back by its answer. */
  alive = true
  #waiting: ClientText[] = []
  #handling = false
  #outgoing: Outgoing
  #session: { principal: Principal; realmId: string; authorization: string } | null = null
  #subscriptions = new Map<string, Subscription>()
  #deadline: NodeJS.Timeout
  #tokens: number = LIMITS.socketFrameBurst
  #refilledAt = performance.now()

  constructor(
    private socket: WebSocket,
    private terms: ConnectionTerms
  ) {
    this.#outgoing = new Outgoing(socket, {
      caughtUp: () => this.#caughtUp(),
      stuck: () => this.terminate(),
    })
    this.#deadline = setTimeout(() => {
      this.#refuse(new ServiceError('UNAUTHORIZED', { message: LATE }), null)
      this.end(CLOSE.policy, 'not authenticated in time')
    }, LIMITS.socketAuthMs)
    socket.on('message', (data, isBinary) => this.#receive({ data, isBinary }))
    socket.on('pong', () => (this.alive = true))
    socket.on('error', (error) => this.terms.log.debug({ err: error }, 'socket'))
    socket.once('close', () => this.#ended())
  }

  get principal(): Principal {
    return this.#session!.principal
  }

  get realmId(): string {
    return this.#session!.realmId
  }

  get authenticated(): boolean {
    return this.#session !== null
  }

  permits(action: string, resource: string): boolean {
    return this.terms.access.permits(this.principal, action, resource)
  }

  authorize(action: string, resource: string) {
    this.terms.access.authorize(this.principal, action, resource)
  }

  reply(frame: Record<string, unknown>) {
    this.#outgoing.answer(frame)
  }

  deliver(event: StreamEvent) {
    this.#outgoing.deliver(event)
  }

  missed(reason: string, subscription?: Subscription) {
    if (this.closed || this.#outgoing.lags) return
    this.#resync(reason, subscription ? [subscription] : [])
  }

  hold(name: string, subscription: Subscription) {
    const before = this.#subscriptions.get(name)
    if (!before && this.#subscriptions.size >= LIMITS.socketSubscriptions) {
      subscription.stop()
      throw new ServiceError('SUBSCRIPTION_LIMIT')
    }
    before?.stop()
    // The client may have gone while the subscription was made.
    if (this.closed) subscription.stop()
    else this.#subscriptions.set(name, subscription)
  }

  held(name: string): Subscription | undefined {
    return this.#subscriptions.get(name)
  }

  release(name: string): boolean {
    this.#subscriptions.get(name)?.stop()
    return this.#subscriptions.delete(name)
  }

  ping() {
    this.alive = false
    this.socket.ping()
  }

  /** Ends the connection when its credential no longer counts. */
  async recheck(): Promise<void> {
    if (!this.#session || this.closed) return
    const { authorization, realmId: id } = this.#session
    try {
      await this.#enter(authorization, id)
    } catch (error) {
      const refusal = refusalOf(error)
      // A database that does not answer is no revocation; the next look decides.
      if (refusal) this.#endCredential(refusal)
    }
  }

  /** Whether what it stands on can end before its time. */
  get revocable(): boolean {
    return this.#session !== null && this.principal.apiKeyId !== undefined
  }

  /** Tells the client to come back to another process. */
  leave(reason: string) {
    const reconnectAfterMs = Math.floor(Math.random() * LIMITS.socketReconnectMs)
    if (this.authenticated) this.#deliverResync(reason, { reconnectAfterMs })
    this.end(CLOSE.goingAway, reason)
  }

  end(code: number, reason: string) {
    this.socket.close(code, reason)
  }

  terminate() {
    this.socket.terminate()
  }

  #receive(text: ClientText) {
    this.#waiting.push(text)
    if (this.#waiting.length >= LIMITS.socketFramesWaiting) this.socket.pause()
    if (!this.#handling) void this.#handleAll()
  }

  async #handleAll(): Promise<void> {
    this.#handling = true
    for (;;) {
      const next = this.#waiting.shift()
      if (next === undefined || this.closed) break
      await this.#slowDown()
      await this.#handle(next)
      await this.#outgoing.room()
      if (this.#waiting.length < LIMITS.socketFramesWaiting / 2) this.socket.resume()
    }
    this.#handling = false
  }

  /** A flood of frames is answered at a steady pace; the rest of it waits at the client. */
  async #slowDown(): Promise<void> {
    const now = performance.now()
    const earned = ((now - this.#refilledAt) / 1000) * LIMITS.socketFramesPerSecond
    this.#tokens = Math.min(LIMITS.socketFrameBurst, this.#tokens + earned)
    this.#refilledAt = now
    this.#tokens--
    if (this.#tokens < 0) await delay((-this.#tokens / LIMITS.socketFramesPerSecond) * 1000)
  }

  async #handle({ data, isBinary }: ClientText): Promise<void> {
    let requestId: string | null = null
    try {
      if (isBinary) throw invalidField('frame', 'text', 'Frames must be text')
      const frame = parseFrame(textOf(data))
      ;({ requestId } = frame)
      await this.#dispatch(frame)
    } catch (error) {
      this.#refuse(error, requestId)
      // Whoever has not said who it is gets one try: the next would cost as much again.
      if (!this.authenticated) this.end(CLOSE.policy, 'not authenticated')
    }
  }

  async #dispatch({ action, requestId, input }: ClientFrame): Promise<void> {
    if (action === 'auth') return this.#authenticate(input)
    if (!this.authenticated) throw new ServiceError('UNAUTHORIZED', { message: FIRST })
    if (action === 'ping') {
      return this.reply({ type: 'pong', ...(requestId !== null && { requestId }) })
    }
    const known = this.terms.actions.get(action)
    if (!known) throw invalidField('action', 'enum', 'The action field names no action')
    await known.handle(this, await known.validator.validate(input), requestId)
  }

  async #authenticate(input: Record<string, unknown>): Promise<void> {
    if (this.authenticated) {
      throw new ServiceError('CONFLICT', { message: 'This connection is authenticated already.' })
    }
    const { realmId: id, token, apiKey } = await authFrame.validate(input)
    if ((token === undefined) === (apiKey === undefined)) {
      throw invalidField('token', 'one_of', 'Give either token or apiKey')
    }
    const authorization = `Bearer ${token ?? apiKey}`
    const principal = await this.#enter(authorization, id)
    if (this.closed) return
    this.terms.admit(this, principal)
    this.#session = { principal, realmId: id, authorization }
    clearTimeout(this.#deadline)
    const lifetimeMs = this.#lifetimeMs(principal)
    this.#deadline = setTimeout(() => this.#expire(), lifetimeMs)
    this.reply({
      type: 'authenticated',
      realmId: id,
      maxConnectionLifetimeSec: Math.floor(lifetimeMs / 1000),
    })
  }

  /** @throws ServiceError UNAUTHORIZED, NOT_FOUND, REALM_SCOPE_MISMATCH */
  async #enter(authorization: string, id: string): Promise<Principal> {
    const principal = await this.terms.access.authenticate(authorization)
    const orgId = await this.terms.realms.orgOf(id)
    if (orgId === null || orgId !== principal.orgId) throw notFound('The realm')
    if (principal.realmId !== null && principal.realmId !== id) {
      throw new ServiceError('REALM_SCOPE_MISMATCH')
    }
    return principal
  }

  #lifetimeMs({ expiresAtMs }: Principal): number {
    const most = LIMITS.socketLifetimeSeconds * 1000
    if (expiresAtMs === null) return most
    return Math.max(0, Math.min(most, expiresAtMs - this.terms.clock.nowMs()))
  }

  #expire() {
    const { expiresAtMs } = this.principal
    if (expiresAtMs !== null && expiresAtMs <= this.terms.clock.nowMs()) {
      this.#endCredential(new ServiceError('UNAUTHORIZED', { message: EXPIRED }))
    } else this.leave('connection_lifetime')
  }

  #endCredential(refusal: ServiceError) {
    this.#refuse(refusal, null)
    this.end(CLOSE.credential, 'the credential has ended')
  }

  #refuse(error: unknown, requestId: string | null) {
    const refusal = refusalOf(error) ?? new ServiceError('INTERNAL_ERROR', { cause: error })
    const { catalogue, log } = this.terms
    const isOurs = (catalogue.find(refusal.code)?.status ?? 500) >= 500
    const errorId = isOurs ? newId('err') : undefined
    if (isOurs) log.error({ err: refusal.options.cause ?? refusal, errorId }, 'frame failed')
    this.reply(errorFrame(catalogue, refusal, { requestId, errorId }))
  }

  #caughtUp() {
    this.#resync('slow_consumer', [...this.#subscriptions.values()])
  }

  #resync(reason: string, subscriptions: readonly Subscription[]) {
    this.#deliverResync(reason)
    for (const subscription of subscriptions) {
      subscription.resync?.().catch((error: unknown) => this.#refuse(error, null))
    }
  }

  #deliverResync(reason: string, more: Record<string, unknown> = {}) {
    const nowMicros = this.terms.clock.nowMicros()
    const head = {
      type: 'stream.resync',
      realmId: this.realmId,
      entityId: null,
      entityPath: null,
      eventId: newId('evt'),
      correlationId: null,
      sequence: 0,
      timestamp: toRfc3339(nowMicros),
    }
    this.deliver(new StreamEvent(head, { reason, ...more }))
  }

  #ended() {
    if (this.closed) return
    this.closed = true
    clearTimeout(this.#deadline)
    this.#outgoing.stop()
    this.#waiting = []
    for (const subscription of this.#subscriptions.values()) subscription.stop()
    this.#subscriptions.clear()
    this.terms.ended(this)
  }
}

interface ClientText {
  data: Buffer | ArrayBuffer | Buffer[]
  isBinary: boolean
}

const LATE = 'The first frame must be auth, within ten seconds.'
const FIRST = 'The first frame must be auth.'
const EXPIRED = 'The credential has expired. Connect again with a fresh one.'

function textOf(data: Buffer | ArrayBuffer | Buffer[]): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString()
  return data instanceof ArrayBuffer ? Buffer.from(data).toString() : data.toString()
}
