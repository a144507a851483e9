import { Gauge, Registry, collectDefaultMetrics, type Metric } from 'prom-client'
import { singleton } from '#app/extension/singleton'
import { SharedReadings } from '#app/observability/shared_readings'
import type { SharedMetrics } from '#app/observability/shared_metrics'

/** A metric as an operator reads of it. */
export interface DescribedMetric {
  name: string
  help: string
  type: string
  labels: readonly string[]
  /** Whether every process tells the same, and not of itself. */
  shared: boolean
}

/**
 * How often the delay of the event loop is measured, which contains this time. Every 10 ms cost an
 * idle process 0.6 % of a core, every 50 ms 0.09 %.
 */
const LAG_EVERY_MS = 100

/**
 * The Prometheus registry of this process: its own instruments, which count what happens here, and
 * the gauges of the shared metrics.
 */
@singleton()
export class Metrics {
  readonly registry = new Registry()
  #sources: SharedMetrics[] = []
  #shared = new Map<string, Gauge>()

  #ages = new Gauge({
    name: AGES,
    help: 'Seconds since the shared metrics of a source were read.',
    labelNames: ['source'],
    registers: [this.registry],
  })

  #isWatched = false

  constructor(private readings: SharedReadings) {}

  /** @throws Error when two instruments have one name */
  register(instruments: readonly Metric[]) {
    for (const instrument of instruments) this.registry.registerMetric(instrument)
  }

  /** @throws Error when a name is taken */
  share(source: SharedMetrics) {
    if (this.#sources.some(({ name }) => name === source.name)) {
      throw new Error(`Two modules share metrics as "${source.name}"; rename one of them`)
    }
    this.#sources.push(source)
    for (const [name, { help, labels = [] }] of Object.entries(source.gauges)) {
      const gauge = new Gauge({ name, help, labelNames: [...labels], registers: [this.registry] })
      this.#shared.set(name, gauge)
    }
  }

  /** What a scrape is answered. */
  async text(): Promise<string> {
    this.#watchRuntime()
    this.#tell(await this.readings.current(this.#sources))
    return this.registry.metrics()
  }

  /** Every metric there can be, by name. */
  described(): DescribedMetric[] {
    this.#watchRuntime()
    const known = this.registry.getMetricsAsArray() as unknown as Declared[]
    return known
      .map(({ name, help, type, labelNames }) => {
        return { name, help, type, labels: labelNames, shared: this.#isShared(name) }
      })
      .sort((one, other) => (one.name < other.name ? -1 : 1))
  }

  /**
   * What the runtime knows of this process is watched from its first scrape on. The delay of the event
   * loop alone wakes a process ten times a second, and where nobody scrapes nobody would read it.
   */
  #watchRuntime() {
    if (this.#isWatched) return
    this.#isWatched = true
    collectDefaultMetrics({
      register: this.registry,
      eventLoopMonitoringPrecision: LAG_EVERY_MS,
    })
  }

  #isShared(name: string): boolean {
    return this.#shared.has(name) || name === AGES
  }

  #tell(readings: Awaited<ReturnType<SharedReadings['current']>>) {
    this.#ages.reset()
    for (const gauge of this.#shared.values()) forget(gauge)
    for (const { source, ageSeconds, samples } of readings) {
      this.#ages.set({ source }, ageSeconds)
      // Another version of the service may have read what this one does not know.
      for (const { name, value, labels = {} } of samples) this.#shared.get(name)?.set(labels, value)
    }
  }
}

const AGES = 'metrics_reading_age_seconds'

/** A value that is not known is no 0. */
function forget(gauge: Gauge) {
  if ((gauge as unknown as Declared).labelNames.length === 0) gauge.remove()
  else gauge.reset()
}

/** What an instrument of the library knows of itself, beside what its types tell. */
interface Declared {
  name: string
  help: string
  type: string
  labelNames: readonly string[]
}
