import {
  CommitUnknownError,
  classifyDatabaseError,
  isConnectionFailure,
} from '#app/storage/database_errors'
import type { Outcome, PostItem } from './poster.ts'

/** A request that waits in a lane, and its caller. */
export interface Waiting extends PostItem {
  bytes: number
  /** How many entries it may become; the limit of a group is counted in entries. */
  entries: number
  enqueuedAt: number
  resolve: (outcome: Outcome) => void
  reject: (error: unknown) => void
}

export function entriesOf(requests: readonly Waiting[]): number {
  return requests.reduce((sum, { entries }) => sum + entries, 0)
}

/** The requests of a group that are of other realms, as one part if there are any, and those of each of these. */
export function apart(group: readonly Waiting[], realmIds: ReadonlySet<string>) {
  const { free = [], locked = [] } = Object.groupBy(group, ({ request }) =>
    realmIds.has(request.realmId) ? 'locked' : 'free'
  )
  return {
    free: free.length > 0 ? [free] : [],
    locked: Map.groupBy(locked, ({ request }) => request.realmId),
  }
}

/**
 * The parts that are tried again by themselves after a group has failed; one part means that trying
 * again gains nothing. Without a database every part would fail alike. Contention belongs to one
 * realm, and must not fail the others. Any other failure is that of one request, which is found by
 * halving.
 */
export function narrow(group: Waiting[], error: unknown): Waiting[][] {
  if (error instanceof CommitUnknownError || isConnectionFailure(error)) return [group]
  if (classifyDatabaseError(error, false) === 'restart') {
    return [...Map.groupBy(group, ({ request }) => request.realmId).values()]
  }
  const middle = group.length >> 1
  return middle === 0 ? [group] : [group.slice(0, middle), group.slice(middle)]
}
