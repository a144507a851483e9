import type { Micros } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import { formatUsd } from '#app/money/usd'
import type { ServiceObject } from '#modules/ledger/extension/ledger_terms'
import type {
  Valuation,
  ValuationCut,
  ValuedPosition,
  Valuator,
} from '#modules/ledger/extension/valuator'
import { cashAtCut } from '#modules/ledger/index'
import { averagePrice } from '../core/engine/lot.ts'
import { positionsOf, settingOf } from '../core/engine/margin.ts'
import { absolute } from '../core/engine/state.ts'
import {
  PRICE_DECIMALS,
  divideHalfEven,
  formatFixed,
  formatPrice,
  powerOfTen,
} from '../core/numerics.ts'
import { positionsAtCut, type PositionAtCut } from '../storage/position_history.ts'
import { type Marks, MarksAt } from './marks_at.ts'
import { VenueBooks } from './venue_books.ts'

const USD_DECIMALS = 6

/**
 * Values exchange objects in full: cash, from which the cost of a long has been paid, plus every
 * position at the mid. A position without a price counts at its entry value, and the valuation says
 * so.
 */
@singleton()
export class ExchangeValuator implements Valuator {
  readonly name = 'exchange'
  readonly types = ['exchange'] as const
  readonly worth = 'dollars_and_positions' as const

  constructor(
    private books: VenueBooks,
    private marks: MarksAt
  ) {}

  async prepare(realmId: string, asOf: Micros | null): Promise<void> {
    await this.marks.prepare(realmId, asOf)
  }

  async marksAt(
    realmId: string,
    moments: readonly Micros[]
  ): Promise<ReadonlyMap<string, string>[]> {
    const known = await this.marks.at(realmId, moments)
    return known.map(({ mids }) => new Map([...mids].map(([id, mid]) => [id, formatPrice(mid)])))
  }

  async valuate(cut: ValuationCut, objects: ServiceObject[]): Promise<Valuation[]> {
    const ids = objects.map(({ id }) => id)
    const cashOf = await cashAtCut(cut, ids)
    const held = Map.groupBy(await this.#positions(cut, ids), ({ objectId }) => objectId)
    const marks = await this.marks.read(cut)
    return ids.map((objectId) => {
      const cash = cashOf(objectId)
      const positions = (held.get(objectId) ?? []).map((each) => this.#valued(each, marks))
      const priced = positions.some(({ markPrice }) => markPrice !== null)
      return {
        objectId,
        ...cash,
        positions,
        valueUsd: positions.reduce((sum, { valueUsd }) => sum + valueUsd, cash.valueUsd),
        midsComplete: positions.every(({ markPrice }) => markPrice !== null),
        marks: priced ? marks.used : null,
      }
    })
  }

  /** Positions of the newest cut are in memory; those of a past cut are read from the books. */
  async #positions(cut: ValuationCut, ids: readonly string[]): Promise<PositionAtCut[]> {
    if (cut.asOf !== null) return positionsAtCut(cut, ids, (id) => this.books.marketOf(id))
    const { state } = await this.books.read(cut.session, cut.realmId)
    const inputs = this.books.inputs(null, 0, 0)
    return ids.flatMap((objectId) => {
      const account = state.accounts.get(objectId)
      if (!account) return []
      return positionsOf(account).map(({ market, size, entryNotional }) => {
        const { leverage } = settingOf(inputs, account, market)
        return { objectId, market, size, entryNotional, leverage }
      })
    })
  }

  #valued({ market, size, entryNotional, leverage }: PositionAtCut, { mids }: Marks) {
    const { szDecimals } = this.books.marketOf(market)
    const mid = mids.get(market) ?? null
    // A mid may lie half a tick off the grid, so the value is rounded half to even, at the end
    // only.
    const scale = powerOfTen(PRICE_DECIMALS + szDecimals - USD_DECIMALS)
    const value = mid === null ? null : divideHalfEven(mid * size, scale)
    return {
      market,
      side: size > 0n ? 'long' : 'short',
      size: formatFixed(absolute(size), szDecimals),
      entryPrice: formatPrice(averagePrice(entryNotional, size, szDecimals)),
      markPrice: mid === null ? null : formatPrice(mid),
      unrealizedPnl: value === null ? null : formatUsd(value - entryNotional),
      // Without a price the entry value counts: only the unknown profit is left out of the sum.
      valueUsd: value ?? entryNotional,
      leverage: `${leverage}`,
    } satisfies ValuedPosition
  }
}
