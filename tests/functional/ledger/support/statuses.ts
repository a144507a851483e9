import { accepted, type TestRealm } from '#tests/support/client'
import { writeRows } from '#tests/support/rows'

/** Deletes the object at a path, as a caller does. */
export async function remove({ client, id: realmId }: TestRealm, path: string): Promise<void> {
  accepted(await client.post('/api/v1/objects/delete', { realmId, path }))
}

/**
 * Shows objects in a state that is hard to hold still while `work` runs, and puts them back: other
 * tests of this process prove all books.
 */
export async function whileObjects<Result>(
  ids: readonly string[],
  state: { status: 'deleting' | 'withdrawn' } | { ready_at: null },
  work: () => Promise<Result>
): Promise<Result> {
  const set = (change: string) => writeRows(`UPDATE objects SET ${change} WHERE id IN (?)`, [ids])
  await set('status' in state ? `status = '${state.status}'` : 'ready_at = NULL')
  try {
    return await work()
  } finally {
    await set("status = 'active', ready_at = created_at")
  }
}
