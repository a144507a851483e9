import type { Clock } from '#app/clock/clock'
import type { Database, SqlSession } from '#app/storage/database'
import { failpoint } from '../../failpoints.ts'
import { decideGroup, type DecidedGroup } from './decide_group.ts'
import type { PostItem } from './poster.ts'
import { isHead, loadAhead } from '../../storage/journal_foresight.ts'
import type { JournalGroup } from '../../storage/journal_rows.ts'
import { firstTexts } from '../../storage/journal_writer.ts'

/** A group that was decided while the group before it was being written. */
export interface Foreseen extends DecidedGroup {
  /** When another group is the head, nothing of this is true. */
  follows: JournalGroup
  texts: readonly string[]
}

/**
 * The realm of a group whose outcome can be foreseen, null of any other: only transfers, all of one
 * realm, and nobody else takes part. Such a group changes nothing but operations and balances, and
 * what decides it changes only with the realm's head.
 */
export function foreseeableRealm(items: readonly PostItem[]): string | null {
  const realmId = items[0]?.request.realmId ?? null
  const plain = items.every(
    ({ request, permit, companion }) =>
      !permit &&
      !companion &&
      request.realmId === realmId &&
      (request.kind === 'transfer' || request.kind === 'bulk_transfer')
  )
  return plain ? realmId : null
}

/**
 * Decides a foreseeable group on what a foreseeable group of the same realm will have left, and
 * makes its first statement. `before` must be holding the realm's lock when this is called: what is
 * read here without one can then only change with the head.
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

/** Locks the realm's head. Whether the group before was committed as foreseen, and nothing after it. */
export async function isAsForeseen(session: SqlSession, { follows }: Foreseen): Promise<boolean> {
  const isGood = await isHead(session, follows)
  if (isGood) await failpoint('poster.loaded')
  return isGood
}
