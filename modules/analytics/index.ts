/** The face of analytics: all that other modules may know of it. */
export type { Aggregate, BreakdownEntry, ValuedObject } from './core/aggregate.ts'
