import { assertRules } from '#app/limits'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export const SCHEDULE_LIMITS = {
  /** Schedules of one realm that have not ended. */
  perRealm: 1000,
  ruleLength: 512,
  /** `INTERVAL` and `COUNT` of a rule. */
  ruleInterval: 999,
  ruleCount: 100_000,
  /** Minutes that one hour of a rule may name: four make a quarter of an hour. */
  ruleMinutes: 4,
  /**
   * Periods of a rule, and times in them, that are looked at for its next occurrences: days of more
   * than the twelve years that may lie between two of a date on its weekday. A rule that finds no
   * next one within them has ended.
   */
  rulePeriods: 5_000,
  ruleCandidates: 50_000,
  /** How far ahead the next occurrence of a rule may be, in years. */
  ruleYears: 100,
  zoneLength: 64,
  /** Bytes of a template as JSON. */
  templateBytes: 64 * 1024,
  /** Room for the number of an occurrence, below the path of its schedule. */
  numberBytes: 8,
  /** Occurrences that `GET /schedules/:id` shows. */
  shownOccurrences: 20,
  previewDefault: 10,
  previewMax: 100,
  /** How often due schedules are looked for, while there are some, and otherwise. */
  sweepMs: SECOND,
  sweepRestMs: MINUTE,
  sweepBatch: 200,
  /** Occurrences of one schedule that one turn takes; the rest has the next turn. */
  turnOccurrences: 100,
  /** Occurrences that are executed at a time by one worker. */
  concurrency: 16,
  /** An occurrence that is later than this was missed. */
  missedAfterMs: 5 * MINUTE,
  /** How many missed occurrences in a row are run, the oldest first; later ones are skipped. */
  missedRuns: 24,
  /** How long occurrences that have ended are kept. */
  keptMs: 400 * DAY,
  purgeMs: HOUR,
} as const

/** Waits before each further attempt of an occurrence that lacks funds; after the last one it fails. */
export const RETRY_DELAYS_MS: readonly number[] = [15 * MINUTE, HOUR, 4 * HOUR, DAY]

/** @throws Error when two of them contradict each other; called once at boot */
export function assertScheduleLimits(
  limits: Record<keyof typeof SCHEDULE_LIMITS, number> = SCHEDULE_LIMITS
) {
  assertRules('modules/schedules/limits.ts', [
    [limits.sweepMs < limits.missedAfterMs, 'an occurrence is missed before anybody looks for it'],
    [limits.missedRuns <= limits.turnOccurrences, 'missed occurrences do not fit into a turn'],
    [limits.previewDefault <= limits.previewMax, 'a preview is longer than it may be'],
    [String(limits.ruleCount).length < limits.numberBytes, 'a number has no room below a path'],
  ])
}
