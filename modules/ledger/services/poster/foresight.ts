import type { Clock } from '#app/clock/clock'
import type { Database, SqlSession } from '#app/storage/database'
import { failpoint } from '../../failpoints.ts'
import type { TransferRequest } from '../../core/decide_transfer.ts'
import type { PostRequest } from '../../core/requests.ts'
import { decideGroup, type DecidedGroup } from './decide_group.ts'
import type { PostItem } from './poster.ts'
import { isHead, loadAhead } from '../../storage/journal_foresight.ts'
import type { JournalGroup } from '../../storage/journal_rows.ts'
import { firstTexts } from '../../storage/journal_writer.ts'

/** A group that was decided while the group before it was being written. */
export interface Foreseen extends DecidedGroup {
  /** The group before. When another group is the head, this decision does not hold. */
  follows: JournalGroup
  texts: readonly string[]
}

/**
 * The realm of a group whose outcome can be predicted; null for any other group. It must hold only
 * transfers, all of one realm, without permits or companions. Such a group changes nothing but
 * operations and balances, and what decides it changes only with the realm's head.
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
  if (request.kind === 'transfer') return readsNoMore(request)
  return request.kind === 'bulk_transfer' && request.transfers.every(readsNoMore)
}

function readsNoMore({ spending, conditions }: TransferRequest): boolean {
  return spending === undefined && conditions?.sourceVersion === undefined
}

/**
 * Decides a foreseeable group on the state that a foreseeable group of the same realm will leave,
 * and makes its first statement. Every group before `before` must be committed when this is called:
 * what is read here without a lock can then change only with the head.
 */
export async function foresee(
  database: Database,
  clock: Clock,
  items: readonly PostItem[],
  before: DecidedGroup
): Promise<Foreseen> {
  return database.withSession(async (session) => {
    const requests = items.map(({ request }) => request)
    const follows = before.groups()[0]!
    const { realmId, hash } = follows
    const state = await loadAhead(session, requests, before.states.get(realmId)!)
    const group = await decideGroup({
      states: new Map([[realmId, state]]),
      hashes: new Map([[realmId, hash]]),
      items,
      session,
      now: clock.nowMicros(),
    })
    return { ...group, follows, texts: firstTexts(session, group.entries) }
  })
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
