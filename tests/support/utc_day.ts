import { setTimeout as delay } from 'node:timers/promises'

const DAY_MS = 86_400_000
/** Longer than a test takes on a busy machine. */
const NEAR_MS = 60_000

/** Lets midnight in UTC go by when it is near: what is counted by the day begins anew then. */
export async function awayFromMidnight(): Promise<void> {
  const left = DAY_MS - (Date.now() % DAY_MS)
  if (left < NEAR_MS) await delay(left)
}
