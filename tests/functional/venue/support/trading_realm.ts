import { randomUUID } from 'node:crypto'
import app from '@adonisjs/core/services/app'
import { CheckBooks } from '#modules/ledger/services/check_books'
import { TestRealm, accepted, until, type AnyData, type Reply } from '#tests/support/client'

const HOUR_MS = 3_600_000
/** The end of an hour pays funding: none comes in so much of the feed's time, unless a test asks for it. */
const QUIET_MS = 300_000

/** A realm with a private feed whose prices a test sets, and what a test does on its venue. */
export class TradingRealm {
  constructor(readonly realm: TestRealm) {}

  static async open(): Promise<TradingRealm> {
    const realm = await TestRealm.open()
    const trading = new TradingRealm(realm)
    await until('the first tick', async () => {
      const reply = await realm.client.get('/api/v1/exchange/market/mids')
      return reply.status === 200
    })
    accepted(await trading.sim('fork'))
    const { feed } = accepted(await trading.sim('clock', { mode: 'manual' }))
    const left = HOUR_MS - (Date.parse(feed.clock.now) % HOUR_MS)
    if (left < QUIET_MS) {
      accepted(await trading.sim('clock', { mode: 'manual', advanceMs: left }))
    }
    return trading
  }

  /** Every invariant of the ledger and of the venue. */
  async assertSoundBooks(assert: { deepEqual(actual: unknown, expected: unknown): void }) {
    const books = await app.container.make(CheckBooks)
    assert.deepEqual(await books.run({ realmId: this.id }), [])
  }

  get id(): string {
    return this.realm.id
  }

  get client() {
    return this.realm.client
  }

  sim(what: string, body: Record<string, unknown> = {}): Promise<Reply<AnyData>> {
    const realmId = this.id
    return this.client.post(`/api/v1/exchange/sim/${what}`, { realmId, ...body })
  }

  /** Oracle, mid and mark at once; the realm passes the next tick with it. */
  async price(market: string, price: string): Promise<void> {
    accepted(await this.sim('prices', { market, price, mode: 'jump' }))
    accepted(await this.sim('prices', { market, price, mode: 'pin' }))
  }

  async tick(): Promise<void> {
    accepted(await this.sim('clock', { mode: 'manual', advanceMs: 3000 }))
  }

  /** An exchange object with cash in it. */
  async trader(name: string, cash: string): Promise<Trader> {
    const { id } = await this.realm.object(`/traders/${name}`, { type: 'exchange' })
    const trader = new Trader(this, id, `/traders/${name}`)
    if (cash !== '0') {
      await this.realm.account(`/cash/${name}`, '10000000.00')
      await trader.credit(cash)
    }
    return trader
  }
}

export class Trader {
  constructor(
    private trading: TradingRealm,
    readonly id: string,
    readonly path: string
  ) {}

  get base(): string {
    return `/api/v1/objects/${this.id}/exchange`
  }

  async credit(amount: string) {
    const source = this.path.replace('/traders/', '/cash/')
    const { operation } = accepted(await this.move(source, this.path, amount))
    return this.trading.realm.completed(operation.id)
  }

  move(sourceObjectPath: string, targetObjectPath: string, amount: string, path = randomUUID()) {
    return this.trading.realm.move(sourceObjectPath, targetObjectPath, amount, {
      path: `/op/move/${path}`,
      feeOverride: '0',
    })
  }

  get(what: string, query: Record<string, string | number> = {}): Promise<Reply<AnyData>> {
    return this.trading.client.get(`${this.base}/${what}`, query)
  }

  send(method: string, what: string, body: Record<string, unknown> = {}): Promise<Reply<AnyData>> {
    const full = { realmId: this.trading.id, path: `/op/v/${randomUUID()}`, ...body }
    if (method !== 'DELETE') {
      return this.trading.client.send(method, `${this.base}/${what}`, full)
    }
    const query = new URLSearchParams(full as Record<string, string>)
    return this.trading.client.send('DELETE', `${this.base}/${what}?${query}`)
  }

  order(body: Record<string, unknown>): Promise<Reply<AnyData>> {
    return this.send('POST', 'orders', { orderType: 'MARKET', side: 'buy', ...body })
  }

  async state(): Promise<AnyData> {
    return accepted(await this.get('state'))
  }

  async position(market: string): Promise<AnyData> {
    const { positions } = accepted(await this.get('positions'))
    return positions.find((each: AnyData) => each.market === market) ?? null
  }
}
