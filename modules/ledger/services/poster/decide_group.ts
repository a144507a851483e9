import type { Micros } from '#app/clock/clock'
import { claimRefusal, type ClaimProblem } from '#app/extension/signature_claim'
import type { OutboxJob } from '#app/queue/job'
import type { SqlSession } from '#app/storage/database'
import { apply, type PostedEntry } from '../../core/apply.ts'
import { decide } from '../../core/decide.ts'
import { postingsOf, refuse, type Decision } from '../../core/decision.ts'
import type { PostRequest } from '../../core/requests.ts'
import type { RealmState } from '../../core/state.ts'
import type { MisusedSignatures } from './claim_signatures.ts'
import { compose } from './compose.ts'
import { distinctJobs } from './distinct_jobs.ts'
import { chainGroup } from './hash_chain.ts'
import { isUnwanted, type PostItem } from './poster.ts'
import type { JournalGroup } from '../../storage/journal_rows.ts'

export interface Decided {
  request: PostRequest
  decision: Decision
  /** When the group was committed; for refusals, when it was decided. */
  committedAt: number
}

/** The decisions on the requests of a group, and what has to be written of them. */
export interface DecidedGroup {
  /** The states as the group leaves them. */
  states: ReadonlyMap<string, RealmState>
  /** The decisions in the order of the requests. */
  decided: Decided[]
  entries: readonly PostedEntry[]
  jobs: OutboxJob[]
  /** The group's place in the hash chain of each realm; computed when it is first asked for. */
  groups: () => readonly JournalGroup[]
}

interface Found {
  /** The states, which the group advances in place. */
  states: ReadonlyMap<string, RealmState>
  /** The newest hash in the chain of each realm. */
  hashes: ReadonlyMap<string, string>
  items: readonly PostItem[]
  /** Requests that may not be executed; see `claimSignatures`. */
  misused?: MisusedSignatures
  /** The session in which permits are claimed and companions work; needless without them. */
  session?: SqlSession
  now: Micros
}

/** Decides each request in the order of arrival, on the state that the ones before it leave. */
export async function decideGroup({
  states,
  hashes,
  items,
  misused,
  session,
  now,
}: Found): Promise<DecidedGroup> {
  const times = commitTimes(states, now)
  const entries: PostedEntry[] = []
  const decided: Decided[] = []
  for (const item of items) {
    const { request, permit, companion } = item
    const state = states.get(request.realmId)!
    const committedAt = times.get(request.realmId)!
    let decision: Decision = isUnwanted(item)
      ? refuse('UNAVAILABLE')
      : unlessMisused(misused?.get(item), decide(state, request, committedAt))
    if (decision.kind === 'accepted' && permit && !(await permit.claim(session!))) {
      decision = refuse('STEP_UP_REQUIRED', { message: 'This confirmation was used before.' })
    }
    if (companion)
      decision = await compose(session!, state, { request, companion, decision }, committedAt)
    for (const posting of postingsOf(decision)) entries.push(apply(state, posting, committedAt))
    decided.push({ request, decision, committedAt })
  }
  const jobs = distinctJobs(entries.flatMap(({ posting }) => posting.jobs))
  let chained: JournalGroup[] | undefined
  const groups = () =>
    (chained ??= [...Map.groupBy(entries, ({ realmId }) => realmId)].map(([realmId, ofRealm]) =>
      chainGroup(hashes.get(realmId)!, ofRealm)
    ))
  return { states, decided, entries, jobs, groups }
}

/**
 * One time for each realm of a group, which is after the realm's last group even when the clock was
 * set back.
 */
function commitTimes(states: ReadonlyMap<string, RealmState>, now: Micros): Map<string, number> {
  return new Map(
    [...states].map(([realmId, { head }]) => [realmId, Math.max(now, (head?.committedAt ?? 0) + 1)])
  )
}

/** A replayed request adds nothing, so its used signature does no harm. */
function unlessMisused(problem: ClaimProblem | undefined, decision: Decision): Decision {
  const adds = decision.kind === 'to_compose' || postingsOf(decision).length > 0
  if (!problem || (problem.reason === 'already_used' && !adds)) return decision
  return refuse('INVALID_SIGNATURE', claimRefusal(problem))
}
