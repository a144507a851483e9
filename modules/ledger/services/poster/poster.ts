import type { SingleUse } from '#app/extension/step_up'
import type { Companion } from '../../extension/companion.ts'
import type { PostRequest } from '../../core/requests.ts'
import type { IsolationZone, LedgerObject, Operation, RealmDraft } from '../../core/terms.ts'

/**
 * How long a request waited and worked, for `Server-Timing`. The writing of a small group belongs to
 * its commit.
 */
export interface PostTiming {
  queueMs: number
  groupMs: number
  commitMs: number
}

/** What became of a request. Refusals are not outcomes: `post` throws them as ServiceError. */
export type Outcome = { timing: PostTiming } & (
  | { kind: 'posted'; operation: Operation; object: LedgerObject | null }
  | { kind: 'opened'; realm: RealmDraft; createdAt: number }
  | { kind: 'closed' }
  | { kind: 'zone'; zone: IsolationZone; declared: boolean }
  /** An object was changed without an operation. */
  | { kind: 'changed' }
  /** Another module's composition, without a caller's operation. */
  | { kind: 'composed' }
  | { kind: 'replayed'; operation: Operation }
  | { kind: 'existing'; object: LedgerObject }
  | { kind: 'settled_before'; operation: Operation }
  /** A bulk, with the outcome of each part, in the order asked. */
  | { kind: 'all'; parts: Outcome[] }
)

/**
 * The one corridor through which value moves.
 *
 * When the promise resolves, the outcome is durable. When it throws a ServiceError other than
 * UNAVAILABLE, nothing was stored. UNAVAILABLE means that the database went away: the same request
 * may be repeated and is executed at most once.
 */
export abstract class Poster {
  abstract post(request: PostRequest, permit?: SingleUse, companion?: Companion): Promise<Outcome>

  /**
   * Posts requests of one realm in this order, each with its own outcome. They are handed over
   * together, so that they share groups.
   */
  async postEach(requests: readonly PostRequest[]): Promise<PromiseSettledResult<Outcome>[]> {
    const outcomes: PromiseSettledResult<Outcome>[] = []
    for (const request of requests)
      outcomes.push(...(await Promise.allSettled([this.post(request)])))
    return outcomes
  }
}

/** A request on its way to the journal, with the permit that it needs. */
export interface PostItem {
  request: PostRequest
  /** Claimed in the posting transaction, and only when the request is accepted. */
  permit?: SingleUse
  /** Takes part in the posting transaction when the request is accepted. */
  companion?: Companion
  /**
   * Asked with the realm locked: false when another process may have answered the request already,
   * or may be about to. A refusal leaves nothing behind by which a later attempt would know.
   */
  isWanted?: () => boolean
}

export function isUnwanted({ isWanted }: PostItem): boolean {
  return isWanted !== undefined && !isWanted()
}
