import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '#app/clock/clock'
import type { OutboxJob } from '#app/queue/job'
import { isArmed } from '#app/failpoints/failpoint'
import type { Database, SqlSession } from '#app/storage/database'
import {
  CommitUnknownError,
  classifyDatabaseError,
  type DatabaseFailure,
} from '#app/storage/database_errors'
import { failpoint } from '../../failpoints.ts'
import { LEDGER_LIMITS } from '../../limits.ts'
import type { PostedEntry } from '../../core/apply.ts'
import { operationsOf } from '../../core/requests.ts'
import { loadStates } from '../../storage/journal_loader.ts'
import { writeGroup, type GroupTurn } from '../../storage/journal_writer.ts'
import { claimSignatures } from './claim_signatures.ts'
import { isUnwanted, type PostItem } from './poster.ts'
import { decideGroup, type Decided, type DecidedGroup } from './decide_group.ts'
import { isAsForeseen, type Foreseen } from './foresight.ts'

export interface GroupResult {
  /** The decisions in the order of the requests. */
  decided: Decided[]
  entries: readonly PostedEntry[]
  /** The realms whose journals the group has moved on. */
  realms: string[]
  /** Jobs stored with the group; announcing them now saves the poller's delay. */
  jobs: OutboxJob[]
  commitMs: number
}

/**
 * Posts requests in one transaction: loads under lock, decides each in the order of arrival, writes
 * once, commits. Repeating it is always safe: a request that an earlier attempt committed finds its
 * own operation and is answered from it. That also resolves a connection that was lost during
 * COMMIT.
 *
 * @throws LockedRealmsError when it does not wait for a lock that somebody else has
 */
export async function postGroup(
  database: Database,
  clock: Clock,
  items: readonly PostItem[],
  {
    meanwhile = () => {},
    waits = true,
  }: {
    /**
     * Called with what was decided once the database has begun to write it, if there is anything to
     * write.
     */
    meanwhile?: (group: DecidedGroup) => void
    /** Whether it waits while somebody else has the lock of a realm. */
    waits?: boolean
  } = {}
): Promise<GroupResult> {
  const work = async (session: SqlSession) => {
    const group = await decideLoaded(session, clock, { items, waits })
    return write(session, items, group, { meanwhile: () => meanwhile(group) })
  }
  for (let attempt = 0; ; attempt++) {
    try {
      return await postOnce(database, work, LEDGER_LIMITS.postingRetries)
    } catch (error) {
      if (!(error instanceof CommitUnknownError) || attempt >= LEDGER_LIMITS.postingRetries)
        throw error
    }
  }
}

/**
 * Posts a group as it was foreseen, in one attempt. It may be called before the group that it
 * follows is committed. It then waits in the database for the realm's lock. A large one writes its own
 * rows meanwhile, so that two groups are written at once, and takes the lock when the other one has
 * ended.
 *
 * @param meanwhile called when the first statement that writes is on its way, if there is one
 * @param before of the group that it follows: whether it was committed as foreseen
 * @returns the failure when `postGroup` has to post it: because another group is the head, or
 *   another failure, which may have left it stored
 */
export async function postForeseen(
  database: Database,
  items: readonly PostItem[],
  foreseen: Foreseen,
  { meanwhile, before }: { meanwhile: () => void; before: Promise<boolean> }
): Promise<GroupResult | DatabaseFailure> {
  const requireWanted = () => {
    if (items.some(isUnwanted)) throw new Error('It was decided too long ago')
  }
  const comesNext = async () => {
    if (!(await isSoonGood(before))) throw new Error('The group before is not as foreseen')
    requireWanted()
  }
  const work = async (session: SqlSession) => {
    const locksLast = session.joins && mayLockLast(items, foreseen)
    if (!locksLast && !(await isGoodStill(session, foreseen, items)))
      throw new Error('Another group is the head')
    requireWanted()
    const follows = locksLast ? foreseen.follows : undefined
    return write(session, items, foreseen, { follows, meanwhile, comesNext })
  }
  try {
    return await postOnce(database, work, 0)
  } catch (error) {
    return classifyDatabaseError(error, false)
  }
}

/**
 * Not for long: another process may hold the lock that the group before waits for, and wait for rows
 * that this group has written. No database sees that circle, because one part of it is a wait here.
 */
async function isSoonGood(before: Promise<boolean>): Promise<boolean> {
  const known = new AbortController()
  const late = delay(LEDGER_LIMITS.beforeGroupMs, false, { signal: known.signal })
  return Promise.race([before, late.catch(() => false)]).finally(() => known.abort())
}

/**
 * Whether the look at the heads and COMMIT can go with what is written. A signature is claimed between
 * them, and a test may wait there.
 */
function mayLockLast(items: readonly PostItem[], { entries, follows }: Foreseen): boolean {
  if (isArmed('poster.loaded') || isArmed('poster.written')) return false
  // The head of a realm that the group adds nothing to is only looked at.
  if (new Set(entries.map(({ realmId }) => realmId)).size < follows.length) return false
  return items.every(({ request }) => operationsOf(request).every(({ signature }) => !signature))
}

type Written = Omit<GroupResult, 'commitMs'> & { tellCommitted: () => void }

async function postOnce(
  database: Database,
  work: (session: SqlSession) => Promise<Written>,
  retries: number
): Promise<GroupResult> {
  let sentAt = 0
  let commitMs = 0
  const result = await database.transaction(work, {
    retries,
    onCommit: (phase) => {
      if (phase === 'sending') {
        sentAt = performance.now()
        // Once the statement has left this process.
        setImmediate(() => void failpoint('poster.commit_sent'))
      } else commitMs = performance.now() - sentAt
    },
  })
  await failpoint('poster.committed')
  result.tellCommitted()
  const { decided, entries, realms, jobs } = result
  return { decided, entries, realms, jobs, commitMs }
}

/** Claims of signatures are not foreseen: a signature may have been used elsewhere. */
async function isGoodStill(
  session: SqlSession,
  foreseen: Foreseen,
  items: readonly PostItem[]
): Promise<boolean> {
  if (!(await isAsForeseen(session, foreseen))) return false
  return (await claimSignatures(session, items)).size === 0
}

async function decideLoaded(
  session: SqlSession,
  clock: Clock,
  { items, waits }: { items: readonly PostItem[]; waits: boolean }
): Promise<DecidedGroup> {
  const requests = items.map(({ request }) => request)
  const states = await loadStates(session, requests, 'lock', waits)
  await failpoint('poster.loaded')
  const hashes = new Map([...states].map(([id, { head }]) => [id, head?.hash ?? '']))
  const misused = await claimSignatures(session, items)
  return decideGroup({ states, hashes, items, misused, session, now: clock.nowMicros() })
}

async function write(
  session: SqlSession,
  items: readonly PostItem[],
  group: DecidedGroup,
  turn: Omit<GroupTurn, 'commits'>
): Promise<Written> {
  const { decided, entries, jobs } = group
  await failpoint('poster.decided')
  const companions = items.flatMap(({ companion }) => companion ?? [])
  for (const companion of companions) await companion.write(session)
  // COMMIT goes by itself when a test waits for the place before it.
  const commits = !isArmed('poster.written')
  if (entries.length > 0) await writeGroup(session, group, { ...turn, commits })
  if (!session.isCommitted) await failpoint('poster.written')
  const tellCommitted = () => companions.forEach((companion) => companion.committed(session))
  const realms = [...new Set(entries.map(({ realmId }) => realmId))]
  return { decided, entries, realms, jobs, tellCommitted }
}
