import { Counter, Histogram, type Metric } from 'prom-client'
import { singleton } from '#app/extension/singleton'

/** What was asked of one route by one method. */
interface RouteTally {
  seconds: number
  /** How often each status was answered. */
  answers: Map<number, number>
}

/** Prepared, because an object for each request would only be garbage. */
const CLASSES = ['1xx', '2xx', '3xx', '4xx', '5xx'].map((status) => ({ status }))
const OTHER = { status: 'other' }

/**
 * Counts requests. On the request path it adds to plain numbers; the metrics are made of them when
 * they are scraped. Only the histogram of all requests has buckets: with some for each route and
 * status it was four fifths of a scrape.
 */
@singleton()
export class HttpMeter {
  #tallies = new Map<string, Map<string, RouteTally>>()

  readonly #durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer a request, by the class of its status.',
    labelNames: ['status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [],
  })

  /** @param route the pattern, so that there are no more of them than routes */
  count(method: string, route: string, status: number, seconds: number) {
    const tally = this.#tallyOf(method, route)
    tally.seconds += seconds
    tally.answers.set(status, (tally.answers.get(status) ?? 0) + 1)
    this.#durations.observe(CLASSES[Math.floor(status / 100) - 1] ?? OTHER, seconds)
  }

  instruments(): Metric[] {
    const each = (tell: (method: string, route: string, tally: RouteTally) => void) => {
      for (const [method, routes] of this.#tallies) {
        for (const [route, tally] of routes) tell(method, route, tally)
      }
    }
    const requests = new Counter({
      name: 'http_requests_total',
      help: 'Requests answered, by method, route pattern and status.',
      labelNames: ['method', 'route', 'status'],
      registers: [],
      collect() {
        this.reset()
        each((method, route, { answers }) => {
          for (const [status, count] of answers) this.inc({ method, route, status }, count)
        })
      },
    })
    const seconds = new Counter({
      name: 'http_request_seconds_total',
      help: 'Seconds spent on answers, by method and route pattern: divided by the requests, the mean.',
      labelNames: ['method', 'route'],
      registers: [],
      collect() {
        this.reset()
        each((method, route, tally) => this.inc({ method, route }, tally.seconds))
      },
    })
    return [this.#durations, requests, seconds]
  }

  #tallyOf(method: string, route: string): RouteTally {
    const routes = this.#tallies.get(method) ?? new Map<string, RouteTally>()
    const tally = routes.get(route)
    if (tally) return tally
    const first = { seconds: 0, answers: new Map<number, number>() }
    this.#tallies.set(method, routes.set(route, first))
    return first
  }
}
