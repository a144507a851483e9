import type { SqlParameter, SqlSession } from '#app/storage/database'

const BATCH = 1000

/**
 * Deletes rows in small statements, so that no writer of the same table waits for it.
 *
 * @param from the table with its condition: `sessions WHERE expires_at < ? ORDER BY expires_at`
 * @returns how many rows were deleted
 */
export function purgeRows(
  writer: Pick<SqlSession, 'write'>,
  from: string,
  values: readonly SqlParameter[]
): Promise<number> {
  return purgeInBatches(async (limit) => {
    const { affectedRows } = await writer.write(`DELETE FROM ${from} LIMIT ${limit}`, values)
    return affectedRows
  })
}

/**
 * `purgeRows` for rows that take more than one statement.
 *
 * @param deleteSome deletes at most `limit` rows and returns how many it deleted
 * @returns how many rows were deleted in all
 */
export async function purgeInBatches(
  deleteSome: (limit: number) => Promise<number>
): Promise<number> {
  let purged = 0
  for (;;) {
    const count = await deleteSome(BATCH)
    purged += count
    if (count < BATCH) return purged
  }
}
