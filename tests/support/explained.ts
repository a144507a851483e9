/** What has failed, and what was so then. */
export async function explained<Result>(
  work: Promise<Result>,
  standing: () => Promise<unknown>
): Promise<Result> {
  try {
    return await work
  } catch (error) {
    const found = await standing().catch(String)
    throw new Error(`${String(error)}\n${JSON.stringify(found, null, 1)}`, { cause: error })
  }
}
