import { setTimeout as delay } from 'node:timers/promises'
import { chainKind } from '../settings.ts'
import { NotFinalYet } from './nonce_lane_errors.ts'
import type { CustodyChain } from './custody_chain.ts'

const MINED_WITHIN_MS = 5_000
const POLL_MS = { development: 10, live: 500 }

/**
 * Waits until the newest block shows what was sent.
 *
 * @param look whether it does
 * @throws NotFinalYet
 */
export async function untilMined(
  { settings }: Pick<CustodyChain, 'settings'>,
  purpose: string,
  look: () => Promise<boolean>
): Promise<void> {
  const deadline = performance.now() + MINED_WITHIN_MS
  while (!(await look())) {
    if (performance.now() >= deadline) throw new NotFinalYet(purpose)
    await delay(POLL_MS[chainKind(settings)])
  }
}
