/** All that other modules may use of schedules. */
export type { Schedule, ScheduleStatus } from './core/schedule.ts'
