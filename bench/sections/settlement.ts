import { setTimeout as delay } from 'node:timers/promises'
import type { Bench } from '../bench.ts'
import { CONNECTIONS, TRANSFERS_A_REQUEST } from '../bulk_load.ts'
import { budget, median, print } from '../report.ts'
import { inRounds } from '../rounds.ts'

const ZONES = 8
const TRANSFERS = 12_000
const ALONE = 20
const POLL_MS = 5
const ALONE_MEDIAN_MS = 100
const ALONE_LIMIT_MS = 2_000

/** Transfers from the realm's own boundary into zones: from the request to the final journal entry. */
export async function settlement(bench: Bench) {
  const targets = await openZones(bench)
  const { rate } = await inRounds({ rate: () => load(bench, targets, TRANSFERS) })
  const what = `across boundaries, ${TRANSFERS} transfers, one operator key, settled a second`
  print(what, budget(rate, '≥ 1000'))
  const times: number[] = []
  for (let index = 0; index < ALONE; index++) times.push(await alone(bench, targets[0]!))
  print(
    'one alone, request to completed, median, ms',
    budget(median(times), `≤ ${ALONE_MEDIAN_MS}`)
  )
  print('one alone, slowest, ms', budget(Math.max(...times), `≤ ${ALONE_LIMIT_MS}`))
}

async function openZones({ client }: Bench): Promise<string[]> {
  const { realmId } = client
  const run = Date.now()
  const targets: string[] = []
  for (let index = 0; index < ZONES; index++) {
    const zone = `/zones/${run}-${index}`
    await client.post('/api/v1/isolation-zones', { realmId, path: zone })
    await client.post('/api/v1/objects', { realmId, path: `${zone}/cash` })
    targets.push(`${zone}/cash`)
  }
  await delay(1_000)
  return targets
}

/** @returns how many a second were completed, the last one included */
async function load(bench: Bench, targets: readonly string[], total: number): Promise<number> {
  const run = Date.now()
  const startedAt = performance.now()
  let sent = 0
  const loop = async () => {
    while (sent < total) {
      sent += TRANSFERS_A_REQUEST
      await bench.client.post('/api/v1/transfers/bulk', request(bench, targets, `${run}/${sent}`))
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, loop))
  print('  accepted after', `${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
  while ((await pending(bench)) > 0) await delay(20)
  return sent / ((performance.now() - startedAt) / 1000)
}

function request(bench: Bench, targets: readonly string[], name: string) {
  const transfers = Array.from({ length: TRANSFERS_A_REQUEST }, (_, index) => ({
    path: `/op/settle/${name}/${index}`,
    sourceObjectPath: bench.paths[index % bench.paths.length],
    targetObjectPath: targets[index % targets.length],
    amount: '1.00',
  }))
  return { realmId: bench.client.realmId, mode: 'independent', transfers }
}

async function pending({ client }: Bench): Promise<number> {
  const { data } = await client.get(`/api/v1/summary?realmId=${client.realmId}`)
  return (data as unknown as { pendingOperationCount: number }).pendingOperationCount
}

async function alone(bench: Bench, targetObjectPath: string): Promise<number> {
  const { client } = bench
  const startedAt = performance.now()
  const { data } = await client.post('/api/v1/transfer', {
    realmId: client.realmId,
    path: `/op/alone/${startedAt}`,
    amount: '1.00',
    sourceObjectPath: bench.paths[0],
    targetObjectPath,
  })
  for (;;) {
    const found = await client.get(`/api/v1/operations/${data.operation.id}`)
    const { state } = found.data.operation as unknown as { state: string }
    if (state !== 'pending') return performance.now() - startedAt
    await delay(POLL_MS)
  }
}
