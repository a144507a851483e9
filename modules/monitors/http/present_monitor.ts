import { toRfc3339 } from '#app/clock/timestamp'
import { formatUsd } from '#app/money/usd'
import type { Monitor } from '../core/monitor.ts'

export function presentMonitor(monitor: Monitor) {
  const { id, realmId, objectPath, prefix, measure, direction, state, value } = monitor
  return {
    id,
    realmId,
    objectPath,
    prefix,
    measure,
    direction,
    threshold: formatUsd(monitor.threshold),
    hysteresis: formatUsd(monitor.hysteresis),
    state,
    value: value === null ? null : formatUsd(value),
    changedAt: monitor.changedAt === null ? null : toRfc3339(monitor.changedAt),
    createdAt: toRfc3339(monitor.createdAt),
  }
}
