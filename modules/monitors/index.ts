/** All that other modules may use of monitors. */
export type { Monitor, MonitorState } from './core/monitor.ts'
