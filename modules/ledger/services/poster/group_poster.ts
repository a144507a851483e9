import type { Clock } from '#app/clock/clock'
import type { SingleUse } from '#app/extension/step_up'
import type { OutboxJob } from '#app/queue/job'
import type { OutboxRelay } from '#app/queue/outbox_relay'
import type { Database } from '#app/storage/database'
import type { Companion } from '../../extension/companion.ts'
import { LEDGER_LIMITS } from '../../limits.ts'
import type { PostRequest } from '../../core/requests.ts'
import { isForeseeable } from './foresight.ts'
import { Lane } from './lane.ts'
import { Poster, type Outcome, type PostItem } from './poster.ts'
import { PosterMeter } from './poster_meter.ts'
import type { Waiting } from './waiting.ts'

/** The requests of a realm that are not answered yet. */
interface Place {
  lane: Lane
  requests: number
}

/**
 * The default poster. All requests of a realm that are not answered yet are in one lane. Realms whose
 * requests can be foreseen share the first lane, because a group costs about the same whether it is
 * of one realm or of several. Anything else would keep these groups from being foreseen: it goes to
 * one of the others, by its realm. So do requests that would wait long in the first one, because it
 * has a full group to post already, or is late. A realm whose lock somebody else has leaves its lane, with
 * all that waits of it, for one of few where nobody but such realms waits.
 */
export class GroupPoster extends Poster {
  #lanes: Lane[]
  /** Of realms whose lock somebody else has. */
  #waitingLanes: Lane[]
  /** By realm. */
  #places = new Map<string, Place>()

  /** @param advanced called with every realm whose journal a group has moved on */
  constructor(
    database: Database,
    clock: Clock,
    relay: OutboxRelay,
    advanced: (realmId: string) => void = () => {},
    meter = new PosterMeter()
  ) {
    super()
    const tell = { announce: (jobs: readonly OutboxJob[]) => void relay.announce(jobs), advanced }
    const locked = (realmId: string, requests: readonly Waiting[]) => {
      this.#settle(realmId, this.#waitingLane(realmId)).adopt(requests)
    }
    const lanes = (length: number, told: ConstructorParameters<typeof Lane>[2]) =>
      Array.from({ length }, () => new Lane(database, clock, told, meter))
    this.#lanes = lanes(LEDGER_LIMITS.postingLanes, { ...tell, locked })
    this.#waitingLanes = lanes(LEDGER_LIMITS.waitingLanes, tell)
  }

  /** Requests waiting in all lanes. */
  get depth(): number {
    return this.#all.reduce((sum, lane) => sum + lane.depth, 0)
  }

  get #all(): Lane[] {
    return [...this.#lanes, ...this.#waitingLanes]
  }

  override post(request: PostRequest, permit?: SingleUse, companion?: Companion): Promise<Outcome> {
    const lane = this.#join({ request, permit, companion })
    return this.#leaving(request.realmId, lane.enqueue(request, permit, companion))
  }

  override postEach(requests: readonly PostRequest[]) {
    return Promise.allSettled(this.postTogether(requests))
  }

  /** Like `postEach`, with each outcome as soon as it is known. */
  postTogether(
    requests: readonly PostRequest[],
    isWanted?: (place: number) => boolean
  ): Promise<Outcome>[] {
    const outcomes: Promise<Outcome>[] = []
    const asked = requests.map((request, index) => ({
      request,
      index,
      isWanted: isWanted && (() => isWanted(index)),
    }))
    for (const [lane, ofLane] of Map.groupBy(asked, (each) => this.#join(each))) {
      const found = lane.enqueueEach(
        ofLane.map(({ request }) => request),
        ofLane.map((each) => each.isWanted)
      )
      for (const [place, { request, index }] of ofLane.entries())
        outcomes[index] = this.#leaving(request.realmId, found[place]!)
    }
    return outcomes
  }

  /** @returns the lane of the request, which its realm stays in until all are answered */
  #join(item: PostItem): Lane {
    const { realmId } = item.request
    if (!this.#places.has(realmId)) {
      const shared = this.#lanes[0]!
      const isShared = isForeseeable(item) && shared.isOpen
      this.#settle(realmId, isShared ? shared : laneOf(this.#lanes.slice(1), realmId))
    }
    const place = this.#places.get(realmId)!
    place.requests++
    return place.lane
  }

  /** One in which nobody waits for another realm, as long as there is one: most locks are held for a moment. */
  #waitingLane(realmId: string): Lane {
    const lanes = this.#waitingLanes
    const free = lanes.find(({ isIdle }) => isIdle) ?? lanes.find(({ isOpen }) => isOpen)
    return free ?? laneOf(lanes, realmId)
  }

  #settle(realmId: string, lane: Lane): Lane {
    // What another lane knows of the realm is out of date when this one has posted.
    for (const other of this.#all) if (other !== lane) other.forget(realmId)
    this.#places.set(realmId, { lane, requests: this.#places.get(realmId)?.requests ?? 0 })
    return lane
  }

  #leaving(realmId: string, outcome: Promise<Outcome>): Promise<Outcome> {
    return outcome.finally(() => {
      const place = this.#places.get(realmId)!
      if (--place.requests === 0) this.#places.delete(realmId)
    })
  }
}

/** The last characters of a UUIDv7 are random, so realms spread evenly. */
function laneOf(lanes: readonly Lane[], realmId: string): Lane {
  return lanes[Number.parseInt(realmId.slice(-4), 16) % lanes.length]!
}
