import { ROUNDS, SECONDS, type Bench } from '../bench.ts'
import { budget, median, print } from '../report.ts'

const TRANSFERS = 500
const CONNECTIONS = 4
const RAW_IN_FLIGHT = 64

/** `POST /transfers/bulk` with full requests. */
export async function bulk(bench: Bench) {
  const ratios: number[] = []
  for (let round = 1; round <= ROUNDS; round++) {
    const yardstick = await bench.raw(RAW_IN_FLIGHT)
    const perSecond = await bulkRate(bench)
    ratios.push(perSecond / yardstick)
    print(`round ${round}: raw SQL loop, ${RAW_IN_FLIGHT} in flight`, `${yardstick.toFixed(0)}/s`)
    print(
      `round ${round}: bulk, ${TRANSFERS} a request, ${CONNECTIONS} connections`,
      `${perSecond.toFixed(0)}/s`
    )
  }
  print('ratio bulk / raw SQL, median of rounds', budget(median(ratios), '≥ 8.00'))
}

async function bulkRate(bench: Bench): Promise<number> {
  const { client } = bench
  const run = `${Date.now()}`
  const startedAt = performance.now()
  const until = startedAt + SECONDS * 1000
  let done = 0
  let requests = 0
  const loop = async () => {
    while (performance.now() < until) {
      const request = ++requests
      const transfers = Array.from({ length: TRANSFERS }, (_, index) => {
        const [sourceObjectPath, targetObjectPath] = bench.uniformPair()
        const path = `/op/bulk/${run}/${request}/${index}`
        return { path, sourceObjectPath, targetObjectPath, amount: '1.00' }
      })
      const { realmId } = client
      await client.post('/api/v1/transfers/bulk', { realmId, mode: 'independent', transfers })
      done += TRANSFERS
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, loop))
  return done / ((performance.now() - startedAt) / 1000)
}
