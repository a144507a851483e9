import { ROUNDS, SECONDS, type Bench } from '../bench.ts'
import { bulkLoad, TRANSFERS_A_REQUEST } from '../bulk_load.ts'
import { cpuSeconds, mainThreadSeconds } from '../cpu_time.ts'
import { print } from '../report.ts'

const BULK_TRANSFERS = 30_000
const RAW_IN_FLIGHT = 64

/** Processor time of one transfer in a bulk and in the raw SQL loop: for comparing two designs on a busy machine. */
export async function cost(bench: Bench) {
  const database = await bench.databasePid()
  const server = bench.serverPid
  const readings = {
    'database': () => cpuSeconds(database),
    'server': () => cpuSeconds(server),
    'its main thread': () => mainThreadSeconds(server),
    'load generator': () => cpuSeconds(process.pid),
  }
  const measure = async (what: string, work: () => Promise<{ transfers: number }>) => {
    const before = Object.values(readings).map((read) => read())
    const startedAt = performance.now()
    const { transfers } = await work()
    const clock = (performance.now() - startedAt) / 1000
    const figures = Object.entries(readings).map(([name, read], index) => {
      return `${name} ${micros(read() - before[index]!, transfers)}`
    })
    print(`${what}, µs a transfer`, `${figures.join(', ')}; clock ${micros(clock, transfers)}`)
  }
  for (let round = 1; round <= ROUNDS; round++) {
    await measure(`round ${round}: raw SQL loop, ${RAW_IN_FLIGHT} in flight`, async () => ({
      transfers: (await bench.raw(RAW_IN_FLIGHT)) * SECONDS,
    }))
    await measure(`round ${round}: bulk, ${TRANSFERS_A_REQUEST} a request`, () =>
      bulkLoad(bench, (requests) => requests * TRANSFERS_A_REQUEST < BULK_TRANSFERS)
    )
  }
}

function micros(seconds: number, transfers: number): string {
  return ((seconds * 1_000_000) / transfers).toFixed(1)
}
