import type { SingleUse } from '#app/extension/step_up'
import { ServiceError, type ServiceErrorOptions } from '#app/http/errors/service_error'
import type { Companion } from '../../extension/companion.ts'
import type { PostRequest } from '../../core/requests.ts'
import type { GroupPoster } from './group_poster.ts'
import type { PosterMeter } from './poster_meter.ts'
import { Poster, type Outcome } from './poster.ts'

/** What a server says to a request that another one has handed to it; null: it could not post it. */
type Answer =
  { outcome: Outcome } | { refusal: { code: string; options: ServiceErrorOptions } } | null

/** Where requests of a realm are posted; null: here. */
type FindHome = (realmId: string) => { ask: (question: unknown) => Promise<unknown> } | null

/**
 * Several servers of one machine: each realm is posted by one of them, and the others hand it what
 * they are asked. It alone knows what the realm's newest group has left, and its groups are those of
 * all. Who that is never matters for what is true: when it has ended, or says nothing, the request
 * is posted here, and finds its own operation if the other one has stored it. One that goes on later
 * does not post it: here it may have been refused. What works in the transaction of a posting stays
 * here, where it was made.
 */
export class HomePoster extends Poster {
  constructor(
    private own: GroupPoster,
    private findHome: FindHome,
    private meter: PosterMeter
  ) {
    super()
  }

  override post(request: PostRequest, permit?: SingleUse, companion?: Companion): Promise<Outcome> {
    const home = (permit ?? companion) ? null : this.findHome(request.realmId)
    return home ? this.#hand(home, request) : this.own.post(request, permit, companion)
  }

  override postEach(requests: readonly PostRequest[]): Promise<PromiseSettledResult<Outcome>[]> {
    const home = requests[0] ? this.findHome(requests[0].realmId) : null
    if (!home) return this.own.postEach(requests)
    return Promise.allSettled(requests.map((request) => this.#hand(home, request)))
  }

  /** Answers what other servers hand to this one. */
  answer(questions: readonly unknown[], isWanted: (place: number) => boolean): Promise<Answer>[] {
    return this.own.postTogether(questions as readonly PostRequest[], isWanted).map((outcome) =>
      outcome.then(
        (found) => ({ outcome: found }),
        (error: unknown) => {
          if (!(error instanceof ServiceError) || error.code === 'UNAVAILABLE') return null
          const { message, next, details } = error.options
          return { refusal: { code: error.code, options: { message, next, details } } }
        }
      )
    )
  }

  async #hand(home: NonNullable<ReturnType<FindHome>>, request: PostRequest): Promise<Outcome> {
    // When this process has read something says nothing to another one.
    const asked = { ...request, seen: undefined }
    const answer = (await home.ask(asked).catch(() => null)) as Answer
    this.meter.handed(answer === null ? 'posted here' : 'answered')
    if (answer === null) return this.#postHere(request)
    if ('refusal' in answer) throw new ServiceError(answer.refusal.code, answer.refusal.options)
    return answer.outcome
  }

  /** Its home may have stored it, so that a full queue must not say that nothing was. */
  async #postHere(request: PostRequest): Promise<Outcome> {
    return this.own.post(request).catch((cause: unknown) => {
      const isFull = cause instanceof ServiceError && cause.code === 'OVERLOADED'
      throw isFull ? new ServiceError('UNAVAILABLE', { cause }) : cause
    })
  }
}

/** The number of a realm by which it belongs to a server; lanes go by other characters of the id. */
export function homeOf(realmId: string): number {
  return Number.parseInt(realmId.slice(-8, -4), 16)
}
