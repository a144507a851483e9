import type { Bench } from './bench.ts'

export const TRANSFERS_A_REQUEST = 500
export const CONNECTIONS = 4

/** Full bulk requests until `goesOn` says no. @returns transfers posted, and how many a second */
export async function bulkLoad(bench: Bench, goesOn: (requests: number) => boolean) {
  const { client } = bench
  const run = `${Date.now()}`
  const startedAt = performance.now()
  let requests = 0
  let transfers = 0
  const loop = async () => {
    while (goesOn(requests)) {
      await client.post('/api/v1/transfers/bulk', bulkRequest(bench, `${run}/${++requests}`))
      transfers += TRANSFERS_A_REQUEST
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, loop))
  return { transfers, perSecond: transfers / ((performance.now() - startedAt) / 1000) }
}

function bulkRequest(bench: Bench, name: string) {
  const transfers = Array.from({ length: TRANSFERS_A_REQUEST }, (_, index) => {
    const [sourceObjectPath, targetObjectPath] = bench.uniformPair()
    return { path: `/op/bulk/${name}/${index}`, sourceObjectPath, targetObjectPath, amount: '1.00' }
  })
  return { realmId: bench.client.realmId, mode: 'independent', transfers }
}
