const BATCH = 1000

/**
 * Deletes old rows in small statements, so that no writer of the same table waits for it.
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
