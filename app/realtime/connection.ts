import type { Duplex } from 'node:stream'
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
import { failureOf } from '#app/http/errors/failure_of'
import { ServiceError, invalidField } from '#app/http/errors/service_error'
import { Credential } from '#app/http/credential'
import type { RateLimits } from '#app/http/rate_limits'
import { newId } from '#app/ids/ids'
import { enter, passOf, type Pass } from '#app/realtime/entrance'
import {
  errorFrame,
  frameInput,
  parseFrame,
  refusalOf,
  unreadable,
  UNASKED,
  type ClientFrame,
} from '#app/realtime/frames'
import { AUTH, PING } from '#app/realtime/host_frames'
import { Incoming, sizeOf, textOf, type ClientText } from '#app/realtime/incoming'
import { Outgoing } from '#app/realtime/outgoing'
import { tooManyStrangers } from '#app/realtime/strangers'
import type { SocketLimits } from '#app/realtime/socket_limits'

/** Close codes of RFC 6455, and one of this service: the credential has ended. */
export const CLOSE = {
  goingAway: 1001,
  policy: 1008,
  tooLarge: 1009,
  tryLater: 1013,
  credential: 4401,
} as const

export interface ConnectionTerms {
  access: AccessControl
  realms: RealmLookup
  catalogue: ErrorCatalogue
  clock: Clock
  log: Logger
  actions: ReadonlyMap<string, RealtimeAction>
  limits: SocketLimits
  rateLimits: RateLimits
  /**
   * Counts a connection for its organization.
   *
   * @throws ServiceError TOO_MANY_CONNECTIONS
   */
  admit(connection: Connection, principal: Principal): void
  /** Called once, when the connection has ended. */
  ended(connection: Connection): void
}

/**
 * One client: handles its frames one after the other, holds its subscriptions, and knows when it
 * has to end.
 */
export class Connection implements Subscriber {
  readonly id = newId('job')
  closed = false
  #sentAway = false
  /** A heartbeat sets it to false, and the client's answer back to true. */
  alive = true
  #incoming: Incoming
  #outgoing: Outgoing
  #session: (Pass & { principal: Principal }) | null = null
  #subscriptions = new Map<string, Subscription>()
  #deadline: NodeJS.Timeout

  /**
   * @param wire the stream under the socket
   * @param address the client's address
   */
  constructor(
    private socket: WebSocket,
    wire: Duplex,
    private address: string,
    private terms: ConnectionTerms
  ) {
    const { limits } = terms
    this.#outgoing = new Outgoing(socket, wire, limits, {
      caughtUp: () => this.#caughtUp(),
      stuck: () => this.terminate(),
    })
    this.#incoming = new Incoming(socket, limits, {
      waiting: () => (this.authenticated ? limits.socketFramesWaiting : 1),
      handle: (text) => this.#handle(text),
    })
    this.#deadline = setTimeout(() => {
      this.#refuse(new ServiceError('UNAUTHORIZED', { message: LATE, next: AUTH_FIRST }))
      this.#sendAway(CLOSE.policy, 'not authenticated in time')
    }, limits.socketAuthMs)
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

  authorize(action: string, resource: string, named?: string) {
    this.terms.access.authorize(this.principal, action, resource, named)
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
    if (!before && this.#subscriptions.size >= this.terms.limits.socketSubscriptions) {
      subscription.stop()
      throw new ServiceError('SUBSCRIPTION_LIMIT')
    }
    before?.stop()
    // The client may have left while the subscription was made.
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

  /** The credential that it came with; null before it has shown one, and when it has ended. */
  get authorization(): string | null {
    return this.closed ? null : (this.#session?.authorization ?? null)
  }

  /** Ends the connection when its credential is no longer valid, or its realm is closed. */
  async recheck(): Promise<void> {
    if (!this.#session || this.closed) return
    await enter(this.terms, this.#session).catch((error: unknown) => this.endIfRefused(error))
  }

  /** A database that does not answer is no revocation; the next check decides. */
  endIfRefused(error: unknown) {
    const refusal = refusalOf(error)
    if (refusal && !this.closed) this.#endCredential(refusal)
  }

  /** Gives the place of an unauthenticated connection to another one. */
  makeRoom() {
    this.#refuse(tooManyStrangers())
    this.#sendAway(CLOSE.tryLater, 'too many connections')
  }

  /** Tells the client to reconnect, to another process. */
  leave(reason: string) {
    const reconnectAfterMs = Math.floor(Math.random() * this.terms.limits.socketReconnectMs)
    if (this.authenticated) this.#deliverResync(reason, { reconnectAfterMs })
    this.end(CLOSE.goingAway, reason)
  }

  end(code: number, reason: string) {
    this.socket.close(code, reason)
  }

  terminate() {
    this.socket.terminate()
  }

  async #handle({ data, isBinary }: ClientText): Promise<void> {
    if (!this.authenticated && sizeOf(data) > this.terms.limits.socketFirstFrameBytes) {
      return this.#sendAway(CLOSE.tooLarge, 'the first frame is too large')
    }
    let asked = UNASKED
    try {
      if (isBinary) throw unreadable('text', 'The frame must be text, and is binary')
      const frame = parseFrame(textOf(data))
      asked = frame
      await this.#dispatch(frame)
    } catch (error) {
      const { code } = this.#refuse(error, asked)
      if (!this.authenticated) this.#turnAway(code)
    }
    await this.#outgoing.room()
  }

  async #dispatch({ action, requestId, input }: ClientFrame): Promise<void> {
    if (typeof action !== 'string') {
      const message = `The action field must be one of ${this.#actions().join(', ')}`
      throw invalidField('action', 'string', message)
    }
    if (action === AUTH.action) return this.#authenticate(input, requestId)
    if (!this.authenticated)
      throw new ServiceError('UNAUTHORIZED', { message: FIRST, next: AUTH_FIRST })
    if (action === PING.action) {
      await frameInput(PING.validator, input)
      return this.reply({ type: 'pong', ...(requestId !== null && { requestId }) })
    }
    const known = this.terms.actions.get(action)
    if (!known) throw this.#unknownAction(action)
    // The realm or the credential may have ended since this connection was admitted.
    await enter(this.terms, this.#session!)
    await known.handle(this, await frameInput(known.validator, input), requestId)
  }

  #actions(): string[] {
    return [AUTH.action, PING.action, ...this.terms.actions.keys()]
  }

  #unknownAction(action: string): ServiceError {
    const shown = action.length > ACTION_SHOWN ? `${action.slice(0, ACTION_SHOWN)}…` : action
    const message = `The action field names no action: "${shown}". There are ${this.#actions().join(', ')}`
    return invalidField('action', 'enum', message)
  }

  async #authenticate(input: Record<string, unknown>, requestId: string | null): Promise<void> {
    if (this.authenticated) {
      throw new ServiceError('CONFLICT', {
        message: 'This connection is authenticated already.',
        next: 'Open another connection for another credential or realm.',
      })
    }
    const pass = await passOf(input)
    const { authorization } = pass
    const principal = await this.terms.rateLimits.guarded(
      { address: this.address, credential: new Credential(authorization), bodyBytes: 0 },
      () => enter(this.terms, pass)
    )
    if (this.closed || this.#sentAway) return
    this.terms.admit(this, principal)
    this.#session = { ...pass, principal }
    clearTimeout(this.#deadline)
    const { lifetimeMs, atItsEnd } = this.#lifetime(principal)
    this.#deadline = setTimeout(atItsEnd, lifetimeMs)
    this.reply({
      type: 'authenticated',
      ...(requestId !== null && { requestId }),
      realmId: pass.realmId,
      maxConnectionLifetimeSec: Math.floor(lifetimeMs / 1000),
    })
  }

  /**
   * How long this connection may live, and what ends it. The end is chosen here and not when the
   * timer fires: a timer may fire a millisecond before the clock says so, and the client would be
   * told to come back with a credential that has expired.
   */
  #lifetime({ expiresAtMs }: Principal): { lifetimeMs: number; atItsEnd: () => void } {
    const most = this.terms.limits.socketLifetimeSeconds * 1000
    const left = expiresAtMs === null ? Infinity : expiresAtMs - this.terms.clock.nowMs()
    if (left > most) return { lifetimeMs: most, atItsEnd: () => this.leave('connection_lifetime') }
    return { lifetimeMs: Math.max(0, left), atItsEnd: () => this.#expire() }
  }

  #expire() {
    this.#endCredential(
      new ServiceError('UNAUTHORIZED', {
        message: EXPIRED,
        next: 'Connect again with a fresh one.',
      })
    )
  }

  #endCredential(refusal: ServiceError) {
    this.#refuse(refusal)
    this.end(CLOSE.credential, 'the credential has ended')
  }

  #refuse(error: unknown, asked = UNASKED): ServiceError {
    const refusal = refusalOf(error) ?? failureOf(error)
    const { catalogue, log } = this.terms
    const errorId = this.#isOurs(refusal.code) ? newId('err') : undefined
    if (errorId !== undefined)
      log.error({ err: refusal.options.cause ?? refusal, errorId }, 'frame failed')
    const action = this.#actions().find((known) => known === asked.action) ?? null
    this.reply(errorFrame(catalogue, refusal, { requestId: asked.requestId, action, errorId }))
    return refusal
  }

  /**
   * Refuses an unauthenticated client. It gets one try, because the next would cost as much again.
   */
  #turnAway(code: string) {
    if (TOO_MANY.has(code)) this.#sendAway(CLOSE.tryLater, 'too many connections')
    // The failure is the service's: a client that blamed its credential would sign its user out.
    else if (this.#isOurs(code)) this.#sendAway(CLOSE.tryLater, 'temporarily unavailable')
    else this.#sendAway(CLOSE.policy, 'not authenticated')
  }

  /**
   * Frames of the client that still arrive are not handled, and it cannot stay by not answering the
   * close.
   */
  #sendAway(code: number, reason: string) {
    this.#sentAway = true
    clearTimeout(this.#deadline)
    this.#incoming.stop()
    this.end(code, reason)
    this.#deadline = setTimeout(() => this.terminate(), this.terms.limits.socketFarewellMs)
  }

  #isOurs(code: string): boolean {
    return (this.terms.catalogue.find(code)?.status ?? 500) >= 500
  }

  #caughtUp() {
    this.#resync('slow_consumer', [...this.#subscriptions.values()])
  }

  #resync(reason: string, subscriptions: readonly Subscription[]) {
    this.#deliverResync(reason)
    for (const subscription of subscriptions) {
      subscription.resync?.().catch((error: unknown) => void this.#refuse(error))
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
    this.#incoming.stop()
    for (const subscription of this.#subscriptions.values()) subscription.stop()
    this.#subscriptions.clear()
    this.terms.ended(this)
  }
}

const TOO_MANY: ReadonlySet<string> = new Set(['TOO_MANY_CONNECTIONS', 'RATE_LIMITED'])
const LATE = 'The first frame was not auth within ten seconds.'
const FIRST = 'The first frame was not auth.'
const EXPIRED = 'The credential of this connection has expired.'
const AUTH_FIRST =
  'Send {"action":"auth","realmId":"…","token":"…"} first, or apiKey in place of token.'
/** Characters of an outside text that an answer repeats. */
const ACTION_SHOWN = 40
