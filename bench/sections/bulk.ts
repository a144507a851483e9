import type { Bench } from '../bench.ts'
import { besideRaw } from '../beside_raw.ts'
import { bulkLoad, CONNECTIONS, TRANSFERS_A_REQUEST } from '../bulk_load.ts'
import { SECONDS } from '../flags.ts'

/** `POST /transfers/bulk` with full requests. */
export async function bulk(bench: Bench) {
  const post = async () => {
    const until = performance.now() + SECONDS * 1000
    return (await bulkLoad(bench, () => performance.now() < until)).perSecond
  }
  const what = `bulk, ${TRANSFERS_A_REQUEST} a request, ${CONNECTIONS} connections`
  await besideRaw(bench, { [what]: post }, '≥ 5.00')
}
