import { LIMITS } from '#app/limits'
import type { SqlReader } from '#app/storage/database'
import { pathsUnder } from '#modules/ledger/storage/operation_filter'

/** A place in the journal: an entry, and the number of a row within it. */
export interface FeedPlace {
  seq: number
  no: number
}

/**
 * The objects at or below a prefix, of every generation. `null` when there is no prefix or more
 * objects than are worth merging: then the feed of the whole realm is read and filtered.
 */
export async function objectsUnder(
  session: SqlReader,
  realmId: string,
  prefix: string | undefined
): Promise<string[] | null> {
  if (prefix === undefined) return null
  const { where, values } = pathsUnder('path', prefix)
  const rows = await session.read<{ id: string }>(
    `SELECT id FROM objects WHERE realm_id = ? AND ${where} LIMIT ${LIMITS.listMergedObjects + 1}`,
    [realmId, ...values]
  )
  return rows.length > LIMITS.listMergedObjects ? null : rows.map(({ id }) => id)
}

/** The newest entry of a realm: the read cut of a feed. */
export async function headSeq(session: SqlReader, realmId: string): Promise<number> {
  const [head] = await session.read<{ seq: string | number }>(
    'SELECT seq FROM realm_heads WHERE realm_id = ?',
    [realmId]
  )
  return Number(head?.seq ?? 0)
}
