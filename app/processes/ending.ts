import { tracingChannel } from 'node:diagnostics_channel'
import { setTimeout as delay } from 'node:timers/promises'

/** Where it is told. */
export interface StopLog {
  warn(fields: object, text: string): void
}

/** The parts of this process that are stopping, by name. */
const stopping = new Set<string>()

/** Names each provider for as long as it stops: of one that hangs nobody knew which it is. */
tracingChannel<string, { provider: object }>('adonisjs.provider.shutdown').subscribe({
  start: ({ provider }) => void stopping.add(provider.constructor.name),
  end() {},
  asyncStart() {},
  asyncEnd: ({ provider }) => void stopping.delete(provider.constructor.name),
  error() {},
})

/** What this process still waits for, from the outermost part to the innermost. */
export function stoppingParts(): string[] {
  return [...stopping]
}

/**
 * Waits for the end of a part of the process that stops, and names it in the log when that takes too
 * long: the process then goes on without it. One that waited for ever would be killed with all that
 * its other parts still had to do.
 *
 * @returns whether it has ended
 * @throws what the part throws
 */
export async function endsInTime(
  part: string,
  ending: Promise<unknown>,
  { ms, log }: { ms: number; log: StopLog }
): Promise<boolean> {
  const ended = new AbortController()
  stopping.add(part)
  try {
    const late = delay(ms, false, { signal: ended.signal }).catch(() => true)
    const isInTime = await Promise.race([ending.then(() => true), late])
    if (!isInTime) log.warn({ parts: stoppingParts(), ms }, `${part} did not end in time`)
    return isInTime
  } finally {
    stopping.delete(part)
    ended.abort()
  }
}
