import type { SharedMetrics } from '#app/observability/shared_metrics'
import type { ScheduleStore } from './storage/schedule_store.ts'

const COUNT = 'schedules_registered'
const OVERDUE = 'schedules_overdue_seconds'

/** How schedules stand. */
export function scheduleMetrics(schedules: ScheduleStore): SharedMetrics {
  return {
    name: 'schedules',
    gauges: {
      [COUNT]: { help: 'Schedules by status.', labels: ['status'] },
      [OVERDUE]: {
        help: 'How long the schedule that has waited longest is due; it grows when no worker looks for due ones.',
      },
    },
    read: async () => {
      const { byStatus, overdueSeconds } = await schedules.summary()
      const counts = byStatus.map(({ status, value }) => {
        return { name: COUNT, labels: { status }, value }
      })
      return [...counts, { name: OVERDUE, value: overdueSeconds }]
    },
  }
}
