import { ROUNDS } from './flags.ts'
import { WARM_UP_SECONDS } from './warm_up.ts'

/**
 * Measures each point to warm up, and then in turn with the others, round after round: the
 * machine drifts, and meets all of them alike. @returns what each point gave, by round
 */
export async function inRounds<Result, Name extends string>(
  points: Record<Name, () => Promise<Result>>
): Promise<Record<Name, Result[]>> {
  const measures = Object.entries<() => Promise<Result>>(points)
  for (const [, measure] of measures) {
    const startedAt = performance.now()
    do await measure()
    while (performance.now() - startedAt < WARM_UP_SECONDS * 1000)
  }
  const results: Record<string, Result[]> = {}
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, measure] of measures) (results[name] ??= []).push(await measure())
  }
  return results
}

/** One point by another, round by round. */
export function ratios(these: readonly number[], those: readonly number[]): number[] {
  return these.map((value, round) => value / those[round]!)
}
