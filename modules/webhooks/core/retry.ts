import type { Micros } from '#app/clock/clock'
import { RETRY_DELAYS_MS, RETRY_JITTER, WEBHOOK_LIMITS } from '../limits.ts'
import type { Webhook } from './webhook.ts'

const MICROS = 1000

/** What a failed attempt makes of its webhook. */
export interface AfterFailure {
  failures: number
  failingSince: Micros
  /** When to try again; null when the webhook has failed for too long. */
  dueAt: Micros | null
}

/** @param random from 0 up to 1 */
export function afterFailure(
  webhook: Pick<Webhook, 'failures' | 'failingSince'>,
  now: Micros,
  random: number
): AfterFailure {
  const failures = webhook.failures + 1
  const failingSince = webhook.failingSince ?? now
  const end = failingSince + WEBHOOK_LIMITS.disabledAfterMs * MICROS
  if (now >= end) return { failures, failingSince, dueAt: null }
  // The last attempt falls on the end, so that "five days" means five days.
  return { failures, failingSince, dueAt: Math.min(retryAt(failures, now, random), end) }
}

/** @param failures at least one */
export function retryAt(failures: number, now: Micros, random: number): Micros {
  const delayMs = RETRY_DELAYS_MS[Math.min(failures, RETRY_DELAYS_MS.length) - 1]!
  return now + Math.round(delayMs * (1 + RETRY_JITTER * random)) * MICROS
}
