import { askByHttp } from '#tests/support/http'
import type { Bench } from './bench.ts'

export const TRANSFERS_A_REQUEST = 500
export const CONNECTIONS = 4

/**
 * Full bulk requests until `goesOn` says no. Answers are not parsed: the caller would take a seventh of the
 * processors that are to be measured.
 *
 * @returns transfers posted, and how many a second
 * @throws Error when one of them is refused
 */
export async function bulkLoad(bench: Bench, goesOn: (requests: number) => boolean) {
  const { baseUrl, headers } = bench.client
  const url = `${baseUrl}/api/v1/transfers/bulk`
  const run = `${Date.now()}`
  const startedAt = performance.now()
  let requests = 0
  let transfers = 0
  const loop = async () => {
    while (goesOn(requests)) {
      const body = JSON.stringify(bulkRequest(bench, `${run}/${++requests}`))
      const { status, text } = await askByHttp('POST', url, headers, body)
      if (status !== 201 || text.includes('"status":"failed"'))
        throw new Error(`A bulk request answered ${status}: ${text.slice(0, 500)}`)
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
