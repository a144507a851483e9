import type { Bench } from '../bench.ts'
import { cpuSeconds } from '../cpu_time.ts'
import { DatabaseCounts, type Counted } from '../database_counts.ts'
import { SECONDS } from '../flags.ts'
import { budget, print, spread } from '../report.ts'
import { inRounds, ratios } from '../rounds.ts'

const IN_FLIGHT = 64
/** About as many as a second takes; a point is a number of requests, as captures need holds. */
const REQUESTS_A_SECOND = 600
const MOVES = 10

/** What a request of each kind may cost beside a transfer. */
const BUDGETS = { hold: 1.2, capture: 1.2, reversal: 1.2, split: 3 } as const

/** Microseconds of one request. */
interface Cost {
  server: number
  database: number
  clock: number
  /** What the database did meanwhile, for all requests of the point. */
  counted: Counted
}

/**
 * Holds, captures, reversals and splits beside transfers, in turn: the ratio is of processor time,
 * which other work on the machine hardly moves.
 */
export async function primitives(bench: Bench) {
  const requests = new Requests(bench)
  const databasePid = await bench.databasePid()
  const counts = await DatabaseCounts.open()
  const measured = (work: () => Promise<number>) => async (): Promise<Cost> => {
    const read = () => [
      cpuSeconds(bench.serverPid),
      cpuSeconds(databasePid),
      performance.now() / 1000,
    ]
    const since = await counts.read()
    const before = read()
    const done = await work()
    const [server, database, clock] = read().map(
      (now, at) => ((now - before[at]!) * 1_000_000) / done
    )
    const counted = counts.between(since, await counts.read(), done)
    return { server: server!, database: database!, clock: clock!, counted }
  }
  const found = await inRounds({
    transfer: measured(() => requests.transfers()),
    hold: measured(() => requests.holds()),
    capture: measured(() => requests.captures()),
    reversal: measured(() => requests.reversals()),
    split: measured(() => requests.splits()),
  })
  await counts.close()
  for (const [kind, costs] of Object.entries(found)) {
    const of = (part: 'server' | 'database' | 'clock') =>
      `${part} ${spread(costs.map((cost) => cost[part]))}`
    print(`${kind}, µs a request`, `${of('server')}, ${of('database')}, ${of('clock')}`)
    print(`${kind}, of the database a request`, counts.shown(costs.map(({ counted }) => counted)))
  }
  const work = (kind: keyof typeof found) =>
    found[kind].map(({ server, database }) => server + database)
  for (const [kind, most] of Object.entries(BUDGETS) as [keyof typeof BUDGETS, number][]) {
    const beside = ratios(work(kind), work('transfer'))
    const what = kind === 'split' ? `split of ${MOVES} moves` : kind
    print(`${what} / transfer, server and database`, budget(beside, `≤ ${most.toFixed(2)}`))
  }
}

/** Requests of each kind. What is captured was held before, what is reversed was transferred. */
class Requests {
  #transfers: string[] = []
  #holds: string[] = []
  #run = 0

  constructor(private bench: Bench) {}

  async transfers(): Promise<number> {
    this.#transfers = await this.#all(fixed('/transfer'), () => this.#move())
    return this.#transfers.length
  }

  async holds(): Promise<number> {
    this.#holds = await this.#all(fixed('/holds'), () => this.#move())
    return this.#holds.length
  }

  async captures(): Promise<number> {
    return (
      await this.#all(
        (at) => `/holds/${this.#holds[at]}/capture`,
        () => ({})
      )
    ).length
  }

  async reversals(): Promise<number> {
    const address = (at: number) => `/operations/${this.#transfers[at]}/reverse`
    return (await this.#all(address, () => ({}))).length
  }

  async splits(): Promise<number> {
    const body = () => ({ moves: Array.from({ length: MOVES }, () => this.#move()) })
    return (await this.#all(fixed('/postings'), body)).length
  }

  #move() {
    const [sourceObjectPath, targetObjectPath] = this.bench.uniformPair()
    return { sourceObjectPath, targetObjectPath, amount: '1.00' }
  }

  /** @returns the ids of the operations */
  async #all(address: (at: number) => string, body: () => object): Promise<string[]> {
    const { client } = this.bench
    const run = `${Date.now()}-${++this.#run}`
    const ids: string[] = []
    let asked = 0
    const loop = async () => {
      while (asked < REQUESTS_A_SECOND * SECONDS) {
        const at = asked++
        const path = `/op/primitives/${run}/${at}`
        const request = { realmId: client.realmId, path, ...body() }
        const { data } = await client.post(`/api/v1${address(at)}`, request)
        ids[at] = data.operation.id
      }
    }
    await Promise.all(Array.from({ length: IN_FLIGHT }, loop))
    return ids
  }
}

function fixed(address: string) {
  return () => address
}
