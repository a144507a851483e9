import { assertRules } from '#app/limits'

const SECOND = 1000

export const MONITOR_LIMITS = {
  /** Monitors of one realm: each is measured after every commit that touches it. */
  perRealm: 50,
  /** Objects below the prefix of a monitor when it is made. */
  objects: 1000,
  /** How often realms are looked for whose journal has gone on, while there are some. */
  sweepMs: SECOND,
  sweepRestMs: 60 * SECOND,
  /** Realms of one sweep. */
  sweepBatch: 100,
  /** Commits of one realm in one turn; the rest has the next turn. */
  turnGroups: 200,
  /** How often equity is measured when nothing but prices moves. */
  equityMs: 15 * SECOND,
} as const

/** @throws Error when two of them contradict each other; called once at boot */
export function assertMonitorLimits(
  limits: Record<keyof typeof MONITOR_LIMITS, number> = MONITOR_LIMITS
) {
  assertRules('modules/monitors/limits.ts', [
    [limits.sweepMs < limits.equityMs, 'equity is measured more often than anybody looks'],
  ])
}
