import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { LoadResult } from './http_load.ts'
import type { ServiceClient } from './service_client.ts'

const SCRIPT = fileURLToPath(new URL('transfers.lua', import.meta.url))
const run = promisify(execFile)

interface Summary {
  answered: number
  micros: number
  p50Micros: number
  p99Micros: number
  refused: number
}

/**
 * Transfers over HTTP by `wrk`, with the default fee. It takes a fifth of what a generator of JavaScript takes of
 * the processors that are to be measured.
 *
 * @param options.sources paths of objects, of which each transfer takes one at random, as of `targets`
 */
export async function wrkLoad(
  client: ServiceClient,
  options: {
    connections: number
    seconds: number
    sources: readonly string[]
    targets: readonly string[]
  }
): Promise<LoadResult> {
  const { connections, seconds, sources, targets } = options
  const flags = [
    '--threads',
    '1',
    '--connections',
    `${connections}`,
    '--duration',
    `${Math.ceil(seconds)}s`,
  ]
  const { stdout } = await run('wrk', [...flags, '--script', SCRIPT, client.baseUrl], {
    env: {
      ...process.env,
      AUTHORIZATION: client.headers.authorization,
      REALM: client.realmId,
      RUN: `${Date.now()}`,
      SEED: `${Date.now() % 1_000_000}`,
      SOURCES: sources.join(),
      TARGETS: targets.join(),
    },
  })
  const summary = stdout.split('\n').find((line) => line.startsWith('{'))
  if (summary === undefined) throw new Error(`wrk told no result:\n${stdout}`)
  const { answered, micros, p50Micros, p99Micros, refused } = JSON.parse(summary) as Summary
  const accepted = answered - refused
  return {
    perSecond: accepted / (micros / 1_000_000),
    p50Ms: p50Micros / 1000,
    p99Ms: p99Micros / 1000,
    refused,
    accepted,
  }
}
