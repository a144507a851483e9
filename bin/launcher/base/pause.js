// @ts-check
import { InterruptedError } from './errors.js'

/**
 * Waits without outliving the run.
 *
 * @param {number} ms
 * @param {AbortSignal} [signal]
 * @throws {InterruptedError} when the signal aborts first
 */
export function pause(ms, signal) {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer)
      reject(new InterruptedError())
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort)
      resolve(undefined)
    }, ms)
    if (signal?.aborted) onAbort()
    else signal?.addEventListener('abort', onAbort, { once: true })
  })
}
