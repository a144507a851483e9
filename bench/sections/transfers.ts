import { ROUNDS, SECONDS, type Bench } from '../bench.ts'
import { transferLoad, type LoadResult } from '../http_load.ts'
import { budget, median, print } from '../report.ts'

const IN_FLIGHT = 64

/** `POST /transfer` against the raw-SQL loop, in turn: the ratio holds when the machine drifts. */
export async function transfers(bench: Bench) {
  const { client, paths } = bench
  const uniform = () => bench.uniformPair()
  const hot = (): [string, string] => [paths[0]!, paths[1]!]
  const load = (connections: number, pick: typeof uniform, seconds = SECONDS) =>
    transferLoad(client, { connections, seconds, pick })
  await load(IN_FLIGHT, uniform, 2)

  const ratios: number[] = []
  let uniformRate = 0
  for (let round = 1; round <= ROUNDS; round++) {
    const yardstick = await bench.raw(IN_FLIGHT)
    const http = await load(IN_FLIGHT, uniform)
    uniformRate = http.perSecond
    ratios.push(http.perSecond / yardstick)
    print(`round ${round}: raw SQL loop, ${IN_FLIGHT} in flight`, `${yardstick.toFixed(0)}/s`)
    print(`round ${round}: POST /transfer, ${IN_FLIGHT} connections`, describe(http))
  }
  const conditional = await bench.raw(IN_FLIGHT, 'conditional')
  print(`raw SQL loop, conditional UPDATE, ${IN_FLIGHT} in flight`, `${conditional.toFixed(0)}/s`)
  const hotPair = await load(IN_FLIGHT, hot)
  print('POST /transfer, all on one hot pair', describe(hotPair))
  const one = await load(1, uniform)
  const rawOne = await bench.raw(1)
  print('POST /transfer, 1 connection', describe(one))
  print(
    'raw SQL loop, 1 in flight',
    `${rawOne.toFixed(0)}/s (${(1000 / rawOne).toFixed(2)} ms each)`
  )
  print('ratio HTTP / raw SQL, median of rounds', budget(median(ratios), '≥ 1.50'))
  print('ratio HTTP / raw SQL with conditional UPDATE', (uniformRate / conditional).toFixed(2))
  print('ratio hot pair / uniform', budget(hotPair.perSecond / uniformRate, '≥ 0.90'))
  print('ratio of p50, 1 connection', budget(one.p50Ms / (1000 / rawOne), '≤ 2.50'))
}

function describe({ perSecond, p50Ms, p99Ms, refused }: LoadResult): string {
  return `${perSecond.toFixed(0)}/s, p50 ${p50Ms.toFixed(2)} ms, p99 ${p99Ms.toFixed(1)} ms, refused ${refused}`
}
