import { setTimeout as delay } from 'node:timers/promises'
import { ChainUnreachable } from '../chain/errors.ts'

/** A node that hangs is as good as down to a caller who waits. */
const CHAIN_PATIENCE_MS = 2_500

/** @throws ChainUnreachable when the chain takes longer than a caller should wait */
export async function inTime<Value>(work: Promise<Value>): Promise<Value> {
  const stop = new AbortController()
  const limit = delay(CHAIN_PATIENCE_MS, null, { signal: stop.signal }).then(() => {
    throw new ChainUnreachable('no answer in time')
  })
  // The loser of the race is not awaited; its failure must not count as unhandled.
  limit.catch(() => {})
  work.catch(() => {})
  try {
    return await Promise.race([work, limit])
  } finally {
    stop.abort()
  }
}
