/** All that other modules may use of analytics. */
export type { Aggregate, BreakdownEntry, ValuedObject } from './core/aggregate.ts'
