import type { SqlReader } from '#app/storage/database'

/**
 * When the realm's newest group was committed. Commit times rise with the sequence, so that
 * everything up to this moment is complete and final: it serves as the cut of a walk.
 */
export async function headTime(database: SqlReader, realmId: string): Promise<string> {
  const [head] = await database.read<{ committed_at: string }>(
    'SELECT committed_at FROM realm_heads WHERE realm_id = ?',
    [realmId]
  )
  return head?.committed_at ?? '1970-01-01 00:00:00.000000'
}
