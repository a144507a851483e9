import type { Clock } from '#app/clock/clock'
import type { OutboxJob } from '#app/queue/job'
import { CommitUnknownError, type Database, type SqlSession } from '#app/storage/database'
import { failpoint } from '#app/failpoints/failpoint'
import { LIMITS } from '#app/limits'
import { apply, type PostedEntry } from '#modules/ledger/core/apply'
import { decide } from '#modules/ledger/core/decide'
import { postingsOf, refuse, type Decision } from '#modules/ledger/core/decision'
import type { PostRequest } from '#modules/ledger/core/requests'
import type { RealmState } from '#modules/ledger/core/state'
import { loadStates } from '#modules/ledger/storage/journal_loader'
import { writeGroup } from '#modules/ledger/storage/journal_writer'
import type { PostItem } from '#modules/ledger/services/poster/poster'
import { distinctJobs } from '#modules/ledger/services/poster/distinct_jobs'
import { compose } from '#modules/ledger/services/poster/compose'
import { chainGroup } from '#modules/ledger/services/poster/hash_chain'

export interface Decided {
  request: PostRequest
  decision: Decision
  /** When the group was committed; for refusals, when it was decided. */
  committedAt: number
}

export interface GroupResult {
  /** In the order of the requests. */
  decided: Decided[]
  /** Those whose journals it has moved on. */
  realms: string[]
  /** Jobs stored with the group; announcing them now saves the poller's delay. */
  jobs: OutboxJob[]
  commitMs: number
}

/**
 * Posts requests in one transaction: load under lock, decide each in arrival order, write once,
 * commit. Repeating it is always safe: a request that an earlier attempt committed finds its own
 * operation and is answered from it. That is also how a connection lost during COMMIT is resolved.
 *
 * @param meanwhile called when the database has begun to write, if it has anything to write
 */
export async function postGroup(
  database: Database,
  clock: Clock,
  items: readonly PostItem[],
  meanwhile: () => void = () => {}
): Promise<GroupResult> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await postOnce(database, clock, items, meanwhile)
    } catch (error) {
      if (!(error instanceof CommitUnknownError) || attempt >= LIMITS.postingRetries) throw error
    }
  }
}

async function postOnce(
  database: Database,
  clock: Clock,
  items: readonly PostItem[],
  meanwhile: () => void
): Promise<GroupResult> {
  let sentAt = 0
  let commitMs = 0
  const work = (session: SqlSession) => decideAndWrite(session, clock, items, meanwhile)
  const result = await database.transaction(work, {
    retries: LIMITS.postingRetries,
    onCommit: (phase) => {
      if (phase === 'sending') {
        sentAt = performance.now()
        // Once the statement has left this process.
        setImmediate(() => void failpoint('poster.commit_sent'))
      } else commitMs = performance.now() - sentAt
    },
  })
  await failpoint('poster.committed')
  result.settle()
  const { decided, realms, jobs } = result
  return { decided, realms, jobs, commitMs }
}

async function decideAndWrite(
  session: SqlSession,
  clock: Clock,
  items: readonly PostItem[],
  meanwhile: () => void
): Promise<Omit<GroupResult, 'commitMs'> & { settle: () => void }> {
  const requests = items.map(({ request }) => request)
  const states = await loadStates(session, requests)
  await failpoint('poster.loaded')
  const previousHashes = new Map([...states].map(([id, state]) => [id, state.head?.hash ?? '']))
  const times = commitTimes(states, clock)
  const entries: PostedEntry[] = []
  const decided: Decided[] = []
  for (const { request, permit, companion } of items) {
    const state = states.get(request.realmId)!
    const committedAt = times.get(request.realmId)!
    let decision = decide(state, request, committedAt)
    if (decision.kind === 'accepted' && permit && !(await permit.claim(session))) {
      decision = refuse('STEP_UP_REQUIRED', { message: 'This confirmation was used before.' })
    }
    if (companion)
      decision = await compose(session, state, { request, companion, decision }, committedAt)
    for (const posting of postingsOf(decision)) entries.push(apply(state, posting, committedAt))
    decided.push({ request, decision, committedAt })
  }
  await failpoint('poster.decided')
  const companions = items.flatMap(({ companion }) => companion ?? [])
  for (const companion of companions) await companion.write(session)
  const jobs = distinctJobs(entries.flatMap(({ posting }) => posting.jobs))
  if (entries.length > 0) {
    const groups = () =>
      [...Map.groupBy(entries, ({ realmId }) => realmId)].map(([realmId, ofRealm]) =>
        chainGroup(previousHashes.get(realmId)!, ofRealm)
      )
    await writeGroup(session, { states, entries, groups, jobs }, meanwhile)
  }
  await failpoint('poster.written')
  const settle = () => companions.forEach((companion) => companion.committed(session))
  const realms = [...new Set(entries.map(({ realmId }) => realmId))]
  return { decided, realms, jobs, settle }
}

/** One time per realm and group, after the group before it even when the clock was set back. */
function commitTimes(states: Map<string, RealmState>, clock: Clock): Map<string, number> {
  const now = clock.nowMicros()
  return new Map(
    [...states].map(([realmId, { head }]) => [realmId, Math.max(now, (head?.committedAt ?? 0) + 1)])
  )
}
