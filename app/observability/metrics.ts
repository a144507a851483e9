import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import { singleton } from '#app/extension/singleton'

/** The Prometheus registry of this process. Modules register their own instruments on it. */
@singleton()
export class Metrics {
  readonly registry = new Registry()

  readonly httpRequests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer a request, by route pattern, method and status.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [this.registry],
  })

  readonly jobs = new Counter({
    name: 'queue_jobs_total',
    help: 'Queue jobs run by this process, by queue and result.',
    labelNames: ['queue', 'result'] as const,
    registers: [this.registry],
  })

  constructor() {
    collectDefaultMetrics({ register: this.registry })
  }

  /** A gauge that is read when metrics are scraped; a failing read leaves the last value. */
  observe(name: string, help: string, read: () => Promise<number>) {
    new Gauge({
      name,
      help,
      registers: [this.registry],
      async collect() {
        try {
          this.set(await read())
        } catch {
          // A scrape must be answered when a dependency is down; the health check reports the
          // cause.
        }
      },
    })
  }
}
