import type { Micros } from '#app/clock/clock'
import type { Actor, KeptCredential } from '#app/extension/principal'
import { readRule } from './rule.ts'
import type { Timing } from './times.ts'
import type { WallMs } from './wall_clock.ts'

export const SCHEDULE_STATUSES = ['active', 'paused', 'ended'] as const
export type ScheduleStatus = (typeof SCHEDULE_STATUSES)[number]

/** Why a schedule is paused or has ended; an active one has no reason. */
export const STATUS_REASONS = [
  'requested',
  'credential_ended',
  'completed',
  'deleted',
  'realm_closed',
] as const
export type StatusReason = (typeof STATUS_REASONS)[number]

/** What becomes of occurrences that were missed while no worker ran. */
export const MISSED = ['run', 'skip'] as const
export type Missed = (typeof MISSED)[number]

/** A request that is made at its times, each time at a path of its own. */
export interface Schedule {
  id: string
  realmId: string
  orgId: string
  name: string
  /** Occurrence n has the path `<path>/<n>`. */
  path: string
  /** A recurrence rule of RFC 5545; null when it runs once. */
  rule: string | null
  /** When it runs once; null when a rule says so. */
  runAt: Micros | null
  timeZone: string
  /** The time of the rule that was taken last, or its beginning before the first one. */
  anchor: WallMs
  action: string
  template: Record<string, unknown>
  missed: Missed
  status: ScheduleStatus
  statusReason: StatusReason | null
  /** Null when there is none any more, or while it is paused. */
  nextRunAt: Micros | null
  /** How many occurrences have their number. */
  occurrences: number
  /** Missed occurrences that were run since the last one that was on time. */
  missedRuns: number
  /** For whom it acts. */
  actor: Actor
  credential: KeptCredential
  createdAt: Micros
  updatedAt: Micros
}

export const OCCURRENCE_STATUSES = ['due', 'retrying', 'executed', 'failed', 'skipped'] as const
export type OccurrenceStatus = (typeof OCCURRENCE_STATUSES)[number]

/** One time of a schedule, with what came of it. */
export interface Occurrence {
  scheduleId: string
  number: number
  scheduledAt: Micros
  status: OccurrenceStatus
  attempts: number
  /** When it is tried again. */
  dueAt: Micros | null
  operationId: string | null
  /** The code of the error that the last attempt met, or why it was skipped. */
  code: string | null
  message: string | null
  endedAt: Micros | null
}

export function timingOf({
  rule,
  runAt,
  timeZone,
  anchor,
}: Pick<Schedule, 'rule' | 'runAt' | 'timeZone' | 'anchor'>): Timing {
  if (rule === null) return { runAt: runAt! }
  const read = readRule(rule)
  if ('problem' in read) throw new Error(`A stored rule cannot be read: it ${read.problem}`)
  return { rule: read, timeZone, anchor }
}

/** How many occurrences may still get a number; at most `most`. */
export function room({ rule }: Pick<Schedule, 'rule'>, taken: number, most: number): number {
  const read = rule === null ? null : readRule(rule)
  const count = read && !('problem' in read) ? read.count : null
  return count === null ? most : Math.min(most, Math.max(0, count - taken))
}

export function occurrencePath({ path }: Pick<Schedule, 'path'>, number: number): string {
  return `${path}/${number}`
}
