import type { HttpContext } from '@adonisjs/core/http'
import { singleton } from '#app/extension/singleton'
import { answer } from '#app/http/envelope'
import { input } from '#app/http/input'
import { LEDGER_LIMITS } from '#modules/ledger/index'
import { principalOf } from '#app/http/middleware/declared_route_middleware'
import { ReadBook } from '../services/read_book.ts'
import { ReadCandles } from '../services/read_candles.ts'
import { ReadFunding } from '../services/read_funding.ts'
import { ReadMeta } from '../services/read_meta.ts'
import { ReadMids } from '../services/read_mids.ts'
import { ReadOpenInterest } from '../services/read_open_interest.ts'
import { ReadSparklines } from '../services/read_sparklines.ts'
import { ReadTickers } from '../services/read_tickers.ts'
import { candlesQuery, feedQuery, fundingQuery, marketParams } from './feed_validators.ts'
import {
  presentBook,
  presentCandles,
  presentFunding,
  presentMarket,
  presentMids,
  presentOpenInterest,
  presentSparklines,
  presentTickers,
} from './presenters.ts'

@singleton()
export default class MarketDataController {
  constructor(
    private readMeta: ReadMeta,
    private readMids: ReadMids,
    private readTickers: ReadTickers,
    private readBook: ReadBook,
    private readCandles: ReadCandles,
    private readOpenInterest: ReadOpenInterest,
    private readFunding: ReadFunding,
    private readSparklines: ReadSparklines
  ) {}

  async meta(ctx: HttpContext) {
    const { realmId } = input(ctx, feedQuery)
    const markets = await this.readMeta.run(principalOf(ctx), realmId)
    answer(ctx, { markets: markets.map(presentMarket) })
  }

  async mids(ctx: HttpContext) {
    const { realmId } = input(ctx, feedQuery)
    answer(ctx, presentMids(await this.readMids.run(principalOf(ctx), realmId)))
  }

  async tickers(ctx: HttpContext) {
    const { realmId } = input(ctx, feedQuery)
    answer(ctx, presentTickers(await this.readTickers.run(principalOf(ctx), realmId)))
  }

  async book(ctx: HttpContext) {
    const { realmId } = input(ctx, feedQuery)
    const { market } = input(ctx, marketParams)
    answer(ctx, presentBook(await this.readBook.run(principalOf(ctx), market, realmId)))
  }

  async candles(ctx: HttpContext) {
    const { market } = input(ctx, marketParams)
    const request = input(ctx, candlesQuery)
    answer(ctx, presentCandles(await this.readCandles.run(principalOf(ctx), market, request)))
  }

  async openInterest(ctx: HttpContext) {
    const { realmId } = input(ctx, feedQuery)
    const { market } = input(ctx, marketParams)
    const view = await this.readOpenInterest.run(principalOf(ctx), market, realmId)
    answer(ctx, presentOpenInterest(view))
  }

  async funding(ctx: HttpContext) {
    const { market } = input(ctx, marketParams)
    const { limit = LEDGER_LIMITS.journalListDefault, ...request } = input(ctx, fundingQuery)
    const view = await this.readFunding.run(principalOf(ctx), market, { ...request, limit })
    answer(ctx, presentFunding(view))
  }

  async sparklines(ctx: HttpContext) {
    const { realmId } = input(ctx, feedQuery)
    answer(ctx, presentSparklines(await this.readSparklines.run(principalOf(ctx), realmId)))
  }
}
