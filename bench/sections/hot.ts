import type { Bench } from '../bench.ts'
import { cpuSeconds, mainThreadSeconds } from '../cpu_time.ts'
import { SECONDS } from '../flags.ts'
import { readLoad } from '../http_load.ts'
import { budget, print, spread } from '../report.ts'
import { inRounds, ratios } from '../rounds.ts'

const CONNECTIONS = 32
const OBJECTS = 100
/** More than the newest rows that an object shows. */
const TRANSFERS = 400

interface Figures {
  perSecond: number
  serverMicros: number
  databaseMicros: number
}

/**
 * What pages ask again and again, beside an authenticated route that needs no database. All
 * connections ask for the same, but for balances: those are of different objects.
 */
export async function hot(bench: Bench) {
  const { client, serverPid } = bench
  const { realmId } = client
  const databasePid = await bench.databasePid()
  const paths = bench.paths.slice(0, 2)
  await bench.inProcess('history', { realmId, paths, transfers: TRANSFERS })
  await bench.inProcess('objects', { realmId, prefix: '/hot', count: OBJECTS })
  const ids = await Promise.all(bench.paths.map((path) => client.objectId(path)))
  const anyObject = () => ids[Math.floor(Math.random() * ids.length)]!

  const measured = (address: () => string) => async (): Promise<Figures> => {
    const before = [mainThreadSeconds(serverPid), cpuSeconds(databasePid)]
    const load = { connections: CONNECTIONS, seconds: SECONDS, address }
    const { perSecond, answered } = await readLoad(client, load)
    const [server, database] = [mainThreadSeconds(serverPid), cpuSeconds(databasePid)]
    return {
      perSecond,
      serverMicros: ((server - before[0]!) * 1_000_000) / answered,
      databaseMicros: ((database - before[1]!) * 1_000_000) / answered,
    }
  }
  const found = await inRounds({
    'GET /auth/me': measured(() => '/auth/me'),
    'balances': measured(() => `/objects/${anyObject()}/balances`),
    '20 operations': measured(() => `/operations?realmId=${realmId}&limit=20`),
    '100 objects': measured(() => `/objects?realmId=${realmId}&prefix=/hot/&limit=${OBJECTS}`),
    'aggregate of 100 objects': measured(
      () => `/objects/aggregate?realmId=${realmId}&prefix=/hot/`
    ),
    'an object with its newest rows': measured(() => `/objects/${ids[0]}`),
  })
  const { 'GET /auth/me': yardstick, ...reads } = found
  printFigures('GET /auth/me', yardstick)
  for (const [what, rounds] of Object.entries(reads)) {
    printFigures(what, rounds)
    const beside = ratios(rounds.map(rate), yardstick.map(rate))
    print(`${what} beside GET /auth/me`, budget(beside, `≥ ${BUDGETS[what as keyof typeof reads]}`))
  }
}

const BUDGETS = {
  'balances': '0.75',
  '20 operations': '0.45',
  '100 objects': '0.35',
  'aggregate of 100 objects': '0.45',
  'an object with its newest rows': '0.30',
}

function rate({ perSecond }: Figures): number {
  return perSecond
}

function printFigures(what: string, rounds: readonly Figures[]) {
  const server = spread(rounds.map(({ serverMicros }) => serverMicros))
  const database = spread(rounds.map(({ databaseMicros }) => databaseMicros))
  print(
    `${what}, ${CONNECTIONS} connections`,
    `${spread(rounds.map(rate))}/s; main thread ${server} µs, database ${database} µs a request`
  )
}
