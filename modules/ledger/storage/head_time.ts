import type { SqlReader } from '#app/storage/database'

/**
 * When the realm's newest group was committed. Commit times rise with the sequence, so everything
 * up to this moment is a complete and final set: the read cut of a walk.
 */
export async function headTime(database: SqlReader, realmId: string): Promise<string> {
  const [head] = await database.read<{ committed_at: string }>(
    'SELECT committed_at FROM realm_heads WHERE realm_id = ?',
    [realmId]
  )
  return head?.committed_at ?? '1970-01-01 00:00:00.000000'
}
