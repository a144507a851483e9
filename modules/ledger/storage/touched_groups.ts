import type { SqlReader } from '#app/storage/database'

/** A group of the journal, with the paths of the objects whose balances it may have changed. */
export interface TouchedGroup {
  /** Its last entry: the cut after the group. */
  seq: number
  paths: string[]
}

/**
 * The groups after an entry, oldest first. A hold has no legs, so both sides of each operation
 * count as touched.
 *
 * @param most groups that are read
 */
export async function touchedGroups(
  session: SqlReader,
  realmId: string,
  after: number,
  most: number
): Promise<TouchedGroup[]> {
  const groups = await session.read<{ from: string | number; to: string | number }>(
    `SELECT seq_from AS \`from\`, seq_to AS \`to\` FROM journal_groups
      WHERE realm_id = ? AND seq_to > ? ORDER BY seq_to LIMIT ${most}`,
    [realmId, after]
  )
  const last = groups.at(-1)
  if (!last) return []
  const range = [realmId, after, Number(last.to)]
  const touched = await session.read<{ seq: string | number; path: string | null }>(
    `SELECT l.seq, o.path FROM journal_legs l FORCE INDEX (journal_legs_entry)
       STRAIGHT_JOIN objects o ON o.id = l.object_id
      WHERE l.realm_id = ? AND l.seq > ? AND l.seq <= ?
     UNION SELECT e.seq, o.source_path FROM journal_entries e
       STRAIGHT_JOIN operations o ON o.id = e.operation_id
      WHERE e.realm_id = ? AND e.seq > ? AND e.seq <= ?
     UNION SELECT e.seq, o.target_path FROM journal_entries e
       STRAIGHT_JOIN operations o ON o.id = e.operation_id
      WHERE e.realm_id = ? AND e.seq > ? AND e.seq <= ?`,
    [...range, ...range, ...range]
  )
  return groups.map(({ from, to }) => {
    const within = touched.filter(
      ({ seq }) => Number(seq) >= Number(from) && Number(seq) <= Number(to)
    )
    const paths = new Set(within.flatMap(({ path }) => (path === null ? [] : [path])))
    return { seq: Number(to), paths: [...paths] }
  })
}
