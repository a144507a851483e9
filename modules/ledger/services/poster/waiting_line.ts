import { LEDGER_LIMITS } from '../../limits.ts'
import { signatureBytes } from './request_size.ts'
import { entriesOf, type Waiting } from './waiting.ts'

/** The requests of a lane in the order of arrival, of which groups are taken. */
export class WaitingLine {
  #requests: Waiting[] = []
  #entries = 0
  /** Entries of groups that were taken and have not ended. */
  #takenEntries = 0

  constructor(private groupRequests: number) {}

  /** Number of entries that wait. */
  get entries(): number {
    return this.#entries
  }

  get isEmpty(): boolean {
    return this.#requests.length === 0
  }

  /** Whether a request that is added now would go with the next full group. */
  get hasRoom(): boolean {
    return this.#entries < this.groupRequests
  }

  add(requests: readonly Waiting[]) {
    this.#requests.push(...requests)
    this.#entries += entriesOf(requests)
  }

  /**
   * Of how many entries the next group is full. Half of all that are in flight, where that is a large
   * group and groups go ahead: of two that follow each other this process decides one while the
   * database writes the other.
   */
  most(goAhead: boolean): number {
    const half = Math.ceil((this.#entries + this.#takenEntries) / 2)
    const isHalved = goAhead && half >= LEDGER_LIMITS.largeGroup
    return isHalved ? Math.min(half, this.groupRequests) : this.groupRequests
  }

  /** The requests that go together next, and whether they fill the group. */
  next(goAhead: boolean) {
    const most = this.most(goAhead)
    let bytes = 0
    let entries = 0
    let count = 0
    const signatures = new Set<string>()
    while (count < this.#requests.length) {
      const waiting = this.#requests[count]!
      const more = entries + waiting.entries
      bytes += waiting.bytes + signatureBytes(waiting.request, signatures)
      if (count > 0 && (more > most || bytes > LEDGER_LIMITS.groupBytes)) break
      entries = more
      count++
    }
    return {
      requests: this.#requests.slice(0, count),
      entries,
      isFull: count < this.#requests.length,
    }
  }

  /** Takes the next group, which counts as in flight until it has ended. */
  take(goAhead: boolean): Waiting[] {
    const { requests, entries } = this.next(goAhead)
    this.#requests.splice(0, requests.length)
    this.#entries -= entries
    this.#takenEntries += entries
    return requests
  }

  ended(group: readonly Waiting[]) {
    this.#takenEntries -= entriesOf(group)
  }

  /** Puts a group that was taken before all others. */
  giveBack(group: readonly Waiting[]) {
    this.ended(group)
    this.#requests.unshift(...group)
    this.#entries += entriesOf(group)
  }

  /** Takes all requests of a realm out, for another lane. */
  withdraw(realmId: string): Waiting[] {
    const { own = [], others = [] } = Object.groupBy(this.#requests, ({ request }) =>
      request.realmId === realmId ? 'own' : 'others'
    )
    this.#requests = others
    this.#entries -= entriesOf(own)
    return own
  }
}
