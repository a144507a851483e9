import type { Action } from '#tests/faults/venue/support/fake_hyperliquid'

interface FakeOrder {
  oid: number
  cloid?: string
  coin: string
  isBuy: boolean
  price: number
  size: number
  filled: number
  reduceOnly: boolean
  trigger: boolean
  status: string
  builderTenths: number
}

export interface FakeAccount {
  address: string
  rawUsd: number
  sizes: Map<string, number>
  orders: FakeOrder[]
  fills: Record<string, unknown>[]
  funding: Record<string, unknown>[]
  updates: Record<string, unknown>[]
  agents: Map<string, { name: string; validUntil: number }>
  leverage: Map<string, { type: string; value: number }>
  builderTenths: number
  nonces: Set<string>
}

interface WireOrder {
  a: number
  b: boolean
  p: string
  s: string
  r: boolean
  t: { limit?: { tif: string }; trigger?: object }
  c?: string
}

interface CandleRequest {
  coin: string
  interval: string
  startTime: number
  endTime: number
}

const COINS = [
  { name: 'BTC', szDecimals: 5, maxLeverage: 40, marginTableId: 40 },
  { name: 'ETH', szDecimals: 4, maxLeverage: 25, marginTableId: 25 },
]
const TAKER = 0.00045
const MAKER = 0.00015
const AGENT_LIFE_MS = 90 * 86_400_000

/** Micro-dollars, so that sums do not drift. */
const cut = (usd: number) => Math.trunc(usd * 1e6 + Math.sign(usd) * 1e-4) / 1e6
const text = (value: number) => String(Number(value.toFixed(8)))

/** The state behind the fake venue: accounts, orders, fills. Floats are fine for what it is asked. */
export class FakeAccounts {
  prices = new Map([
    ['BTC', 60000],
    ['ETH', 3000],
  ])
  /** Tells every fill twice, the newest first. */
  scrambledFills = false
  /** Fills are not told of before this is cleared. */
  hiddenFills = false
  /** Coins the venue shows no mid of, as it does while nobody quotes them. */
  readonly unpriced = new Set<string>()
  #accounts = new Map<string, FakeAccount>()
  #oid = 1000
  #tid = 5000

  open(address: string, usd: number): FakeAccount {
    const account: FakeAccount = {
      address: address.toLowerCase(),
      rawUsd: usd,
      sizes: new Map(),
      orders: [],
      fills: [],
      funding: [],
      updates: [],
      agents: new Map(),
      leverage: new Map(),
      builderTenths: 0,
      nonces: new Set(),
    }
    this.#accounts.set(account.address, account)
    return account
  }

  of(address: string): FakeAccount {
    const account = this.#accounts.get(address.toLowerCase())
    if (!account) throw new Error(`${address} has no account`)
    return account
  }

  get size(): number {
    return this.#accounts.size
  }

  /** The account a signer may act for: its own, or the one whose agent it is. */
  ownerOf(signer: string): FakeAccount | null {
    const own = this.#accounts.get(signer)
    if (own) return own
    for (const account of this.#accounts.values()) {
      const agent = account.agents.get(signer)
      if (agent && agent.validUntil > Date.now()) return account
    }
    return null
  }

  act(account: FakeAccount, signer: string, action: Action, nonce: number): unknown {
    switch (action.type) {
      case 'order':
        return this.#order(account, action as never)
      case 'cancelByCloid':
        return this.#cancel(account, action as never)
      case 'modify':
        return this.#modify(account, action as never)
      case 'updateLeverage':
        account.leverage.set(COINS[action['asset'] as number]!.name, {
          type: action['isCross'] ? 'cross' : 'isolated',
          value: action['leverage'] as number,
        })
        return { status: 'ok', response: { type: 'default' } }
      case 'usdSend':
        return this.#send(account, signer, action as never, nonce)
      case 'approveAgent':
        account.agents.set(String(action['agentAddress']).toLowerCase(), {
          name: String(action['agentName']),
          validUntil: Date.now() + AGENT_LIFE_MS,
        })
        return { status: 'ok', response: { type: 'default' } }
      case 'approveBuilderFee':
        account.builderTenths = 100
        return { status: 'ok', response: { type: 'default' } }
      default:
        return { status: 'err', response: `Unknown action ${action.type}` }
    }
  }

  /** A trade of an account nobody here has asked for. */
  foreignFill(account: FakeAccount, coin: string, size: number): void {
    const order = this.#newOrder({ coin, isBuy: size > 0, size: Math.abs(size) })
    this.#fill(account, order, this.prices.get(coin)!, Math.abs(size), TAKER)
  }

  fund(account: FakeAccount, coin: string, usdc: number, time: number): void {
    account.rawUsd += usdc
    const szi = text(account.sizes.get(coin) ?? 0)
    const delta = { type: 'funding', coin, usdc: text(usdc), szi, fundingRate: '0.0000125' }
    account.funding.push({ time, hash: '0x0', delta })
  }

  /** Moves the price; resting orders it crosses are filled at theirs. */
  move(coin: string, price: number): void {
    this.prices.set(coin, price)
    for (const account of this.#accounts.values()) {
      for (const order of account.orders) {
        const crossed = order.isBuy ? order.price >= price : order.price <= price
        if (order.coin !== coin || order.status !== 'open' || order.trigger || !crossed) continue
        this.#fill(account, order, order.price, order.size - order.filled, MAKER)
        order.status = 'filled'
      }
    }
  }

  partFill(account: FakeAccount, cloid: string, size: number): void {
    const order = account.orders.find((each) => each.cloid === cloid)!
    this.#fill(account, order, order.price, size, MAKER)
  }

  #order(
    account: FakeAccount,
    { orders, builder }: { orders: WireOrder[]; builder?: { f: number } }
  ): unknown {
    const statuses = orders.map((wire) => this.#place(account, wire, builder?.f ?? 0))
    return { status: 'ok', response: { type: 'order', data: { statuses } } }
  }

  #place(account: FakeAccount, wire: WireOrder, builderTenths: number): unknown {
    const { name: coin } = COINS[wire.a]!
    const [price, size] = [Number(wire.p), Number(wire.s)]
    const mid = this.prices.get(coin)!
    if (account.orders.some(({ cloid }) => cloid !== undefined && cloid === wire.c)) {
      return { error: 'Duplicate cloid' }
    }
    if (!wire.r && size * price < 10) {
      return { error: `Order must have minimum value of $10. asset=${wire.a}` }
    }
    const leverage = account.leverage.get(coin)?.value ?? 20
    if (!wire.r && (size * mid) / leverage > this.#equity(account)) {
      return { error: `Insufficient margin to place order. asset=${wire.a}` }
    }
    const order = this.#newOrder({ coin, isBuy: wire.b, size, price, cloid: wire.c })
    order.reduceOnly = wire.r
    order.builderTenths = builderTenths
    account.orders.push(order)
    if (wire.t.trigger) {
      order.trigger = true
      return { resting: { oid: order.oid, cloid: wire.c } }
    }
    const crosses = wire.b ? price >= mid : price <= mid
    const { tif } = wire.t.limit!
    if (crosses && tif === 'Alo') {
      order.status = 'badAloPxRejected'
      return { error: 'Post only order would have immediately matched, bbo was 1@2.' }
    }
    if (crosses) {
      this.#fill(account, order, mid, size, TAKER)
      order.status = 'filled'
      return { filled: { oid: order.oid, totalSz: wire.s, avgPx: text(mid) } }
    }
    if (tif !== 'Ioc') return { resting: { oid: order.oid, cloid: wire.c } }
    order.status = 'iocCancelRejected'
    return { error: 'Order could not immediately match against any resting orders.' }
  }

  #newOrder(given: Partial<FakeOrder> & { coin: string; isBuy: boolean; size: number }): FakeOrder {
    return {
      oid: this.#oid++,
      price: 0,
      filled: 0,
      reduceOnly: false,
      trigger: false,
      status: 'open',
      builderTenths: 0,
      ...given,
    }
  }

  #fill(account: FakeAccount, order: FakeOrder, price: number, size: number, rate: number): void {
    const signed = order.isBuy ? size : -size
    const builderFee = cut((price * size * order.builderTenths) / 1e5)
    const fee = cut(price * size * rate) + builderFee
    const start = account.sizes.get(order.coin) ?? 0
    const after = Number((start + signed).toFixed(8))
    if (after === 0) account.sizes.delete(order.coin)
    else account.sizes.set(order.coin, after)
    account.rawUsd = cut(account.rawUsd - signed * price - fee)
    order.filled += size
    account.fills.push({
      coin: order.coin,
      px: text(price),
      sz: text(size),
      side: order.isBuy ? 'B' : 'A',
      time: Date.now(),
      startPosition: text(start),
      dir: 'Open Long',
      closedPnl: '0',
      hash: '0x0',
      oid: order.oid,
      crossed: rate === TAKER,
      fee: text(fee),
      feeToken: 'USDC',
      tid: this.#tid++,
      ...(builderFee !== 0 && { builderFee: text(builderFee) }),
      ...(order.cloid !== undefined && { cloid: order.cloid }),
    })
  }

  #cancel(account: FakeAccount, { cancels }: { cancels: { cloid: string }[] }): unknown {
    const statuses = cancels.map(({ cloid }) => {
      const order = account.orders.find((each) => each.cloid === cloid && each.status === 'open')
      if (!order) return { error: 'Order was never placed, already canceled, or filled.' }
      order.status = 'canceled'
      return 'success'
    })
    return { status: 'ok', response: { type: 'cancel', data: { statuses } } }
  }

  #modify(account: FakeAccount, { oid, order: wire }: { oid: string; order: WireOrder }): unknown {
    const order = account.orders.find(({ cloid, status }) => cloid === oid && status === 'open')
    if (!order) return { status: 'err', response: 'Order was never placed or filled.' }
    order.status = 'canceled'
    const status = this.#place(account, wire, order.builderTenths)
    return { status: 'ok', response: { type: 'order', data: { statuses: [status] } } }
  }

  #send(
    from: FakeAccount,
    signer: string,
    { destination, amount }: { destination: string; amount: string },
    nonce: number
  ): unknown {
    const usd = Number(amount)
    if (signer !== from.address) return { status: 'err', response: 'Only the account itself.' }
    if (from.rawUsd < usd) {
      return { status: 'err', response: 'Insufficient balance for withdrawal.' }
    }
    const known = this.#accounts.get(destination.toLowerCase())
    const to = known ?? this.open(destination, 0)
    from.rawUsd = cut(from.rawUsd - usd)
    to.rawUsd = cut(to.rawUsd + usd - (known ? 0 : 1))
    const delta = { type: 'send', usdc: amount, user: from.address, destination, nonce }
    for (const each of [from, to]) each.updates.push({ time: Date.now(), hash: '0x0', delta })
    return { status: 'ok', response: { type: 'default' } }
  }

  #equity({ rawUsd, sizes }: FakeAccount): number {
    return [...sizes].reduce((sum, [coin, size]) => sum + size * this.prices.get(coin)!, rawUsd)
  }

  // eslint-disable-next-line complexity -- one line for each request of the protocol
  info(request: { type: string; user?: string; oid?: string; startTime?: number }): unknown {
    const account = this.#accounts.get((request.user ?? '').toLowerCase())
    const since = <Item>(items: Item[]) => {
      return items.filter((item) => (item as { time: number }).time >= (request.startTime ?? 0))
    }
    if (request.type === 'metaAndAssetCtxs') {
      return [{ universe: COINS, marginTables: [] }, COINS.map(({ name }) => this.#context(name))]
    }
    switch (request.type) {
      case 'l2Book':
        return this.#book((request as unknown as { coin: string }).coin)
      case 'candleSnapshot':
        return this.#candles((request as unknown as { req: CandleRequest }).req)
      case 'userRole':
        return { role: account ? 'user' : 'missing' }
      case 'extraAgents':
        return [...account!.agents].map(([address, agent]) => ({ address, ...agent }))
      case 'maxBuilderFee':
        return account!.builderTenths
      case 'clearinghouseState':
        return this.#state(account!)
      case 'frontendOpenOrders':
        return account!.orders.filter(({ status }) => status === 'open')
      case 'orderStatus': {
        const order = account?.orders.find(({ cloid }) => cloid === request.oid)
        if (!order) return { status: 'unknownOid' }
        return { status: 'order', order: { order: { oid: order.oid }, status: order.status } }
      }
      case 'userFillsByTime': {
        const fills = this.hiddenFills ? [] : since(account!.fills)
        return this.scrambledFills ? [...fills, ...fills].reverse() : fills
      }
      case 'userFunding':
        return since(account!.funding)
      case 'userNonFundingLedgerUpdates':
        return since(account!.updates)
      default:
        throw new Error(`The fake knows no ${request.type}`)
    }
  }

  /** Three levels a side, a dollar apart. */
  #book(coin: string) {
    const mid = this.prices.get(coin)!
    const side = (sign: number) =>
      [1, 2, 3].map((step) => ({ px: text(mid + sign * step), sz: `${step}.5`, n: step }))
    return { coin, time: Date.now(), levels: [side(-1), side(1)] }
  }

  /** One for each interval of the span, opened a little below the price. */
  #candles({ coin, interval, startTime, endTime }: CandleRequest) {
    const unit = { m: 60_000, h: 3_600_000, d: 86_400_000 }[interval.slice(-1)]!
    const ms = Number(interval.slice(0, -1)) * unit
    const price = this.prices.get(coin)!
    const found: object[] = []
    for (let t = Math.ceil(startTime / ms) * ms; t <= endTime; t += ms) {
      const [o, h, l, c] = [price - 5, price + 10, price - 10, price].map(text)
      found.push({ t, T: t + ms - 1, s: coin, i: interval, o, h, l, c, v: '1.25', n: 7 })
    }
    return found
  }

  #context(coin: string) {
    const price = text(this.prices.get(coin)!)
    const midPx = this.unpriced.has(coin) ? null : price
    return { markPx: price, midPx, oraclePx: price, impactPxs: [price, price] }
  }

  #state(account: FakeAccount) {
    return {
      marginSummary: {
        accountValue: text(this.#equity(account)),
        totalRawUsd: text(account.rawUsd),
      },
      withdrawable: text(Math.max(0, account.rawUsd)),
      assetPositions: [...account.sizes].map(([coin, size]) => ({
        type: 'oneWay',
        position: { coin, szi: text(size), leverage: { type: 'cross', value: 20 } },
      })),
      time: Date.now(),
    }
  }
}
