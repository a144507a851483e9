import type { SqlReader } from '#app/storage/database'
import { groupHash } from '../core/group_hash.ts'
import {
  describeGroups,
  firstGroups,
  GROUPS,
  type ChainEntry,
  type StoredGroup,
} from './export_chain.ts'

export const CHAIN_PROMISE = {
  name: 'chain-hashes',
  promise: 'The hash of every group is that of its entries and legs, and of the group before it.',
}

/** Limits what is read at once by entries, because one group can have thousands. */
const ENTRIES_AT_ONCE = 2000
const GROUPS_AT_ONCE = 500
const VIOLATIONS_SHOWN = 10

/**
 * Hashes a realm's groups again, oldest first, and compares.
 *
 * @param since reads only groups after this entry
 * @param onProgress called with the number of entries hashed since the last call
 * @returns the first groups whose stored hash is wrong
 */
export async function brokenGroups(
  session: SqlReader,
  realmId: string,
  since = 0,
  onProgress: (entries: number) => void = () => {}
): Promise<Record<string, unknown>[]> {
  const broken: Record<string, unknown>[] = []
  for (let place = since; ;) {
    const groups = await nextGroups(session, realmId, place)
    if (groups.length === 0) return broken
    for (const group of await describeGroups(session, realmId, groups)) {
      const hash = groupHash({
        ...group,
        realmId,
        entries: (group.entries ?? []).map(hashedEntry),
      })
      if (hash !== group.hash) broken.push({ realm_id: realmId, seq_to: group.seqTo, hash })
      if (broken.length >= VIOLATIONS_SHOWN) return broken
      onProgress(group.entryCount)
    }
    place = groups.at(-1)!.seqTo
  }
}

function hashedEntry({ legs, ...entry }: ChainEntry) {
  return { ...entry, legs: legs.map(({ accountId: objectId, ...leg }) => ({ objectId, ...leg })) }
}

async function nextGroups(
  session: SqlReader,
  realmId: string,
  after: number
): Promise<StoredGroup[]> {
  const rest = `WHERE realm_id = ? AND seq_to > ? ORDER BY seq_to LIMIT ${GROUPS_AT_ONCE}`
  return firstGroups(await GROUPS.all(session, rest, [realmId, after]), ENTRIES_AT_ONCE)
}
