import type { SqlSession } from '#app/storage/database'

/**
 * Keeps an object from changing its status until the transaction ends: what must not happen to one
 * that is being deleted is done under it.
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
