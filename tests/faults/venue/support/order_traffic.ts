import { Traffic, operationsByPath } from '#tests/faults/support/traffic'
import type { Client } from '#tests/support/client'
import type { Trader, TradingRealm } from '#tests/functional/venue/support/trading_realm'
import { pluck } from '#tests/support/client'

const MARKETS = [
  { market: 'vn:0:BTC', size: '0.001', price: '59000' },
  { market: 'vn:0:ETH', size: '0.02', price: '2950' },
  { market: 'vn:0:SOL', size: '0.4', price: '148' },
]
/** One sender in so many passes ticks. */
const TICKER_EVERY = 6

interface Sent {
  url: string
  request: Record<string, unknown>
}

/** Orders and ticks; acknowledged with the id of the order. */
export class OrderTraffic extends Traffic<Sent> {
  ticks = 0

  constructor(
    private trading: TradingRealm,
    private traders: readonly Trader[],
    private clients: readonly Client[],
    label: string
  ) {
    super(label)
  }

  override until(isOver: () => boolean, senders = 12) {
    return super.until(isOver, senders)
  }

  protected send(sender: number): Promise<boolean> {
    const client = this.clients[sender % this.clients.length]!
    return sender % TICKER_EVERY === 0 ? this.#tick(client) : this.#order(client)
  }

  #order(client: Client): Promise<boolean> {
    const { number, path } = this.next()
    const trader = this.traders[number % this.traders.length]!
    const { price, ...order } = MARKETS[number % MARKETS.length]!
    const type = number % 5 === 0 ? { orderType: 'LIMIT', price } : { orderType: 'MARKET' }
    const side = number % 2 === 0 || type.orderType === 'LIMIT' ? 'buy' : 'sell'
    const request = { realmId: this.trading.id, path, side, ...order, ...type }
    const url = `${trader.base}/orders`
    return this.told(path, { url, request }, async () => {
      const { status, data } = await client.post(url, request)
      return status === 201 ? [[path, data.order.id]] : null
    })
  }

  async #tick(client: Client): Promise<boolean> {
    const { id: realmId } = this.trading
    const reply = await client.post('/api/v1/exchange/sim/tick', { realmId }).catch(() => null)
    if (reply?.status === 200) this.ticks++
    return reply?.status === 200
  }

  /**
   * What is wrong with the stored orders: an acknowledged one that is missing or doubled, one that
   * cannot be repeated.
   */
  async faults(): Promise<string[]> {
    const faults = await this.#repeat()
    const stored = await this.#ordersByOperation()
    const operations = await this.#operations()
    for (const [path, orderId] of this.acknowledged) {
      const ids = operations.get(path) ?? []
      const found = ids.flatMap((id) => stored.get(id) ?? [])
      if (ids.length !== 1 || found.length !== 1 || found[0] !== orderId) {
        faults.push(`${path}: operations ${String(ids)}, orders ${String(found)}`)
      }
    }
    return faults
  }

  /** Nobody knows what became of the unanswered ones: repeating them tells. */
  async #repeat(): Promise<string[]> {
    const faults: string[] = []
    for (const [path, { url, request }] of this.unanswered) {
      const { status, error, data } = await this.trading.client.post(url, request)
      if (status === 201) this.acknowledged.set(path, data.order.id)
      else if (status !== 409) faults.push(`${path} repeated: ${status} ${error?.code}`)
    }
    return faults
  }

  async #ordersByOperation(): Promise<Map<string, string[]>> {
    const orders = await Promise.all(this.traders.map(allOrders))
    const grouped = Map.groupBy(orders.flat(), ({ operationId }) => operationId)
    return new Map([...grouped].map(([operation, found]) => [operation, pluck(found, 'id')]))
  }

  /** Ids of the realm's order operations, by path. */
  async #operations(): Promise<Map<string, string[]>> {
    const grouped = await operationsByPath(this.trading, 'order')
    return new Map([...grouped].map(([path, each]) => [path, pluck(each, 'id')]))
  }
}

async function allOrders(trader: Trader): Promise<{ id: string; operationId: string }[]> {
  const found: { id: string; operationId: string }[] = []
  let cursor: string | undefined
  do {
    const { data } = await trader.get('orders', { limit: 200, ...(cursor && { cursor }) })
    found.push(...data.orders)
    cursor = data.nextCursor ?? undefined
  } while (cursor)
  return found
}
