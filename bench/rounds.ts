import { ROUNDS } from './flags.ts'
import { WARM_UP_SECONDS } from './warm_up.ts'

/**
 * Measures the points in turn, round after round: the machine drifts, and meets all of them alike. A point may need
 * what the one before it in the round has made, also in the first rounds, which only warm up.
 *
 * @returns what each point gave, by round
 */
export async function inRounds<Result, Name extends string>(
  points: Record<Name, () => Promise<Result>>
): Promise<Record<Name, Result[]>> {
  const measures = Object.entries<() => Promise<Result>>(points)
  const warmAt = performance.now() + WARM_UP_SECONDS * 1000 * measures.length
  do for (const [, measure] of measures) await measure()
  while (performance.now() < warmAt)
  const results: Record<string, Result[]> = {}
  for (let round = 0; round < ROUNDS; round++) {
    await measureEach(measures, results)
  }
  return results
}

/**
 * Measures short points in turn, there and back, so many times each: what changes the machine for longer than such a
 * point changes all of them alike. For those that differ by less than a machine does from one point to the next.
 *
 * @returns what each point gave, by turn
 */
export async function inTurns<Result, Name extends string>(
  points: Record<Name, () => Promise<Result>>,
  times: number
): Promise<Record<Name, Result[]>> {
  const there = Object.entries<() => Promise<Result>>(points)
  const back = there.toReversed()
  const results: Record<string, Result[]> = {}
  for (let turn = 0; turn < times; turn++) {
    await measureEach(turn % 2 === 0 ? there : back, results)
  }
  return results
}

async function measureEach<Result>(
  points: readonly [name: string, measure: () => Promise<Result>][],
  results: Record<string, Result[]>
): Promise<void> {
  for (const [name, measure] of points) (results[name] ??= []).push(await measure())
}

/** One point by another, round by round. */
export function ratios(these: readonly number[], those: readonly number[]): number[] {
  return these.map((value, round) => value / those[round]!)
}
