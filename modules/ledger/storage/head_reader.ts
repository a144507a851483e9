import type { SqlReader } from '#app/storage/database'
import type { ComparedHead } from '../core/compare_heads.ts'

interface HeadRow {
  realm_id: string
  seq: string | number
  hash: string
  committed_at: string
}

/** The heads of all realms. */
export async function readHeads(session: SqlReader): Promise<ComparedHead[]> {
  const rows = await session.read<HeadRow>(
    'SELECT realm_id, seq, hash, committed_at FROM realm_heads ORDER BY realm_id'
  )
  return rows.map((row) => ({
    realmId: row.realm_id,
    seq: BigInt(row.seq),
    hash: row.hash,
    committedAt: row.committed_at,
  }))
}

/**
 * The hashes of the journal at the places of these heads, by realm. A realm without a group that
 * ends there is left out.
 */
export async function readHashesAt(
  session: SqlReader,
  heads: readonly ComparedHead[]
): Promise<Map<string, string>> {
  const hashes = new Map<string, string>()
  for (const { realmId, seq } of heads) {
    const [row] = await session.read<{ hash: string }>(
      'SELECT hash FROM journal_groups WHERE realm_id = ? AND seq_to = ?',
      [realmId, seq]
    )
    if (row !== undefined) hashes.set(realmId, row.hash)
  }
  return hashes
}
