import type { Principal } from '#app/extension/principal'
import type { ServerFrame } from '#app/extension/server_frame'
import { ServiceError, invalidField } from '#app/http/errors/service_error'
import type { AnyValidator } from '#app/http/route_declaration'

/** A client frame: `action` is its name, and the validator checks the rest. */
export interface ClientFrameDeclaration {
  readonly action: string
  /**
   * Validates the frame without `action` and `requestId`. Fields that it does not know are refused.
   */
  readonly validator: AnyValidator
  /** What it asks for, in the reference of the stream. */
  readonly summary: string
  /** Its fields in the reference; a test sends them. */
  readonly example: Readonly<Record<string, unknown>>
  /** What answers it unless it is refused. Asked when all modules are loaded. */
  answers(): readonly ServerFrame[]
}

/** A client frame that a topic takes. */
export interface RealtimeAction extends ClientFrameDeclaration {
  /**
   * Called with the frames of a connection one after the other, so that a pong proves that
   * everything asked before it was done.
   *
   * @throws ServiceError that the client gets as an `error` frame
   */
  handle(subscriber: Subscriber, input: unknown, requestId: string | null): Promise<void>
}

/** A kind of stream a client can subscribe to. */
export interface RealtimeTopic {
  readonly name: string
  readonly actions: readonly RealtimeAction[]
  /** What it sends unasked to those who subscribed. Asked when all modules are loaded. */
  pushes?(): readonly ServerFrame[]
}

/** Declares an action with the type of its input. */
export function realtimeAction<Input>(
  action: Omit<ClientFrameDeclaration, 'validator'> & {
    validator: AnyValidator & { validate(data: unknown): Promise<Input> }
    handle(subscriber: Subscriber, input: Input, requestId: string | null): Promise<void>
  }
): RealtimeAction {
  return action as RealtimeAction
}

/** What every delivered event says besides its payload. */
export interface StreamEventHead {
  type: string
  realmId: string
  entityId: string | null
  entityPath: string | null
  /** Equal for the same event on every connection and after every reconnect. */
  eventId: string
  correlationId: string | null
  /** Place in the realm's journal, or the tick of its price feed. */
  sequence: number
  /** RFC 3339 UTC. */
  timestamp: string
}

/** One event. Its text is made once, however many connections it goes to. */
export class StreamEvent {
  #text: string | null = null

  /** @param payload values by name; a value that is JSON text already is given as `RawJson` */
  constructor(
    readonly head: StreamEventHead,
    private payload: Readonly<Record<string, unknown>>
  ) {}

  /** The frame with its number on one connection. */
  frame(deliverySeq: number): string {
    this.#text ??= this.#render()
    return `{"deliverySeq":${deliverySeq},${this.#text}}`
  }

  #render(): string {
    const parts = [JSON.stringify(this.head).slice(1, -1)]
    for (const [name, value] of Object.entries(this.payload)) {
      const text = value instanceof RawJson ? value.text : JSON.stringify(value)
      parts.push(`${JSON.stringify(name)}:${text}`)
    }
    return parts.join(',')
  }
}

/** JSON text that was made before, and is shared by several events. */
export class RawJson {
  constructor(readonly text: string) {}
}

/** Something a connection is subscribed to. */
export interface Subscription {
  /** What the client named when it subscribed. */
  readonly terms?: Readonly<Record<string, unknown>>
  stop(): void
  /** Sends the present state again, after events were left out because the client was slow. */
  resync?(): Promise<void>
}

/** One authenticated connection, as topics see it. */
export interface Subscriber {
  readonly id: string
  readonly principal: Principal
  readonly realmId: string
  readonly closed: boolean
  permits(action: string, resource: string): boolean
  /**
   * @param named the resource as the caller named it
   * @throws ServiceError FORBIDDEN
   */
  authorize(action: string, resource: string, named?: string): void
  /** Sends the answer to a frame; answers have no number. */
  reply(frame: Record<string, unknown>): void
  /**
   * Sends an event with the connection's next number. A client that is too slow gets
   * `stream.resync` in its place.
   */
  deliver(event: StreamEvent): void
  /**
   * Tells the client that it has missed something, and sends the state of one subscription again.
   */
  missed(reason: string, subscription?: Subscription): void
  /**
   * Keeps a subscription under a name until it is released, replaced or the connection ends.
   *
   * @throws ServiceError SUBSCRIPTION_LIMIT
   */
  hold(name: string, subscription: Subscription): void
  held(name: string): Subscription | undefined
  /** @returns false when there is no subscription of this name */
  release(name: string): boolean
}

/**
 * Ends a subscription of a client. The client may name again what it subscribed to.
 *
 * @throws ServiceError NOT_FOUND; VALIDATION_ERROR when it names something else, because the
 *   subscription that would end is one that it still listens to
 */
export function endSubscription(
  subscriber: Pick<Subscriber, 'held' | 'release'>,
  name: string,
  given: Readonly<Record<string, unknown>> = {}
): void {
  const held = subscriber.held(name)
  if (!held) {
    throw new ServiceError('NOT_FOUND', {
      message: `This connection is not subscribed to ${name}.`,
      next: 'A connection ends only what it has subscribed to itself.',
    })
  }
  for (const [field, value] of Object.entries(given)) {
    if (value === undefined || sameTerms(value, held.terms?.[field])) continue
    throw invalidField(
      field,
      'other_terms',
      `The ${field} field is not what was subscribed to. Leave it out to end all of it, or subscribe again with what is to stay`
    )
  }
  subscriber.release(name)
}

function sameTerms(one: unknown, other: unknown): boolean {
  const text = (value: unknown) =>
    JSON.stringify(Array.isArray(value) ? [...new Set(value as string[])].sort() : value)
  return text(one) === text(other)
}
