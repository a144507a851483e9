const BATCH = 1000

/**
 * Deletes old rows in small statements, so that nobody who writes to the same table waits for it.
 *
 * @param deleteSome deletes at most `limit` rows and returns how many went
 * @returns how many went in all
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
