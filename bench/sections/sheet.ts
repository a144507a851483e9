import { setTimeout as delay } from 'node:timers/promises'
import { loadavg } from 'node:os'
import { cpuSeconds, mainThreadSeconds } from '../cpu_time.ts'
import type { Bench } from '../bench.ts'
import { budget, median, print, progress } from '../report.ts'
import type { ServiceClient } from '../service_client.ts'

const BOUNDARIES = 1_000
const AT_ONCE = 16
const SAMPLES = 20
const LIMIT_MS = 300
const POLL_MS = 500

interface Sheet {
  conservation: boolean | null
  boundaries: { onChainSource: string }[]
}

/** The balance sheet of a realm of its own with many boundaries, once the pool knows all of them. */
export async function sheet(bench: Bench) {
  const { client, serverPid } = bench
  const databasePid = await bench.databasePid()
  const { data } = await client.post('/api/v1/realms', { name: 'Sheet' })
  const realm = client.with({ realmId: data.id })
  await zones(realm)
  await onChain(realm)
  const cpu = () => [mainThreadSeconds(serverPid), cpuSeconds(databasePid)] as const
  const [serverBefore, databaseBefore] = cpu()
  const times: number[] = []
  for (let sample = 0; sample < SAMPLES; sample++) {
    const startedAt = performance.now()
    const { boundaries, conservation } = await read(realm)
    times.push(performance.now() - startedAt)
    if (boundaries.length <= BOUNDARIES || conservation !== true) {
      throw new Error(`A sheet of ${boundaries.length} boundaries, conserved: ${conservation}`)
    }
  }
  const [server, database] = cpu()
  const what = `balance sheet of ${BOUNDARIES.toLocaleString('en')} boundaries, median, ms`
  print(what, budget(median(times), `≤ ${LIMIT_MS}`))
  const each = (seconds: number) => `${((seconds * 1_000) / SAMPLES).toFixed(0)} ms`
  const used = `${each(server - serverBefore)} of the main thread, ${each(database - databaseBefore)} of the database`
  print(`processor time of one, load ${loadavg()[0]!.toFixed(1)}`, used)
}

async function read(realm: ServiceClient): Promise<Sheet> {
  const address = `/api/v1/custody/boundary-balance-sheet?realmId=${realm.realmId}`
  return (await realm.get(address)) as unknown as Sheet
}

async function zones(realm: ServiceClient) {
  const tell = progress('boundaries declared')
  let [next, done] = [0, 0]
  const loop = async () => {
    while (next < BOUNDARIES) {
      const path = `/zones/${next++}`
      await realm.post('/api/v1/isolation-zones', { realmId: realm.realmId, path })
      tell(++done, BOUNDARIES)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, loop))
}

async function onChain(realm: ServiceClient) {
  const tell = progress('boundaries that the pool knows')
  for (;;) {
    const { boundaries } = await read(realm)
    const known = boundaries.filter(({ onChainSource }) => onChainSource === 'contract').length
    tell(known, BOUNDARIES + 1)
    if (known > BOUNDARIES) return
    await delay(POLL_MS)
  }
}
