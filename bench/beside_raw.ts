import type { Bench } from './bench.ts'
import { budget, print, spread } from './report.ts'
import { inRounds, ratios } from './rounds.ts'

const CONTENDED_IN_FLIGHT = 64

/** One way of posting beside both raw-SQL loops, in turn. @param post returns transfers a second */
export async function besideRaw(
  bench: Bench,
  what: string,
  post: () => Promise<number>,
  limit: string
) {
  const best = await bench.bestRaw()
  const { contended, flattering, ours } = await inRounds({
    contended: () => bench.raw(CONTENDED_IN_FLIGHT, 'contended'),
    flattering: () => bench.raw(best, 'flattering'),
    ours: post,
  })
  print(
    `raw SQL loop, contended fee row, ${CONTENDED_IN_FLIGHT} in flight`,
    `${spread(contended)}/s`
  )
  print(`raw SQL loop, flattering, ${best} in flight`, `${spread(flattering)}/s`)
  print(what, `${spread(ours)}/s`)
  print('ratio / contended loop', spread(ratios(ours, contended), 2))
  print('ratio / flattering loop', budget(ratios(ours, flattering), limit))
}
