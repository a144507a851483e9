import { ServiceError } from '#app/http/errors/service_error'
import type { SocketLimits } from '#app/realtime/socket_limits'

/** A connection that has not said who it is. */
export interface Stranger {
  /** Called when it has to go, because others wait. */
  makeRoom(): void
}

/**
 * Connections that have not said who they are, by address. Clients do so within a moment; whoever stays
 * silent holds a place that others need. When places are short the oldest one of the address that has
 * most goes, so that idle connections of one address close the stream to nobody.
 */
export class Strangers {
  /** With the time each came, oldest first. */
  #byAddress = new Map<string, Map<Stranger, number>>()
  #size = 0

  constructor(private limits: SocketLimits) {}

  /** @returns whether there is a place for one more of this address; somebody may have left it */
  makeRoom(address: string): boolean {
    const isFull = this.#size >= this.limits.socketsUnauthenticated
    const own = this.#byAddress.get(address)?.size ?? 0
    const isCrowded = own >= this.limits.socketsUnauthenticatedPerAddress
    if (!isFull && !isCrowded) return true
    const crowded = isCrowded ? address : this.#mostCrowded()
    const [oldest, cameAt] = this.#byAddress.get(crowded)!.entries().next().value!
    const isFresh = performance.now() - cameAt < this.limits.socketPatienceMs
    // Clients that come back at once after an interruption do not push each other out.
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

/** Those that have not said who they are leave no place, altogether or at one address. */
export function tooManyStrangers(): ServiceError {
  return new ServiceError('TOO_MANY_CONNECTIONS', {
    message: 'The service has too many connections open that have not said who they are.',
    next: 'Connect again in a moment, and send the auth frame at once; close connections that wait without one.',
  })
}
