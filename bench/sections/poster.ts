import type { Bench } from '../bench.ts'
import { besideRaw } from '../beside_raw.ts'
import { SECONDS } from '../flags.ts'

const IN_FLIGHT = [256, 512]

/** The posting engine alone, in one process. */
export async function poster(bench: Bench) {
  const { realmId } = bench.client
  const options = { realmId, paths: bench.paths, seconds: SECONDS }
  const post = (inFlight: number) => async () =>
    (await bench.inProcess('transfers', { ...options, inFlight })).perSecond!
  const ways = IN_FLIGHT.map((inFlight) => [`poster, ${inFlight} in flight`, post(inFlight)])
  await besideRaw(bench, Object.fromEntries(ways), '≥ 5.00')
}
