import type { SqlSession } from '#app/storage/database'

/**
 * Keeps the status of an object from changing until the transaction ends. Call it before work that
 * must not happen to an object that is being deleted.
 *
 * @returns whether the object is active
 */
export async function holdActive(session: SqlSession, objectId: string): Promise<boolean> {
  const [row] = await session.read<{ status: string }>(
    'SELECT status FROM objects WHERE id = ? LOCK IN SHARE MODE',
    [objectId]
  )
  return row?.status === 'active'
}
