import { RRuleTemporal } from 'rrule-temporal'
import { SCHEDULE_LIMITS } from '../limits.ts'
import type { Micros } from '#app/clock/clock'
import type { Rule } from './rule.ts'
import { momentOf, wallOf, type WallMs } from './wall_clock.ts'

/** When a schedule runs: at one moment, or by a rule on the clocks of a time zone. */
export type Timing =
  | { runAt: Micros }
  | {
      rule: Rule
      timeZone: string
      /** `DTSTART`: what the rule leaves open is taken from it, and intervals are counted from it. */
      anchor: WallMs
    }

export interface Time {
  at: Micros
  /** The time of the rule, which the clocks may skip; null of a schedule without one. */
  wall: WallMs | null
}

const DAY_MS = 24 * 3600 * 1000
const YEAR_MS = 366 * DAY_MS
/** Times that a walk may meet before the first one it is asked for, and those that clocks join. */
const SPARE = 60

/**
 * The next times after a moment, in order, none of them twice. The rule is read on the bare clock,
 * where every day has 24 hours, and each time gets its moment from the zone: libraries that do both
 * at once leave out the day on which the clocks skip the hour.
 *
 * @param most of them; fewer when the rule ends, or when it finds no more within its bounds
 */
export function timesAfter(timing: Timing, after: Micros, most: number): Time[] {
  if ('runAt' in timing) return timing.runAt > after ? [{ at: timing.runAt, wall: null }] : []
  const { rule, timeZone, anchor } = timing
  const afterMs = Math.floor(after / 1000)
  // A day is more than clocks are ever turned by.
  const from = Math.max(anchor, wallOf(afterMs, timeZone) - DAY_MS)
  const found: Time[] = []
  let last = afterMs
  for (const wall of wallsFrom(rule, anchor, from, most + SPARE)) {
    const ms = momentOf(wall, timeZone)
    if (isPast(rule, wall, ms) || ms - afterMs > SCHEDULE_LIMITS.ruleYears * YEAR_MS) break
    if (ms <= last) continue
    last = ms
    found.push({ at: ms * 1000, wall })
    if (found.length === most) break
  }
  return found
}

function isPast({ until }: Rule, wall: WallMs, ms: number): boolean {
  if (until === null) return false
  return 'utcMs' in until ? ms > until.utcMs : wall > until.wallMs
}

/**
 * The times of a rule on the bare clock, from one on. A rule that finds too little within its
 * bounds, such as one for 30 February, gives what it has found.
 */
function wallsFrom(rule: Rule, anchor: WallMs, from: WallMs, most: number): WallMs[] {
  const found: WallMs[] = []
  try {
    // A millisecond before: the library answers what comes after a moment.
    const first = ruleFrom(rule, anchor, from).next(new Date(from - 1))
    if (!first) return found
    // The walk begins there, so that its bounds count from there and not from years ago.
    ruleFrom(rule, first.epochMilliseconds, from).all((time) => {
      found.push(time.epochMilliseconds)
      return found.length < most
    })
  } catch (error) {
    if (!(error instanceof Error) || !/^(Maximum |Out-of-bounds)/.test(error.message)) throw error
  }
  return found
}

/** A rule that begins at its anchor, and ends as many years after a time as anybody asks for. */
function ruleFrom({ times, periodsPerYear }: Rule, anchor: WallMs, from: WallMs): RRuleTemporal {
  const years = Math.max(0, from - anchor) / YEAR_MS + SCHEDULE_LIMITS.ruleYears
  const periods = Math.ceil(years * periodsPerYear) + 1
  const begins = new Date(anchor).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')
  return new RRuleTemporal({
    rruleString: `DTSTART:${begins}Z\nRRULE:${times}`,
    maxIterations: Math.min(periods, SCHEDULE_LIMITS.rulePeriods),
    maxCandidateEvaluations: SCHEDULE_LIMITS.ruleCandidates,
    cache: false,
  })
}
