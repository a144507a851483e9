import type { Clock } from '#app/clock/clock'
import type { Database, SqlSession, Statement } from '#app/storage/database'
import { failpoint } from '../../failpoints.ts'
import { LEDGER_LIMITS } from '../../limits.ts'
import type { Conditions } from '../../core/conditions.ts'
import type { PostRequest } from '../../core/requests.ts'
import { decideGroup, type DecidedGroup } from './decide_group.ts'
import type { PostItem } from './poster.ts'
import { isHead, loadAhead } from '../../storage/journal_foresight.ts'
import type { JournalGroup } from '../../storage/journal_rows.ts'
import type { Outlook } from './outlook.ts'
import { firstStatements } from '../../storage/journal_writer.ts'

/** A group that was decided while the group before it was being written. */
export interface Foreseen extends DecidedGroup {
  /** The group before. When another group is the head, this decision does not hold. */
  follows: JournalGroup
  first?: readonly Statement[]
}

/**
 * The realm of a group whose outcome can be predicted; null for any other group. It must hold only
 * requests of kinds that change nothing but operations, holds, reversals and balances, all of one
 * realm, without permits or companions. What decides it changes only with the realm's head.
 */
export function foreseeableRealm(items: readonly PostItem[]): string | null {
  const realmId = items[0]?.request.realmId ?? null
  const plain = items.every(
    ({ request, permit, companion }) =>
      !permit && !companion && request.realmId === realmId && isForeseeable(request)
  )
  return plain ? realmId : null
}

/**
 * What a credential has spent in a window, and the version of an object, change beside operations
 * and balances.
 */
function isForeseeable(request: PostRequest): boolean {
  switch (request.kind) {
    case 'transfer':
    case 'open_hold':
      return request.spending === undefined && readsNoVersion(request)
    case 'bulk_transfer':
      return request.transfers.every((each) => each.spending === undefined && readsNoVersion(each))
    case 'split':
      return request.spendings.size === 0 && readsNoVersion(request)
    case 'reverse':
      return request.spendings.size === 0
    case 'capture_hold':
      return request.spending === undefined
    case 'end_hold':
    case 'extend_hold':
      return true
    default:
      return false
  }
}

function readsNoVersion({ conditions }: { conditions?: Conditions }): boolean {
  return conditions?.sourceVersion === undefined
}

/**
 * Decides a foreseeable group on what a foreseeable group of the same realm leaves, and makes its
 * first statement if that takes long. Every group before that one must be committed when this is
 * called: what is read here without a lock can then change only with the head.
 *
 * Used operation paths are not looked up, because nearly all are new, and the unique key finds the
 * others. A refusal needs the look, because it writes nothing: a repeat is answered with what it
 * got the first time.
 *
 * @param looksUp whether paths are looked up at once
 */
export async function foresee(
  database: Database,
  clock: Clock,
  items: readonly PostItem[],
  { before, looksUp }: { before: Outlook; looksUp: boolean }
): Promise<Foreseen> {
  const { follows, known, realmId } = before
  const requests = items.map(({ request }) => request)
  const decide = async (looks: boolean) => {
    const state = await loadAhead(database, requests, known, looks)
    const states = new Map([[realmId, state]])
    const hashes = new Map([[realmId, follows.hash]])
    return decideGroup({ states, hashes, items, now: clock.nowMicros() })
  }
  let group = await decide(looksUp)
  if (!looksUp && group.decided.some(({ decision }) => decision.kind === 'refused'))
    group = await decide(true)
  // The statement of a small group is made with the rest of it.
  if (group.entries.length <= LEDGER_LIMITS.joinedEntries) return { ...group, follows }
  const first = await database.withSession(async (session) =>
    firstStatements(session, group.entries)
  )
  return { ...group, follows, first }
}

/**
 * Locks the realm's head, and answers whether the group before was committed as foreseen, with
 * nothing after it.
 */
export async function isAsForeseen(session: SqlSession, { follows }: Foreseen): Promise<boolean> {
  const isGood = await isHead(session, follows)
  if (isGood) await failpoint('poster.loaded')
  return isGood
}
