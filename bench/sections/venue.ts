import { SECONDS, type Bench } from '../bench.ts'
import { cpuSeconds } from '../cpu_time.ts'
import { orderLoad, type OrderKind } from '../order_load.ts'
import { budget, median, print, progress } from '../report.ts'
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
  for (const kind of ['market', 'limit'] as const) await orders(bench, kind, objectIds)
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

async function orders(bench: Bench, kind: OrderKind, objectIds: readonly string[]) {
  const { client } = bench
  const load = (seconds: number) =>
    orderLoad(client, { connections: CONNECTIONS, seconds, kind, objectIds })
  await load(2)
  const server = bench.serverPid
  const database = await bench.databasePid()
  const before = [cpuSeconds(server), cpuSeconds(database)]
  const { perSecond, p50Ms, p99Ms, refused } = await load(SECONDS)
  const [own, others] = [cpuSeconds(server) - before[0]!, cpuSeconds(database) - before[1]!]
  const each = (seconds: number) => `${((seconds * 1000) / (perSecond * SECONDS)).toFixed(2)} ms`
  print(
    `${kind} orders, ${CONNECTIONS} connections`,
    `${budget(perSecond, '≥ 300')}/s, p50 ${p50Ms} ms, p99 ${p99Ms} ms, refused ${refused}`
  )
  print(`${kind} orders, processor time each`, `server ${each(own)}, database ${each(others)}`)
}
