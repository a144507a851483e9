import type { Clock } from '#app/clock/clock'
import type { SingleUse } from '#app/extension/step_up'
import type { OutboxJob } from '#app/queue/job'
import type { OutboxRelay } from '#app/queue/outbox_relay'
import type { Database } from '#app/storage/database'
import type { Companion } from '../../extension/companion.ts'
import { LEDGER_LIMITS } from '../../limits.ts'
import type { PostRequest } from '../../core/requests.ts'
import { Lane } from './lane.ts'
import { Poster, type Outcome } from './poster.ts'
import { PosterMeter } from './poster_meter.ts'

/** The default poster: a fixed number of lanes, and each realm always in the same one. */
export class GroupPoster extends Poster {
  #lanes: Lane[]

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
    this.#lanes = Array.from(
      { length: LEDGER_LIMITS.postingLanes },
      () => new Lane(database, clock, tell, meter)
    )
  }

  /** Requests waiting in all lanes. */
  get depth(): number {
    return this.#lanes.reduce((sum, lane) => sum + lane.depth, 0)
  }

  override post(request: PostRequest, permit?: SingleUse, companion?: Companion): Promise<Outcome> {
    return this.#lanes[laneOf(request.realmId)]!.enqueue(request, permit, companion)
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
    const places = requests.map((request, index) => ({
      request,
      index,
      isWanted: isWanted && (() => isWanted(index)),
    }))
    for (const [lane, ofLane] of Map.groupBy(places, ({ request }) => laneOf(request.realmId))) {
      const found = this.#lanes[lane]!.enqueueEach(
        ofLane.map(({ request }) => request),
        ofLane.map((place) => place.isWanted)
      )
      for (const [place, { index }] of ofLane.entries()) outcomes[index] = found[place]!
    }
    return outcomes
  }
}

/** The last characters of a UUIDv7 are random, so realms spread evenly. */
function laneOf(realmId: string): number {
  return Number.parseInt(realmId.slice(-4), 16) % LEDGER_LIMITS.postingLanes
}
