import type { Bench } from '../bench.ts'
import { cpuSeconds } from '../cpu_time.ts'
import { SECONDS } from '../flags.ts'
import { orderLoad, type OrderKind } from '../order_load.ts'
import { budget, median, print, progress, spread } from '../report.ts'
import { inRounds } from '../rounds.ts'
import type { TickKind } from '../venue_work.ts'

const OBJECTS = 1000
const ORDERS = 2000
const TRADERS = 64
const CONNECTIONS = 64
/** How often each kind of tick is passed; the last kind ends the realm's trading. */
const TICKS: [TickKind, number, string][] = [
  ['still', 12, 'nothing happens'],
  ['moving', 12, 'prices move'],
  ['funding', 4, 'every account pays funding'],
  ['crash', 1, 'every trigger fires, the rest is liquidated'],
]

/** A realm's tick, and orders over HTTP. */
export async function venue(bench: Bench) {
  await ticks(bench)
  const { client } = bench
  const objectIds = await client.exchangeAccounts(bench.paths.slice(0, TRADERS))
  await orders(bench, objectIds)
}

async function ticks(bench: Bench) {
  const realmId = await bench.client.stillRealm()
  const show = progress('objects of the venue')
  await bench.inProcess(
    'venue',
    { realmId, prefix: '/traders', count: OBJECTS, orders: ORDERS },
    ({ done, total }) => {
      if (done !== undefined && total !== undefined) show(done, total)
    }
  )
  const database = await bench.databasePid()
  for (const [kind, count, what] of TICKS) {
    const found: Record<string, number>[] = []
    const cpu = cpuSeconds(database)
    await bench.inProcess('ticks', { realmId, kind, count }, (line) => found.push(line))
    const databaseMs = ((cpuSeconds(database) - cpu) * 1000) / count
    // The first one loads the realm's venue into the process.
    const warm = found.length > 1 ? found.slice(1) : found
    const ms = median(warm.map((each) => each.ms!))
    const cpuMs = median(warm.map((each) => each.cpuMs!))
    const figures = `process ${cpuMs.toFixed(0)} ms, database about ${databaseMs.toFixed(0)} ms`
    print(`tick, ${what}`, `${budget(ms / 1000, '< 1')} s; of processor time: ${figures}`)
    if (kind === 'still')
      print('the first one, loading the venue', `${found[0]!.ms!.toFixed(0)} ms`)
  }
}

async function orders(bench: Bench, objectIds: readonly string[]) {
  const { client, serverPid } = bench
  const databasePid = await bench.databasePid()
  const point = (kind: OrderKind) => async () => {
    const before = [cpuSeconds(serverPid), cpuSeconds(databasePid)]
    const load = { connections: CONNECTIONS, seconds: SECONDS, kind, objectIds }
    const result = await orderLoad(client, load)
    const each = (seconds: number) => (seconds * 1000) / result.accepted
    const server = each(cpuSeconds(serverPid) - before[0]!)
    return { ...result, server, database: each(cpuSeconds(databasePid) - before[1]!) }
  }
  const found = await inRounds({ market: point('market'), limit: point('limit') })
  for (const [kind, rounds] of Object.entries(found)) {
    const of = (figure: keyof (typeof rounds)[number]) => rounds.map((result) => result[figure])
    print(
      `${kind} orders, ${CONNECTIONS} connections`,
      `${budget(of('perSecond'), '≥ 300')}/s, p50 ${spread(of('p50Ms'), 1)} ms, ` +
        `p99 ${spread(of('p99Ms'), 1)} ms, refused ${Math.max(...of('refused'))}`
    )
    const figures = `server ${spread(of('server'), 2)} ms, database ${spread(of('database'), 2)} ms`
    print(`${kind} orders, processor time each`, figures)
  }
}
