import autocannon from 'autocannon'
import type { ServiceClient } from './service_client.ts'

export interface LoadResult {
  perSecond: number
  p50Ms: number
  p99Ms: number
  refused: number
  accepted: number
}

/** Transfers over HTTP, with the default fee; the load generator runs in this process. */
export async function transferLoad(
  client: ServiceClient,
  options: {
    connections: number
    seconds: number
    /** As many as it can without. */
    perSecond?: number
    pick: () => [from: string, to: string]
  }
): Promise<LoadResult> {
  let sent = 0
  const times: number[] = []
  const run = `${Date.now()}-${Math.random().toString(36).slice(2, 8)}`
  const result = await autocannon({
    url: `${client.baseUrl}/api/v1/transfer`,
    method: 'POST',
    headers: client.headers,
    connections: options.connections,
    duration: options.seconds,
    ...(options.perSecond !== undefined && { overallRate: options.perSecond }),
    setupClient(connection) {
      const next = () => {
        const [sourceObjectPath, targetObjectPath] = options.pick()
        const path = `/op/bench/${run}/${++sent}`
        const { realmId } = client
        connection.setBody(
          JSON.stringify({ realmId, path, sourceObjectPath, targetObjectPath, amount: '1.00' })
        )
      }
      next()
      connection.on('response', (status, _bytes, ms) => {
        if (status < 300) times.push(ms)
        next()
      })
    },
  })
  times.sort((one, other) => one - other)
  // Its own histogram counts whole milliseconds: too coarse for a single connection.
  const quantile = (part: number) => times[Math.floor(times.length * part)] ?? Number.NaN
  return {
    perSecond: result['2xx'] / result.duration,
    p50Ms: quantile(0.5),
    p99Ms: quantile(0.99),
    refused: result.non2xx + result.errors,
    accepted: result['2xx'],
  }
}

/** Reads over HTTP, each of an address below `/api/v1`; anything but 200 fails the run. */
export async function readLoad(
  client: ServiceClient,
  options: { connections: number; seconds: number; address: () => string }
): Promise<{ perSecond: number; answered: number }> {
  const result = await autocannon({
    url: client.baseUrl,
    headers: client.headers,
    connections: options.connections,
    duration: options.seconds,
    requests: [
      {
        method: 'GET',
        setupRequest: (request) => ({ ...request, path: `/api/v1${options.address()}` }),
      },
    ],
  })
  const refused = result.non2xx + result.errors
  if (refused > 0) throw new Error(`${refused} reads of ${options.address()} were not answered`)
  return { perSecond: result['2xx'] / result.duration, answered: result['2xx'] }
}
