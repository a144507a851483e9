import { setTimeout as delay } from 'node:timers/promises'
import { Logger } from '@adonisjs/core/logger'
import { singleton } from '#app/extension/singleton'
import type { Sample, SharedMetrics } from '#app/observability/shared_metrics'
import { Database } from '#app/storage/database'
import { LIMITS } from '#app/limits'

/** What was read of one source. */
export interface Reading {
  source: string
  ageSeconds: number
  samples: readonly Sample[]
}

interface ReadingRow {
  source: string
  age: string | null
  samples: string
}

/**
 * The newest values of all shared metrics. They lie in a table, so that however many processes are
 * scraped, one of them asks the database and the chain once in an interval, and all of them tell the
 * same: whichever process is left tells it, and no scrape costs more than one small read.
 */
@singleton()
export class SharedReadings {
  constructor(
    private database: Database,
    private log: Logger
  ) {}

  /**
   * @returns what is known within the time that a scrape may take: nothing when the database is
   *   away, because old figures would look like new ones
   */
  async current(sources: readonly SharedMetrics[]): Promise<Reading[]> {
    const found = within(2 * LIMITS.sharedMetricsPatienceMs, this.#current(sources))
    const readings = await found.catch((error: unknown) => {
      this.log.debug({ err: error }, 'the shared metrics cannot be read')
      return null
    })
    return readings ?? []
  }

  async #current(sources: readonly SharedMetrics[]): Promise<Reading[]> {
    const known = await this.#stored(sources)
    const fresh = known.filter(({ ageSeconds }) => ageSeconds * 1000 < LIMITS.sharedMetricsMs)
    const names = new Set(fresh.map(({ source }) => source))
    const stale = sources.filter(({ name }) => !names.has(name))
    if (stale.length === 0) return known
    await within(LIMITS.sharedMetricsPatienceMs, this.#measureEach(stale))
    return this.#stored(sources)
  }

  /** One after the other: figures must not take the connections of requests. */
  async #measureEach(sources: readonly SharedMetrics[]): Promise<void> {
    for (const source of sources) {
      try {
        if (await this.#claim(source)) await this.#measure(source)
      } catch (error) {
        this.log.warn({ err: error, source: source.name }, 'a shared metric cannot be read')
      }
    }
  }

  async #stored(sources: readonly SharedMetrics[]): Promise<Reading[]> {
    if (sources.length === 0) return []
    const rows = await this.database.read<ReadingRow>(
      `SELECT source, samples,
              TIMESTAMPDIFF(MICROSECOND, measured_at, UTC_TIMESTAMP(6)) / 1000000 AS age
         FROM metric_readings WHERE source IN (?)`,
      [sources.map(({ name }) => name)]
    )
    return rows.flatMap(({ source, age, samples }) =>
      age === null
        ? []
        : [{ source, ageSeconds: Number(age), samples: JSON.parse(samples) as Sample[] }]
    )
  }

  /** @returns false when another process reads this source in this interval */
  async #claim({ name }: SharedMetrics): Promise<boolean> {
    const { affectedRows } = await this.database.write(
      `UPDATE metric_readings SET claimed_at = UTC_TIMESTAMP(6) WHERE source = ?
          AND claimed_at <= UTC_TIMESTAMP(6) - INTERVAL ${LIMITS.sharedMetricsMs * 1000} MICROSECOND`,
      [name]
    )
    if (affectedRows === 1) return true
    const added = await this.database.write(
      `INSERT IGNORE INTO metric_readings (source, claimed_at, measured_at, samples)
       VALUES (?, UTC_TIMESTAMP(6), NULL, '[]')`,
      [name]
    )
    return added.affectedRows === 1
  }

  /** A source that fails or hangs keeps its last values, whose age tells of it. */
  async #measure({ name, read }: SharedMetrics): Promise<void> {
    const samples = await within(LIMITS.sharedMetricPatienceMs, read())
    if (samples === null) throw new Error(`No answer in ${LIMITS.sharedMetricPatienceMs} ms`)
    await this.database.write(
      'UPDATE metric_readings SET measured_at = UTC_TIMESTAMP(6), samples = ? WHERE source = ?',
      [JSON.stringify(samples.filter(({ value }) => Number.isFinite(value))), name]
    )
  }
}

/** @returns null when the work is not done by then; it goes on */
function within<Result>(ms: number, work: Promise<Result>): Promise<Result | null> {
  return Promise.race([work, delay(ms, null, { ref: false })])
}
