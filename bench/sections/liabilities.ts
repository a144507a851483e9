import type { Bench } from '../bench.ts'
import { print } from '../report.ts'

const OBJECTS = 1_000_000

/** What proofs of liabilities cost: the tree of a realm, and the proof of one object. */
export async function liabilities(bench: Bench) {
  const { grownMs, grownCpuMs, writtenMs, proofMs, proofCpuMs, load } = await bench.inProcess(
    'liabilities',
    {
      count: OBJECTS,
    }
  )
  const what = `tree of ${OBJECTS.toLocaleString('en')} objects`
  print(`${what}, load ${load!.toFixed(1)}`, `${(grownMs! / 1000).toFixed(1)} s (budget ≤ 10)`)
  print('processor time of it', `${(grownCpuMs! / 1000).toFixed(1)} s`)
  print('its nodes written', `${(writtenMs! / 1000).toFixed(1)} s`)
  const used = `${proofCpuMs!.toFixed(1)} ms of this process`
  print('proof of one object', `p50 ${proofMs!.toFixed(1)} ms (budget ≤ 5), ${used}`)
}
