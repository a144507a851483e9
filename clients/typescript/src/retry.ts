import type { ServiceError } from './errors.js'

/** How often and how patiently a request is sent again. */
export interface RetryPolicy {
  /** Retries after the first attempt; 0 for none. */
  retries: number
  /** The wait before the first retry; each later one waits twice as long, up to `longestDelayMs`. */
  firstDelayMs: number
  /** A `Retry-After` beyond it is not waited for. */
  longestDelayMs: number
}

export const RETRY_POLICY: RetryPolicy = { retries: 4, firstDelayMs: 200, longestDelayMs: 30_000 }

/** Refusals by which nothing was done, whatever the request is. */
const NOTHING_DONE = new Set(['RATE_LIMITED', 'OVERLOADED'])
/** What a proxy answers in place of the service. */
const GATEWAY = new Set([502, 503, 504])

/** How an attempt failed: without an answer, or with a refusal. */
export type Failure =
  { kind: 'lost' } | { kind: 'refused'; error: ServiceError; retryAfterMs: number | null }

/**
 * How long to wait before the next attempt; null when there is none.
 *
 * @param isSafe whether a repetition does nothing twice
 * @param attempt the number of the attempt that failed, from 1
 * @param random from 0 to below 1
 */
export function delayBefore(
  failure: Failure,
  { retries, firstDelayMs, longestDelayMs }: RetryPolicy,
  { isSafe, attempt, random }: { isSafe: boolean; attempt: number; random: number }
): number | null {
  if (attempt > retries || !isWorthIt(failure, isSafe)) return null
  const backoff = Math.min(longestDelayMs, firstDelayMs * 2 ** (attempt - 1))
  // Many clients that failed together must not come back together.
  const delay = backoff / 2 + (backoff / 2) * random
  const asked = failure.kind === 'refused' ? failure.retryAfterMs : null
  if (asked === null) return delay
  return asked > longestDelayMs ? null : asked + delay * random
}

function isWorthIt(failure: Failure, isSafe: boolean): boolean {
  if (failure.kind === 'lost') return isSafe
  const { code, status, retryable } = failure.error
  if (NOTHING_DONE.has(code)) return true
  const isGateway = code === NO_CODE && GATEWAY.has(status ?? 0)
  return isSafe && (retryable || isGateway)
}

/** Stands for the code of an answer that is not the service's. */
export const NO_CODE = 'UNEXPECTED_ANSWER'

/** The wait that a `Retry-After` header asks for, in milliseconds: seconds or a date. */
export function retryAfterMs(header: string | null, nowMs: number): number | null {
  if (header === null) return null
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - nowMs
  return Number.isNaN(ms) ? null : Math.max(0, ms)
}

/** @throws the reason of the signal when it is aborted meanwhile */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason as Error)
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    }, ms)
    const onAbort = () => {
      clearTimeout(timer)
      reject(signal!.reason as Error)
    }
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}
