import type { Bench } from '../bench.ts'
import { SECONDS } from '../flags.ts'
import { transferLoad, type LoadResult } from '../http_load.ts'
import { budget, print, spread } from '../report.ts'
import { inRounds, inTurns, ratios } from '../rounds.ts'
import { wrkLoad } from '../wrk_load.ts'

const IN_FLIGHT = 64
/**
 * What each point is asked for before it counts, the loops' as well: the points before let the service rest, and what
 * it does first is shown by itself.
 */
const LEAD_IN_SECONDS = 1
/** Of the hot pair and of uniform accounts, a second each, in each round. */
const TURNS = 8

/**
 * `POST /transfer` beside the raw-SQL loops, in turn: the ratio holds when the machine drifts. `wrk` asks, because a
 * generator in JavaScript takes a seventh of the processors that are measured; what that one gets stands beside it.
 */
export async function transfers(bench: Bench) {
  const { client, paths } = bench
  const uniform = { sources: paths, targets: paths }
  const hot = { sources: [paths[0]!], targets: [paths[1]!] }
  const load = (connections: number, among: typeof uniform) =>
    afterLeadIn((seconds) => wrkLoad(client, { connections, seconds, ...among }))
  const autocannon = afterLeadIn((seconds) =>
    transferLoad(client, { connections: IN_FLIGHT, seconds, pick: () => bench.uniformPair() })
  )
  const raw = (inFlight: number, style: 'contended' | 'flattering') =>
    afterLeadIn(async (seconds) => {
      const perSecond = await bench.raw(inFlight, style, seconds)
      const ms = (1000 * inFlight) / perSecond
      return { perSecond, p50Ms: ms, p99Ms: Number.NaN, refused: 0, accepted: 0 }
    })
  const best = await bench.bestRaw()
  const found = await inRounds<Point, string>({
    contended: raw(IN_FLIGHT, 'contended'),
    flattering: raw(best, 'flattering'),
    http: load(IN_FLIGHT, uniform),
    rawOne: raw(1, 'flattering'),
    one: load(1, uniform),
    autocannon,
  })
  const aSecond = (among: typeof uniform) => () =>
    wrkLoad(client, { connections: IN_FLIGHT, seconds: 1, ...among })
  const { turns } = await inRounds({
    turns: () => inTurns({ hot: aSecond(hot), uniform: aSecond(uniform) }, TURNS),
  })
  const seconds = (point: 'hot' | 'uniform') => turns.map((round) => round[point])
  const inTurn = (point: 'hot' | 'uniform') =>
    seconds(point).map((round) => round.reduce((sum, { perSecond }) => sum + perSecond, 0) / TURNS)
  const those = (point: string, when: keyof Point = 'then') =>
    found[point]!.map((result) => result[when])
  const of = (point: string, figure: keyof LoadResult) =>
    those(point).map((result) => result[figure])
  const rate = (point: string) => of(point, 'perSecond')
  const describe = (results: readonly LoadResult[]) => {
    const all = (figure: keyof LoadResult) => results.map((result) => result[figure])
    return (
      `${spread(all('perSecond'))}/s, p50 ${spread(all('p50Ms'), 1)} ms, ` +
      `p99 ${spread(all('p99Ms'), 1)} ms, refused ${Math.max(...all('refused'))}`
    )
  }
  print(`raw SQL loop, contended fee row, ${IN_FLIGHT} in flight`, `${spread(rate('contended'))}/s`)
  print(`raw SQL loop, flattering, ${best} in flight`, `${spread(rate('flattering'))}/s`)
  print(`POST /transfer, ${IN_FLIGHT} connections`, describe(those('http')))
  print('the second before it, which follows a rest', describe(those('http', 'first')))
  print('POST /transfer, all on one hot pair', describe(seconds('hot').flat()))
  print('uniform accounts in turn with it', describe(seconds('uniform').flat()))
  print('raw SQL loop, flattering, 1 in flight', `${spread(of('rawOne', 'p50Ms'), 2)} ms each`)
  print('POST /transfer, 1 connection', describe(those('one')))
  print('POST /transfer, asked by autocannon', describe(those('autocannon')))
  const beside = (point: string, yardstick: string) => ratios(rate(point), rate(yardstick))
  print('ratio HTTP / contended loop', spread(beside('http', 'contended'), 2))
  print('ratio HTTP / flattering loop', budget(beside('http', 'flattering'), '≥ 1.70'))
  print('asked by autocannon', spread(beside('autocannon', 'flattering'), 2))
  print(
    'ratio hot pair / uniform, a second each in turn',
    budget(ratios(inTurn('hot'), inTurn('uniform')), '≥ 1.00')
  )
  const oneByRaw = ratios(of('one', 'p50Ms'), of('rawOne', 'p50Ms'))
  print('1 connection, p50 / flattering loop', budget(oneByRaw, '≤ 1.80'))
  const tail = ratios(of('http', 'p99Ms'), of('http', 'p50Ms'))
  print(`p99 / p50, ${IN_FLIGHT} connections`, budget(tail, '≤ 2.00'))
}

interface Point {
  /** The lead-in, which no ratio counts. */
  first: LoadResult
  then: LoadResult
}

function afterLeadIn(ask: (seconds: number) => Promise<LoadResult>): () => Promise<Point> {
  return async () => ({ first: await ask(LEAD_IN_SECONDS), then: await ask(SECONDS) })
}
