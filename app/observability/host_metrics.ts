import type { Metric } from 'prom-client'
import type { HttpMeter } from '#app/http/http_meter'
import type { RateLimits } from '#app/http/rate_limits'
import { counterOf, gaugeOf } from '#app/observability/instruments'
import type { JobMeter } from '#app/queue/job_meter'
import type { Database } from '#app/storage/database'

/** What the host counts in each process. */
export function hostMetrics(parts: {
  http: HttpMeter
  jobs: JobMeter
  database: Database
  rateLimits: RateLimits
}): Metric[] {
  const { http, jobs, database, rateLimits } = parts
  return [
    ...http.instruments(),
    counterOf(
      {
        name: 'http_rate_limited_total',
        help: 'Requests refused with 429, by what was used up: of a credential, of an address, or its bad credentials.',
        label: 'limit',
      },
      () => rateLimits.refused
    ),
    ...jobs.instruments(),
    gaugeOf(
      {
        name: 'database_connections',
        help: 'Connections to the database, used and free, and callers that wait for one.',
        label: 'state',
      },
      () => database.connections()
    ),
    gaugeOf(
      { name: 'database_connections_max', help: 'DB_POOL_MAX, beyond which callers wait.' },
      () => database.connectionsMax
    ),
    counterOf(
      {
        name: 'database_transaction_restarts_total',
        help: 'Transactions begun again after a deadlock, a lock timeout or a lost connection.',
      },
      () => database.restarts
    ),
  ]
}
