import autocannon from 'autocannon'
import type { LoadResult } from './http_load.ts'
import type { ServiceClient } from './service_client.ts'

/** A market order is filled at once; a limit order rests out of reach, one more on the book each. */
export type OrderKind = 'market' | 'limit'

const MARKETS = [
  { market: 'vn:0:BTC', size: '0.001', price: '20000' },
  { market: 'vn:0:ETH', size: '0.02', price: '1000' },
  { market: 'vn:0:SOL', size: '0.4', price: '50' },
  { market: 'vn:0:XRP', size: '30', price: '0.7' },
]

/** Orders over HTTP from a load generator in a worker thread, of all accounts in turn. */
export async function orderLoad(
  client: ServiceClient,
  options: { connections: number; seconds: number; kind: OrderKind; objectIds: readonly string[] }
): Promise<LoadResult> {
  const { kind, objectIds } = options
  const run = `${Date.now()}-${Math.random().toString(36).slice(2, 8)}`
  let sent = 0
  const result = await autocannon({
    url: client.baseUrl,
    connections: options.connections,
    duration: options.seconds,
    requests: [
      {
        method: 'POST',
        headers: client.headers,
        setupRequest: (request) => {
          const number = sent++
          const { price, ...order } = MARKETS[number % MARKETS.length]!
          const turn = Math.floor(number / objectIds.length)
          const side = kind === 'limit' || turn % 2 === 0 ? 'buy' : 'sell'
          const { realmId } = client
          const path = `/op/bench/${run}/${number}`
          const type = kind === 'limit' ? { orderType: 'LIMIT', price } : { orderType: 'MARKET' }
          return {
            ...request,
            path: `/api/v1/objects/${objectIds[number % objectIds.length]}/exchange/orders`,
            body: JSON.stringify({ realmId, path, side, ...order, ...type }),
          }
        },
      },
    ],
  })
  return {
    perSecond: result['2xx'] / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    refused: result.non2xx + result.errors,
    accepted: result['2xx'],
  }
}
