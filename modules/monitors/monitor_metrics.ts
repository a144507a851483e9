import type { SharedMetrics } from '#app/observability/shared_metrics'
import type { MonitorStore } from './storage/monitor_store.ts'

const BEHIND = 'monitored_realms_behind'

/** Whether anybody measures. */
export function monitorMetrics(monitors: MonitorStore): SharedMetrics {
  return {
    name: 'monitors',
    gauges: {
      [BEHIND]: {
        help: 'Realms with monitors whose journal has entries that nobody has measured; it stays above 0 when no worker does.',
      },
    },
    read: async () => [{ name: BEHIND, value: await monitors.behind() }],
  }
}
