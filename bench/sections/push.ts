import type { Bench } from '../bench.ts'
import { ROUNDS, SECONDS } from '../flags.ts'
import { transferLoad } from '../http_load.ts'
import { PushClients } from '../push_clients.ts'
import { budget, print } from '../report.ts'

const IN_FLIGHT = 64
const CONNECTIONS = 200
const WATCHES_EACH = 5
const SETTLES_MS = 2000

/** What 1,000 watches on 200 connections cost the transfers they follow, and how late they are. */
export async function push(bench: Bench) {
  const { client, paths } = bench
  const load = (seconds = SECONDS) =>
    transferLoad(client, { connections: IN_FLIGHT, seconds, pick: () => bench.uniformPair() })
  await load(2)
  const wanted = Array.from({ length: CONNECTIONS }, (_connection, number) =>
    Array.from(
      { length: WATCHES_EACH },
      (_watch, each) => paths[(number * WATCHES_EACH + each) % paths.length]!
    )
  )
  const ratios: number[] = []
  const latencies: number[] = []
  for (let round = 1; round <= ROUNDS; round++) {
    const alone = await load()
    const token = client.headers.authorization!.slice('Bearer '.length)
    const { baseUrl, realmId } = client
    const clients = await PushClients.connect({ baseUrl, realmId, token }, wanted)
    const watched = await load()
    await new Promise((resolve) => setTimeout(resolve, SETTLES_MS))
    ratios.push(watched.perSecond / alone.perSecond)
    latencies.push(...clients.latenciesMs)
    print(
      `round ${round}: POST /transfer alone, watched`,
      `${alone.perSecond.toFixed(0)}/s, ${watched.perSecond.toFixed(0)}/s`
    )
    await assertCurrent(bench, clients)
    print(`round ${round}: pushes, missed, resyncs`, describe(clients))
    clients.close()
  }
  latencies.sort((a, b) => a - b)
  const at = (share: number) => latencies[Math.floor(latencies.length * share)]!
  print('commit to push, p50 and p99', `${at(0.5)} ms, ${at(0.99)} ms`)
  print('commit to push, p95 in milliseconds', budget(at(0.95), '≤ 250'))
  print('transfers watched / alone', budget(ratios, '≥ 0.85'))
}

/** @throws Error when a watch ended with anything but what a fresh aggregate shows */
async function assertCurrent({ client, paths }: Bench, clients: PushClients): Promise<void> {
  const fresh = new Map<string, string>()
  for (const path of paths) {
    const query = new URLSearchParams({ realmId: client.realmId, prefix: path })
    const { data } = await client.get(`/api/v1/objects/aggregate?${query}`)
    fresh.set(path, (data as unknown as { totalEquityUsd: string }).totalEquityUsd)
  }
  for (const [watchId, total] of clients.totals) {
    const prefix = clients.prefixes.get(watchId)!
    if (fresh.get(prefix) === total) continue
    throw new Error(`A watch of ${prefix} shows ${total}, a fresh read ${fresh.get(prefix)}`)
  }
  if (clients.missed > 0) throw new Error(`${clients.missed} deliveries are missing`)
}

function describe({ latenciesMs, missed, resyncs }: PushClients): string {
  return `${latenciesMs.length}, ${missed}, ${resyncs}`
}
