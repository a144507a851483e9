import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { answer } from '#app/http/envelope'
import { input } from '#app/http/input'
import { principalOf } from '#app/http/middleware/declared_route_middleware'
import { ReadMeta } from '../services/read_meta.ts'
import { ReadMids } from '../services/read_mids.ts'
import { presentMarket, presentMids } from './presenters.ts'
import { marketDataQuery } from './validators.ts'

@inject()
export default class MarketDataController {
  constructor(
    private readMeta: ReadMeta,
    private readMids: ReadMids
  ) {}

  async meta(ctx: HttpContext) {
    const { realmId } = input(ctx, marketDataQuery)
    const markets = await this.readMeta.run(principalOf(ctx), realmId)
    answer(ctx, { markets: markets.map(presentMarket) })
  }

  async mids(ctx: HttpContext) {
    const { realmId } = input(ctx, marketDataQuery)
    answer(ctx, presentMids(await this.readMids.run(principalOf(ctx), realmId)))
  }
}
