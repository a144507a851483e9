import { ServiceError } from '#app/http/errors/service_error'
import type { SocketLimits } from '#app/realtime/socket_limits'

/** An unauthenticated connection. */
export interface Stranger {
  /** Called when it has to close, because others wait. */
  makeRoom(): void
}

/**
 * Unauthenticated connections, by address. Clients authenticate within a moment; a silent
 * connection holds a place that others need. When places are short, the oldest connection of the
 * address that has most is closed, so that idle connections of one address close the stream to
 * nobody.
 */
export class Strangers {
  /** The connections of each address with the time at which each came, the oldest first. */
  #byAddress = new Map<string, Map<Stranger, number>>()
  #size = 0

  constructor(private limits: SocketLimits) {}

  /**
   * @returns whether there is a place for one more connection of this address; another one may have
   *   been closed for it
   */
  makeRoom(address: string): boolean {
    const isFull = this.#size >= this.limits.socketsUnauthenticated
    const own = this.#byAddress.get(address)?.size ?? 0
    const isCrowded = own >= this.limits.socketsUnauthenticatedPerAddress
    if (!isFull && !isCrowded) return true
    const crowded = isCrowded ? address : this.#mostCrowded()
    const [oldest, cameAt] = this.#byAddress.get(crowded)!.entries().next().value!
    const isFresh = performance.now() - cameAt < this.limits.socketPatienceMs
    // Clients that reconnect at once after an interruption do not push each other out.
    if (crowded === address && isFresh) return !isFull
    this.remove(crowded, oldest)
    oldest.makeRoom()
    return true
  }

  add(address: string, stranger: Stranger) {
    const crowd = this.#byAddress.get(address) ?? new Map<Stranger, number>()
    crowd.set(stranger, performance.now())
    this.#byAddress.set(address, crowd)
    this.#size++
  }

  remove(address: string, stranger: Stranger) {
    const crowd = this.#byAddress.get(address)
    if (!crowd?.delete(stranger)) return
    this.#size--
    if (crowd.size === 0) this.#byAddress.delete(address)
  }

  #mostCrowded(): string {
    const sizes = [...this.#byAddress].map(([address, { size }]) => [address, size] as const)
    return sizes.reduce((most, each) => (each[1] > most[1] ? each : most))[0]
  }
}

/** The refusal when unauthenticated connections leave no place, in all or for one address. */
export function tooManyStrangers(): ServiceError {
  return new ServiceError('TOO_MANY_CONNECTIONS', {
    message: 'The service has too many unauthenticated connections open.',
    next: 'Connect again in a moment, and send the auth frame at once; close connections that wait without one.',
  })
}
