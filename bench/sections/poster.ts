import { ROUNDS, SECONDS, type Bench } from '../bench.ts'
import { budget, median, print } from '../report.ts'

const IN_FLIGHT = 256
const RAW_IN_FLIGHT = 64

/** The posting engine alone, in one process, against the same loop. */
export async function poster(bench: Bench) {
  const { client, paths } = bench
  const ratios: number[] = []
  for (let round = 1; round <= ROUNDS; round++) {
    const yardstick = await bench.raw(RAW_IN_FLIGHT)
    const { perSecond } = await bench.inProcess('transfers', {
      realmId: client.realmId,
      paths,
      inFlight: IN_FLIGHT,
      seconds: SECONDS,
    })
    ratios.push(perSecond! / yardstick)
    print(`round ${round}: raw SQL loop, ${RAW_IN_FLIGHT} in flight`, `${yardstick.toFixed(0)}/s`)
    print(`round ${round}: poster, ${IN_FLIGHT} in flight`, `${perSecond!.toFixed(0)}/s`)
  }
  print('ratio poster / raw SQL, median of rounds', budget(median(ratios), '≥ 6.00'))
}
