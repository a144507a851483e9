import type { Clock } from '#app/clock/clock'
import type { OutboxJob } from '#app/queue/job'
import { isArmed } from '#app/failpoints/failpoint'
import { CommitUnknownError, type Database, type SqlSession } from '#app/storage/database'
import { failpoint } from '../../failpoints.ts'
import { LEDGER_LIMITS } from '../../limits.ts'
import { loadStates } from '../../storage/journal_loader.ts'
import { writeGroup } from '../../storage/journal_writer.ts'
import { claimSignatures } from './claim_signatures.ts'
import type { PostItem } from './poster.ts'
import { decideGroup, type Decided, type DecidedGroup } from './decide_group.ts'
import { isAsForeseen, type Foreseen } from './foresight.ts'

export interface GroupResult {
  /** The decisions in the order of the requests. */
  decided: Decided[]
  /** The realms whose journals the group has moved on. */
  realms: string[]
  /** Jobs stored with the group; announcing them now saves the poller's delay. */
  jobs: OutboxJob[]
  commitMs: number
}

export interface GroupOptions {
  /**
   * Called with what was decided once the database has begun to write it, if there is anything to
   * write.
   */
  meanwhile?: (group: DecidedGroup) => void
  /** What was decided before the group's turn came. */
  foreseen?: Foreseen | null
}

/**
 * Posts requests in one transaction: loads under lock, decides each in the order of arrival, writes
 * once, commits. Repeating it is always safe: a request that an earlier attempt committed finds its
 * own operation and is answered from it. That also resolves a connection that was lost during
 * COMMIT.
 */
export async function postGroup(
  database: Database,
  clock: Clock,
  items: readonly PostItem[],
  { meanwhile = () => {}, foreseen = null }: GroupOptions = {}
): Promise<GroupResult> {
  // What was foreseen is used in the first attempt only: a second attempt means that something went
  // wrong.
  let ahead = foreseen
  const work = async (session: SqlSession) => {
    const mine = ahead
    ahead = null
    const isGood = mine !== null && (await isGoodStill(session, mine, items))
    const group = isGood ? mine : await decideLoaded(session, clock, items)
    return write(session, items, group, meanwhile)
  }
  for (let attempt = 0; ; attempt++) {
    try {
      return await postOnce(database, work)
    } catch (error) {
      if (!(error instanceof CommitUnknownError) || attempt >= LEDGER_LIMITS.postingRetries)
        throw error
    }
  }
}

type Written = Omit<GroupResult, 'commitMs'> & { tellCommitted: () => void }

async function postOnce(
  database: Database,
  work: (session: SqlSession) => Promise<Written>
): Promise<GroupResult> {
  let sentAt = 0
  let commitMs = 0
  const result = await database.transaction(work, {
    retries: LEDGER_LIMITS.postingRetries,
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
  const { decided, realms, jobs } = result
  return { decided, realms, jobs, commitMs }
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
  items: readonly PostItem[]
): Promise<DecidedGroup> {
  const requests = items.map(({ request }) => request)
  const states = await loadStates(session, requests)
  await failpoint('poster.loaded')
  const hashes = new Map([...states].map(([id, { head }]) => [id, head?.hash ?? '']))
  const misused = await claimSignatures(session, items)
  return decideGroup({ states, hashes, items, misused, session, now: clock.nowMicros() })
}

async function write(
  session: SqlSession,
  items: readonly PostItem[],
  group: DecidedGroup,
  meanwhile: (group: DecidedGroup) => void
): Promise<Written> {
  const { decided, entries, jobs } = group
  await failpoint('poster.decided')
  const companions = items.flatMap(({ companion }) => companion ?? [])
  for (const companion of companions) await companion.write(session)
  // COMMIT goes by itself when a test waits for the place before it.
  const commits = !isArmed('poster.written')
  if (entries.length > 0)
    await writeGroup(session, group, { meanwhile: () => meanwhile(group), commits })
  if (!session.isCommitted) await failpoint('poster.written')
  const tellCommitted = () => companions.forEach((companion) => companion.committed(session))
  const realms = [...new Set(entries.map(({ realmId }) => realmId))]
  return { decided, realms, jobs, tellCommitted }
}
