import type { Bench } from '../bench.ts'
import { besideRaw } from '../beside_raw.ts'
import { SECONDS } from '../flags.ts'

const IN_FLIGHT = 256

/** The posting engine alone, in one process. */
export async function poster(bench: Bench) {
  const { realmId } = bench.client
  const options = { realmId, paths: bench.paths, inFlight: IN_FLIGHT, seconds: SECONDS }
  const post = async () => (await bench.inProcess('transfers', options)).perSecond!
  await besideRaw(bench, `poster, ${IN_FLIGHT} in flight`, post, '≥ 5.00')
}
