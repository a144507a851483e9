import type { Bench } from '../bench.ts'
import { bulkLoad, TRANSFERS_A_REQUEST } from '../bulk_load.ts'
import { cpuSeconds, mainThreadSeconds } from '../cpu_time.ts'
import { SECONDS } from '../flags.ts'
import { transferLoad } from '../http_load.ts'
import { print, spread } from '../report.ts'
import { inRounds } from '../rounds.ts'

const BULK_TRANSFERS = 30_000
const CONNECTIONS = 64

/** Processor time of one transfer, by who spends it: for comparing two designs on a busy machine. */
export async function cost(bench: Bench) {
  const { client, serverPid } = bench
  const databasePid = await bench.databasePid()
  const best = await bench.bestRaw()
  const readings: Record<string, () => number> = {
    'database': () => cpuSeconds(databasePid),
    'server': () => cpuSeconds(serverPid),
    'its main thread': () => mainThreadSeconds(serverPid),
    'load generator': () => cpuSeconds(process.pid),
    'clock': () => performance.now() / 1000,
  }
  const measured = (work: () => Promise<{ transfers: number }>) => async () => {
    const before = Object.values(readings).map((read) => read())
    const { transfers } = await work()
    return Object.values(readings).map(
      (read, index) => ((read() - before[index]!) * 1_000_000) / transfers
    )
  }
  const found = await inRounds({
    [`raw SQL loop, flattering, ${best} in flight`]: measured(async () => ({
      transfers: (await bench.raw(best, 'flattering')) * SECONDS,
    })),
    [`POST /transfer, ${CONNECTIONS} connections`]: measured(async () => {
      const pick = () => bench.uniformPair()
      const load = { connections: CONNECTIONS, seconds: SECONDS, pick }
      return { transfers: (await transferLoad(client, load)).accepted }
    }),
    [`bulk, ${TRANSFERS_A_REQUEST} a request`]: measured(() =>
      bulkLoad(bench, (requests) => requests * TRANSFERS_A_REQUEST < BULK_TRANSFERS)
    ),
  })
  for (const [what, rounds] of Object.entries(found)) {
    const figures = Object.keys(readings).map((name, index) => {
      return `${name} ${spread(rounds.map((figure) => figure[index]!))}`
    })
    print(`${what}, µs a transfer`, figures.join(', '))
  }
}
