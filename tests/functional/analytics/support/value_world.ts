import { randomUUID } from 'node:crypto'
import app from '@adonisjs/core/services/app'
import { Clock, type Micros } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { columnToAtoms, parseUsd, type Atoms } from '#app/money/usd'
import { Database } from '#app/storage/database'
import { accepted } from '#tests/support/client'
import { TradingRealm } from '#tests/functional/venue/support/trading_realm'

export const MARKET = 'vn:0:ETH'

/** Objects below `/in/` and beside it; the traders start with cash from the wallets. */
export const WALLETS = ['/in/a', '/in/b', '/out/c'] as const
export const TRADERS = ['/in/x', '/out/y'] as const

const SIZE_DECIMALS = 6
const PRICE_DECIMALS = 8

/** What a person who keeps their own list says of a realm: cash and sizes by path, at each moment. */
export interface Noted {
  at: Micros
  /** The mid of the only market traded. */
  mid: string | null
}

/** A realm with a naive reader beside it, that knows nothing but legs, fills and the border. */
export class ValueWorld {
  /** What crossed the border of `/in/` so far: the test knows it from what it asked for. */
  readonly crossed: { at: Micros; amount: Atoms }[] = []
  readonly noted: Noted[] = []
  #traders = new Map<string, string>()
  #spare: string | null = null

  private constructor(
    readonly trading: TradingRealm,
    private database: Database,
    private clock: Clock
  ) {}

  static async open(): Promise<ValueWorld> {
    const trading = await TradingRealm.open()
    const [database, clock] = [await app.container.make(Database), await app.container.make(Clock)]
    const world = new ValueWorld(trading, database, clock)
    await trading.price(MARKET, '3000')
    for (const path of WALLETS) await trading.realm.object(path)
    for (const path of TRADERS) {
      const { id } = await trading.realm.object(path, { type: 'exchange' })
      world.#traders.set(path, id)
    }
    for (const path of WALLETS) await world.fund(path, '5000')
    await world.move('/in/a', '/in/x', '2000', '0')
    await world.move('/out/c', '/out/y', '2000', '0')
    await world.note()
    return world
  }

  get id(): string {
    return this.trading.id
  }

  now(): Micros {
    return this.clock.nowMicros()
  }

  async fund(path: string, amount: string) {
    await this.trading.realm.fund(path, amount)
    if (path.startsWith('/in/')) this.#cross(parseUsd(amount))
  }

  async defund(path: string, amount: string) {
    const reply = await this.trading.client.post('/api/v1/defund-account', {
      realmId: this.id,
      objectPath: path,
      amount,
    })
    if (reply.status !== 201) return
    await this.trading.realm.completed(reply.data.operation.id)
    if (path.startsWith('/in/')) this.#cross(-parseUsd(amount))
  }

  /** Refused when it is more than there is, which changes nothing. */
  async move(source: string, target: string, amount: string, feeOverride?: string) {
    const reply = await this.trading.client.post('/api/v1/transfer', {
      realmId: this.id,
      path: `/op/value/${randomUUID()}`,
      sourceObjectPath: source,
      targetObjectPath: target,
      amount,
      feeOverride,
    })
    if (reply.status !== 201) return
    const ended = await this.trading.realm.ended(reply.data.operation.id)
    if (ended.state !== 'completed') return
    const [leaves, enters] = [source, target].map((path) => path.startsWith('/in/'))
    if (leaves === enters) return
    const arrived = parseUsd(amount) - parseUsd(reply.data.fee?.amount ?? '0')
    this.#cross(enters ? arrived : -arrived)
  }

  async trade(path: string, side: string, size: string) {
    const id = this.#traders.get(path)!
    await this.trading.client.post(`/api/v1/objects/${id}/exchange/orders`, {
      realmId: this.id,
      path: `/op/trade/${randomUUID()}`,
      market: MARKET,
      orderType: 'MARKET',
      side,
      size,
    })
  }

  async price(price: string) {
    await this.trading.price(MARKET, price)
    await this.trading.tick()
  }

  async funding(rate: string) {
    accepted(await this.trading.sim('funding', { market: MARKET, rate }))
    const advance = { mode: 'manual', advanceMs: 3_600_000, stepMs: 600_000 }
    accepted(await this.trading.sim('clock', advance))
  }

  /** Makes an object below the border with money from inside it, or sweeps it out across it. */
  async spare() {
    if (this.#spare === null) {
      this.#spare = (await this.trading.realm.object('/in/spare')).id
      await this.move('/in/a', '/in/spare', '1', '0')
      return
    }
    const held = await this.#cash(this.#spare)
    accepted(
      await this.trading.client.post('/api/v1/objects/delete', {
        realmId: this.id,
        objectId: this.#spare,
        ...(held > 0n && { sweepToPath: '/out/c' }),
      })
    )
    this.#spare = null
    if (held > 0n) this.#cross(-held)
  }

  /** Nothing is under way: what is read now is what any later reader must find at this moment. */
  async note(): Promise<void> {
    const { data } = await this.trading.client.get('/api/v1/exchange/market/mids', {
      realmId: this.id,
    })
    this.noted.push({ at: this.now(), mid: data.mids[MARKET] ?? null })
  }

  /** Value by path at a moment, from every leg and every fill until then and nothing else. */
  async recount({ at, mid }: Noted): Promise<Map<string, Atoms>> {
    const until = toSqlDatetime(at)
    const legs = await this.database.read<{ path: string; sum: string }>(
      `SELECT o.path, SUM(l.amount) AS sum FROM journal_legs l
         JOIN objects o ON o.id = l.object_id
         JOIN journal_entries e ON e.realm_id = l.realm_id AND e.seq = l.seq
        WHERE l.realm_id = ? AND l.denomination = 'USD' AND e.committed_at <= ?
        GROUP BY o.path`,
      [this.id, until]
    )
    const fills = await this.database.read<{ path: string; sum: string }>(
      `SELECT o.path, SUM(f.signed_size) AS sum FROM venue_fills f
         JOIN objects o ON o.id = f.object_id
        WHERE f.realm_id = ? AND f.created_at <= ? GROUP BY o.path`,
      [this.id, until]
    )
    const values = new Map(legs.map(({ path, sum }) => [path, columnToAtoms(sum)]))
    for (const { path, sum } of fills) {
      const size = columnToAtoms(sum)
      if (size === 0n) continue
      if (mid === null) throw new Error('A position without a mid')
      values.set(path, (values.get(path) ?? 0n) + valueOf(size, mid))
    }
    return values
  }

  crossedBetween(from: Micros, to: Micros): { inflows: Atoms; outflows: Atoms } {
    const sum = { inflows: 0n, outflows: 0n }
    for (const { at, amount } of this.crossed) {
      if (at <= from || at > to) continue
      if (amount > 0n) sum.inflows += amount
      else sum.outflows -= amount
    }
    return sum
  }

  #cross(amount: Atoms) {
    this.crossed.push({ at: this.now(), amount })
  }

  async #cash(objectId: string): Promise<Atoms> {
    const { data } = await this.trading.client.get(`/api/v1/objects/${objectId}/balances`)
    return parseUsd(data.balances[0].settled)
  }
}

/** Size in millionths times a price, rounded half to even at the millionth of a dollar. */
function valueOf(size: bigint, mid: string): Atoms {
  const [whole = '', fraction = ''] = mid.split('.')
  const price = BigInt(whole + fraction.padEnd(PRICE_DECIMALS, '0'))
  const exact = size * price
  const unit = 10n ** BigInt(PRICE_DECIMALS + SIZE_DECIMALS - 6)
  const sign = exact < 0n ? -1n : 1n
  const [quotient, rest] = [(exact * sign) / unit, (exact * sign) % unit]
  const up = rest * 2n > unit || (rest * 2n === unit && quotient % 2n === 1n)
  return sign * (up ? quotient + 1n : quotient)
}
