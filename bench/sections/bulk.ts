import { ROUNDS, SECONDS, type Bench } from '../bench.ts'
import { bulkLoad, CONNECTIONS, TRANSFERS_A_REQUEST } from '../bulk_load.ts'
import { budget, median, print } from '../report.ts'

const RAW_IN_FLIGHT = 64

/** `POST /transfers/bulk` with full requests. */
export async function bulk(bench: Bench) {
  const ratios: number[] = []
  for (let round = 1; round <= ROUNDS; round++) {
    const yardstick = await bench.raw(RAW_IN_FLIGHT)
    const until = performance.now() + SECONDS * 1000
    const { perSecond } = await bulkLoad(bench, () => performance.now() < until)
    ratios.push(perSecond / yardstick)
    print(`round ${round}: raw SQL loop, ${RAW_IN_FLIGHT} in flight`, `${yardstick.toFixed(0)}/s`)
    print(
      `round ${round}: bulk, ${TRANSFERS_A_REQUEST} a request, ${CONNECTIONS} connections`,
      `${perSecond.toFixed(0)}/s`
    )
  }
  print('ratio bulk / raw SQL, median of rounds', budget(median(ratios), '≥ 8.00'))
}
