import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** The part of its time that a process spends working: what counts as work, and what as rest. */
const WORK = 0.25
const REST = 0.05
const LOOK_MS = 15_000

/**
 * Gives memory back to the machine when this process comes to rest: once after its start, and once
 * after each time in which it has worked. V8 takes room while much happens, and a start is much;
 * at rest it collects nothing, and would keep the room for ever. What it needs it takes again.
 *
 * @returns a function that ends it
 */
export function giveMemoryBackAtRest(lookMs = LOOK_MS): () => void {
  let hasWorked = true
  let before = performance.eventLoopUtilization()
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    if (utilization >= WORK) hasWorked = true
    if (!hasWorked || utilization >= REST) return
    hasWorked = false
    collectAll()
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
