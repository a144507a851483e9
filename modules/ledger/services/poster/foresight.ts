import type { Clock } from '#app/clock/clock'
import type { Database, SqlSession } from '#app/storage/database'
import { failpoint } from '../../failpoints.ts'
import { kindOf } from '../../core/requests.ts'
import type { RealmState } from '../../core/state.ts'
import { decideGroup, type DecidedGroup } from './decide_group.ts'
import type { PostItem } from './poster.ts'
import { areHeads, loadAhead } from '../../storage/journal_foresight.ts'
import type { JournalGroup } from '../../storage/journal_rows.ts'
import type { RealmOutlook } from './outlook.ts'

/** A group that was decided while the group before it was being written. */
export interface Foreseen extends DecidedGroup {
  /**
   * The group before, of each realm, in the order of their ids. When another group is the head of one of them, this
   * decision does not hold.
   */
  follows: readonly JournalGroup[]
}

/**
 * The realms of a group whose outcome can be predicted, in the order of their ids; null for any
 * other group. It must hold only requests of kinds that change nothing but operations, holds,
 * reversals and balances, without permits or companions. What decides it changes only with the
 * heads of its realms.
 */
export function foreseeableRealms(items: readonly PostItem[]): string[] | null {
  return items.every(isForeseeable) ? realmsOf(items) : null
}

/** In the order of their ids, in which every group locks them. */
export function realmsOf(items: readonly PostItem[]): string[] {
  return [...new Set(items.map(({ request }) => request.realmId))].sort()
}

export function isForeseeable({ request, permit, companion }: PostItem): boolean {
  return !permit && !companion && kindOf(request).foreseen?.(request) === true
}

/**
 * Decides a foreseeable group on what the newest groups of its realms leave. Every group before the newest one must be committed when this is
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
  { before, looksUp }: { before: readonly RealmOutlook[]; looksUp: boolean }
): Promise<Foreseen> {
  const follows = before.map((outlook) => outlook.follows)
  const hashes = new Map(follows.map(({ realmId, hash }) => [realmId, hash]))
  const requests = Map.groupBy(
    items.map(({ request }) => request),
    ({ realmId }) => realmId
  )
  const decide = async (looks: boolean) => {
    const states = new Map<string, RealmState>()
    for (const outlook of before) {
      const { realmId } = outlook.known
      states.set(realmId, await loadAhead(database, requests.get(realmId)!, outlook, looks))
    }
    return decideGroup({ states, hashes, items, now: clock.nowMicros() })
  }
  let group = await decide(looksUp)
  if (!looksUp && group.decided.some(({ decision }) => decision.kind === 'refused'))
    group = await decide(true)
  return { ...group, follows }
}

/**
 * Locks the heads of the realms, and answers whether the groups before were committed as foreseen,
 * with nothing after them.
 */
export async function isAsForeseen(session: SqlSession, { follows }: Foreseen): Promise<boolean> {
  const isGood = await areHeads(session, follows)
  if (isGood) await failpoint('poster.loaded')
  return isGood
}

/**
 * Whether somebody else has posted behind these groups, on which another one was decided in vain.
 * Otherwise that one only came to the database before the group that it follows, as happens on a
 * busy machine, or it failed by itself.
 *
 * @param group was decided with the realms locked
 */
export function isBehindOthers({ groups }: DecidedGroup, missed: readonly JournalGroup[]): boolean {
  if (missed.length === 0) return false
  const hashes = new Map(groups().map(({ realmId, prevHash }) => [realmId, prevHash]))
  return missed.some(({ realmId, hash }) => (hashes.get(realmId) ?? hash) !== hash)
}
