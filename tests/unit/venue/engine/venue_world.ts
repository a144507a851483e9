import { apply, type Result } from '#modules/venue/core/engine/apply'
import type { AccountCommand, Command } from '#modules/venue/core/engine/commands'
import { eventLine, type FillRecord, type VenueEvent } from '#modules/venue/core/engine/events'
import type { FundingRate } from '#modules/venue/core/engine/funding'
import { liquidationPrice } from '#modules/venue/core/engine/liquidation_price'
import { accountMargin } from '#modules/venue/core/engine/margin'
import type { Inputs, MarketInput } from '#modules/venue/core/engine/market_inputs'
import type { OrderRequest } from '#modules/venue/core/engine/order_terms'
import type { LedgerAccount } from '#modules/venue/core/engine/postings'
import type { Refusal, RefusalReason } from '#modules/venue/core/engine/refusals'
import {
  emptyVenue,
  type Account,
  type Order,
  type VenueState,
} from '#modules/venue/core/engine/state'
import { marketsOf } from '#modules/venue/core/markets'
import {
  PRICE_DECIMALS,
  RATE_ONE,
  ceilToTick,
  floorToTick,
  parseFixed,
  tickAt,
  type Price,
} from '#modules/venue/core/numerics'

export const MARKETS = marketsOf('vn')
const FIRST_TICK = 600_000_000

export function priceOf(text: string): Price {
  return parseFixed(text, PRICE_DECIMALS)!
}

/** Micro-USD. */
export function usd(text: string): bigint {
  return parseFixed(text, 6)!
}

/** Prices of a market around one mark: oracle and mark there, quotes half a spread away. */
export function pricesAt(input: MarketInput, mark: Price): NonNullable<MarketInput['prices']> {
  const { szDecimals, priceModel } = input.market
  const distance = (mark * priceModel!.halfSpread) / RATE_ONE
  const bid = floorToTick(mark - distance, szDecimals)
  const nearest = ceilToTick(mark + distance, szDecimals)
  const ask = nearest > bid ? nearest : bid + tickAt(bid, szDecimals)
  return { oracle: mark, mark, bid, ask, mid: (bid + ask) / 2n }
}

/** One realm's venue under test: its state, the prices it sees, and everything that happened. */
export class VenueWorld {
  state: VenueState = emptyVenue()
  inputs: Inputs
  readonly events: VenueEvent[] = []
  /** Folded from the legs alone, by account and denomination. */
  readonly balances = new Map<string, bigint>()
  #ids = 0

  /** @param cash of accounts that are opened with it */
  constructor(
    cash: Record<string, string> = {},
    fees = { platformTenthsBps: 0, applicationTenthsBps: 0 }
  ) {
    const markets = new Map<string, MarketInput>()
    for (const market of MARKETS) {
      const input: MarketInput = {
        market,
        prices: null,
        liquidity: { bids: RATE_ONE, asks: RATE_ONE },
      }
      const anchor = market.priceModel?.anchor
      markets.set(market.id, anchor ? { ...input, prices: pricesAt(input, anchor) } : input)
    }
    this.inputs = { nowMs: FIRST_TICK * 3000, tick: FIRST_TICK, bookSeed: 'book', markets, fees }
    for (const [objectId, amount] of Object.entries(cash)) this.fund(objectId, amount)
  }

  nextId(prefix = 'ord'): string {
    return `${prefix}_${++this.#ids}`
  }

  run(command: Command): Result {
    const result = apply(this.state, command, this.inputs)
    if (result.kind === 'accepted') {
      this.state = result.state
      this.events.push(...result.events)
      for (const { legs } of result.events) {
        for (const leg of legs) {
          const key = `${accountKey(leg.account)} ${leg.denomination}`
          this.balances.set(key, (this.balances.get(key) ?? 0n) + leg.amount)
        }
      }
    }
    return result
  }

  /** Runs a command that must be accepted. */
  must(command: Command): readonly VenueEvent[] {
    const result = this.run(command)
    if (result.kind === 'refused') throw new Error(`refused: ${JSON.stringify(result.refusal)}`)
    return result.events
  }

  /** Runs a command that must be refused, and says why it was. */
  refusal(command: Command): Refusal {
    const before = this.state
    const result = this.run(command)
    if (result.kind === 'accepted') throw new Error('accepted')
    if (this.state !== before) throw new Error('a refusal changed the state')
    return result.refusal
  }

  reason(command: Command): RefusalReason {
    return this.refusal(command).reason
  }

  /** An account with cash. */
  fund(objectId: string, amount: string): string {
    this.must({ type: 'open_account', objectId })
    this.must({ type: 'deposit', objectId, amount: usd(amount) })
    return objectId
  }

  /** The command of an order, with a fresh id. */
  order(
    objectId: string,
    order: Partial<OrderRequest> & { market: string }
  ): AccountCommand & { type: 'place_order' } {
    const defaults = { side: 'buy', orderType: order.price ? 'LIMIT' : 'MARKET' } as const
    return {
      type: 'place_order',
      objectId,
      orderId: this.nextId(),
      order: { ...defaults, ...order },
    }
  }

  /** Places an order that must be accepted. @returns its id */
  place(objectId: string, order: Partial<OrderRequest> & { market: string }): string {
    const command = this.order(objectId, order)
    this.must(command)
    return command.orderId
  }

  account(objectId: string): Account {
    return this.state.accounts.get(objectId)!
  }

  position(objectId: string, market: string) {
    return this.account(objectId).positions[market]
  }

  margin(objectId: string) {
    return accountMargin(this.inputs, this.account(objectId))
  }

  liquidationPrice(objectId: string, market: string): Price | null {
    return liquidationPrice(this.inputs, this.account(objectId), market)
  }

  /** The newest record of an order, ended or not. */
  orderNow(orderId: string): Order {
    const found = this.events.findLast((event) => {
      return event.type === 'order_changed' && event.order.orderId === orderId
    })
    if (found?.type !== 'order_changed') throw new Error(`no order ${orderId}`)
    return found.order
  }

  fills(objectId?: string): FillRecord[] {
    return this.events.flatMap((event) => {
      const isMeant = event.type === 'filled' && (!objectId || event.fill.objectId === objectId)
      return isMeant ? [event.fill] : []
    })
  }

  /** Moves the whole market: mark, oracle and quotes. Takes effect on orders with the next tick. */
  setMark(market: string, mark: string | Price): void {
    const price = typeof mark === 'string' ? priceOf(mark) : mark
    this.#change(market, (input) => ({ ...input, prices: pricesAt(input, price) }))
  }

  setPrices(market: string, prices: Partial<NonNullable<MarketInput['prices']>>): void {
    this.#change(market, (input) => ({ ...input, prices: { ...input.prices!, ...prices } }))
  }

  dropPrices(market: string): void {
    this.#change(market, (input) => ({ ...input, prices: null }))
  }

  setLiquidity(market: string, liquidity: Partial<MarketInput['liquidity']>): void {
    this.#change(market, (input) => ({ ...input, liquidity: { ...input.liquidity, ...liquidity } }))
  }

  tick(ticks = 1, funding: FundingRate[] = []): void {
    for (let passed = 1; passed <= ticks; passed++) {
      const tick = this.inputs.tick + 1
      this.inputs = { ...this.inputs, tick, nowMs: tick * 3000 }
      this.must({ type: 'tick', funding: passed === ticks ? funding : [] })
    }
  }

  /** Moves a mark and passes one tick. */
  move(market: string, mark: string | Price): void {
    this.setMark(market, mark)
    this.tick()
  }

  /** What the legs so far leave on an account. */
  balance(account: LedgerAccount, denomination = 'USD'): bigint {
    return this.balances.get(`${accountKey(account)} ${denomination}`) ?? 0n
  }

  log(): string {
    return this.events.map(eventLine).join('\n')
  }

  #change(market: string, change: (input: MarketInput) => MarketInput): void {
    const markets = new Map(this.inputs.markets)
    markets.set(market, change(markets.get(market)!))
    this.inputs = { ...this.inputs, markets }
  }
}

function accountKey(account: LedgerAccount): string {
  if (account.owner !== 'object') return account.owner
  return `${account.objectId}/${account.isolatedMarket ?? 'cross'}`
}

/** Three funded accounts. */
export function traders(): VenueWorld {
  return new VenueWorld({ alice: '10000', bob: '10000', carol: '10000' })
}
