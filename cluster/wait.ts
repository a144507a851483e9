const POLL_MS = 200

/** Waits until something holds. */
export async function waitFor(
  what: string,
  holds: () => boolean | Promise<boolean>,
  patienceMs: number
): Promise<void> {
  const since = Date.now()
  while (!(await holds())) {
    if (Date.now() - since > patienceMs) {
      throw new Error(`Waited ${Math.round(patienceMs / 1000)} s for ${what}`)
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}
