import { refused, type Weakness } from '#app/preflight/weakness'
import { LIMITS } from '#app/limits'

/** Raw settings, as `config/processes.ts` reads them. */
export interface ProcessSettings {
  /** How many server processes answer at `port`. */
  servers: number
  port: number
  /** Where a server tells of itself; with several servers the first one, each next at the next port. */
  probePort?: number
  workerPort?: number
}

const LAST_PORT = 65_535

/**
 * What contradicts itself in the settings of several servers. Figures that come from whichever
 * process answers would jump, so each must have a port of its own.
 */
export function processWeaknesses(settings: ProcessSettings): Weakness[] {
  const { servers, port, probePort, workerPort } = settings
  if (!Number.isInteger(servers) || servers < 1 || servers > LIMITS.servers) {
    const remedy = `Set it to a whole number from 1 to ${LIMITS.servers}; one for each core is usual.`
    return [refused('SERVERS', `${servers} is no number of processes.`, remedy)]
  }
  if (probePort === undefined) {
    if (servers === 1) return []
    const remedy = `Set it to the first of ${servers} free ports in a row.`
    const wrong = `It is not set, and each of ${servers} servers needs a port for its health and metrics.`
    return [refused('PROBE_PORT', wrong, remedy)]
  }
  const last = probePort + servers - 1
  const taken = [port, workerPort].filter((other) => other !== undefined)
  const isTaken = taken.some((other) => other >= probePort && other <= last)
  if (Number.isInteger(probePort) && probePort > 0 && last <= LAST_PORT && !isTaken) return []
  const wrong = `The ports ${probePort} to ${last} are no ports, or PORT or WORKER_PORT is one of them.`
  const remedy = `Set it to the first of ${servers} other ports in a row.`
  return [refused('PROBE_PORT', wrong, remedy)]
}
