import type { HttpContext } from '@adonisjs/core/http'
import { singleton } from '#app/extension/singleton'
import { answer } from '#app/http/envelope'
import { input } from '#app/http/input'
import { principalOf } from '#app/http/middleware/declared_route_middleware'
import { ReadHistory } from '../services/read_history.ts'
import { presentEquityHistory, presentPnlHistory } from './history_presenters.ts'
import { historyQuery } from './history_validators.ts'

@singleton()
export default class HistoriesController {
  constructor(private histories: ReadHistory) {}

  async equity(ctx: HttpContext) {
    const history = await this.histories.equity(principalOf(ctx), input(ctx, historyQuery))
    answer(ctx, presentEquityHistory(history))
  }

  async pnl(ctx: HttpContext) {
    const history = await this.histories.pnl(principalOf(ctx), input(ctx, historyQuery))
    answer(ctx, presentPnlHistory(history))
  }
}
