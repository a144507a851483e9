import type { Bench } from './bench.ts'
import { budget, median, print, spread } from './report.ts'
import { inRounds, ratios } from './rounds.ts'

const CONTENDED_IN_FLIGHT = 64

/**
 * Ways of posting beside both raw-SQL loops, in turn. The fastest of them is what the budget counts, as it counts the
 * loop at its best.
 *
 * @param ways by what they are; each returns transfers a second
 */
export async function besideRaw(
  bench: Bench,
  ways: Record<string, () => Promise<number>>,
  limit: string
) {
  const best = await bench.bestRaw()
  const { contended, flattering, ...ours } = await inRounds<number, string>({
    contended: () => bench.raw(CONTENDED_IN_FLIGHT, 'contended'),
    flattering: () => bench.raw(best, 'flattering'),
    ...ways,
  })
  print(
    `raw SQL loop, contended fee row, ${CONTENDED_IN_FLIGHT} in flight`,
    `${spread(contended!)}/s`
  )
  print(`raw SQL loop, flattering, ${best} in flight`, `${spread(flattering!)}/s`)
  for (const [what, rates] of Object.entries(ours)) print(what, `${spread(rates)}/s`)
  const [fastest] = Object.values(ours).toSorted((one, other) => median(other) - median(one))
  print('ratio / contended loop', spread(ratios(fastest!, contended!), 2))
  print('ratio / flattering loop', budget(ratios(fastest!, flattering!), limit))
}
