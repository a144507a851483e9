import type { ServiceObject } from '#app/extension/ledger_terms'
import type { Valuation, ValuedBalance, ValuedPosition, Valuator } from '#app/extension/valuator'
import { formatUsd } from '#app/money/usd'
import type { Database } from '#app/storage/database'
import type { ObjectReader, RealmDirectory } from '#modules/ledger/index'
import { averagePrice } from '../core/engine/lot.ts'
import { positionsOf, settingOf } from '../core/engine/margin.ts'
import { marketOf, type Inputs } from '../core/engine/market_inputs.ts'
import { absolute, type Account, type Position } from '../core/engine/state.ts'
import { divideHalfEven, formatFixed, formatPrice, powerOfTen } from '../core/numerics.ts'
import type { Clock } from '#app/clock/clock'
import type { LivePrices } from '../live/services/live_prices.ts'
import type { VenueBooks } from './venue_books.ts'
import type { VenueDesk } from './venue_desk.ts'

const USD_DECIMALS = 6
const PRICE_DECIMALS = 8

/**
 * Values exchange objects in full: cash, which a long has been paid out of, plus every position at
 * the mid. Without a price a position counts at its entry value, and the valuation says so.
 */
export class ExchangeValuator implements Valuator {
  readonly name = 'exchange'
  readonly types = ['exchange'] as const

  constructor(
    private database: Database,
    private clock: Clock,
    private objects: ObjectReader,
    private books: VenueBooks,
    private desk: VenueDesk,
    private realms: RealmDirectory,
    private live: LivePrices
  ) {}

  async valuate(realmId: string, objects: ServiceObject[]): Promise<Valuation[]> {
    const ids = objects.map(({ id }) => id)
    const inputs = await this.#inputs(realmId)
    const { state, balances } = await this.database.snapshot(async (session) => ({
      state: (await this.books.read(session, realmId)).state,
      balances: await this.objects.balances(ids, session),
    }))
    const holds = await this.objects.openHolds(ids)
    return ids.map((id) => {
      const cash = balances.filter(({ objectId }) => objectId === id)
      const own = cash.map(({ denomination, settled, departing }) =>
        dollars(denomination, settled - departing)
      )
      const reserved = holds
        .filter(({ objectId }) => objectId === id)
        .map((hold) => ({
          ...dollars(hold.denomination, hold.amount),
          operationId: hold.operationId,
          direction: hold.direction === 'outbound' ? ('departing' as const) : ('arriving' as const),
        }))
      const account = state.accounts.get(id)
      const positions = account ? valuedPositions(inputs, account) : []
      const parts = [...own, ...reserved, ...positions]
      return {
        objectId: id,
        balances: own,
        reservedBalances: reserved,
        positions,
        valueUsd: parts.reduce((sum, { valueUsd }) => sum + valueUsd, 0n),
        midsComplete: positions.every(({ markPrice }) => markPrice !== null),
      }
    })
  }

  /** Simulated prices must never pass for real ones: a live realm is valued at the venue's own. */
  async #inputs(realmId: string): Promise<Inputs> {
    const realm = await this.realms.find(realmId)
    if (realm?.asset === 'live' && this.live.connected) return this.live.inputs(0)
    const feed = realm?.asset === 'live' ? null : await this.desk.feed(realmId)
    return this.books.inputs(feed, this.clock.nowMs(), 0)
  }
}

function dollars(denomination: string, amount: bigint): ValuedBalance {
  return { denomination, amount, price: '1', valueUsd: amount }
}

function valuedPositions(inputs: Inputs, account: Account): ValuedPosition[] {
  return positionsOf(account).map((position) => valued(inputs, account, position))
}

function valued(inputs: Inputs, account: Account, position: Position): ValuedPosition {
  const { market, size, entryNotional } = position
  const { szDecimals } = marketOf(inputs, market)
  const mid = inputs.markets.get(market)?.prices?.mid ?? null
  // A mid may lie half a tick off the grid: rounded half to even, at the end only.
  const scale = powerOfTen(PRICE_DECIMALS + szDecimals - USD_DECIMALS)
  const value = mid === null ? null : divideHalfEven(mid * size, scale)
  return {
    market,
    side: size > 0n ? 'long' : 'short',
    size: formatFixed(absolute(size), szDecimals),
    entryPrice: formatPrice(averagePrice(entryNotional, size, szDecimals)),
    markPrice: mid === null ? null : formatPrice(mid),
    unrealizedPnl: value === null ? null : formatUsd(value - entryNotional),
    // Without a price its profit is left out, not its cost: the sum stays near what it is.
    valueUsd: value ?? entryNotional,
    leverage: `${settingOf(inputs, account, market).leverage}`,
  }
}
