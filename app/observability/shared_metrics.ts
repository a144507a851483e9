/** One value of a shared metric. */
export interface Sample {
  name: string
  value: number
  labels?: Record<string, string>
}

/** A gauge that describes what all processes have in common. */
export interface SharedGauge {
  /** What it tells and in which unit, for docs/metrics.md and the scrape. */
  readonly help: string
  readonly labels?: readonly string[]
}

/**
 * Metrics about the database or the chain, which look alike from every process. One process reads
 * them once in `LIMITS.sharedMetricsMs`, and every process tells what it has read: see
 * `SharedReadings`.
 */
export interface SharedMetrics {
  /** Unique, kebab-case. */
  readonly name: string
  /** By the name of the metric. */
  readonly gauges: Readonly<Record<string, SharedGauge>>
  /**
   * Reads by an index, and not more rows than are needed for an answer. Left out is what has no
   * value now.
   */
  readonly read: () => Promise<readonly Sample[]>
}
