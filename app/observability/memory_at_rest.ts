import { performance } from 'node:perf_hooks'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** The part of its time that a process spends working: what counts as work, and what as rest. */
const WORK = 0.25
const REST = 0.05
const LOOK_MS = 15_000
/** Bytes that the little of a rest may add before they are worth a collection. */
const GROWN = 4 * 2 ** 20
/** A collection takes 0.2 s on a busy machine: one in so long is 0.07 % of a core. */
const AGAIN_MS = 300_000

/**
 * Gives memory back to the machine when this process comes to rest: once after its start, and once
 * after each time in which it has worked. V8 takes room while much happens, and a start is much;
 * at rest it collects little and gives nothing back, so that what periodic jobs leave adds up. It is
 * given back now and then. What the process needs it takes again.
 *
 * @returns a function that ends it
 */
export function giveMemoryBackAtRest(lookMs = LOOK_MS, againMs = AGAIN_MS): () => void {
  let hasWorked = true
  let collected = { at: 0, bytes: 0 }
  let before = performance.eventLoopUtilization()
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    if (utilization >= WORK) hasWorked = true
    const { at, bytes } = collected
    const isDue = performance.now() - at >= againMs
    const hasGrown = isDue && getHeapStatistics().total_heap_size - bytes >= GROWN
    if (!(hasWorked || hasGrown) || utilization >= REST) return
    hasWorked = false
    collectAll()
    collected = { at: performance.now(), bytes: getHeapStatistics().total_heap_size }
  }, lookMs).unref()
  return () => clearInterval(timer)
}

/** Takes a tenth of a second or two. V8 shows its collector only to code that is run anew. */
function collectAll() {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (options: object) => void
  setFlagsFromString('--no-expose-gc')
  collect({ type: 'major', flavor: 'last-resort' })
}
