import type { HttpContext } from '@adonisjs/core/http'
import { singleton } from '#app/extension/singleton'
import { answer } from '#app/http/envelope'
import { input } from '#app/http/input'
import { SharedAnswer } from '#app/http/shared_answer'
import { principalOf } from '#app/http/middleware/declared_route_middleware'
import { ReadAggregate } from '../services/read_aggregate.ts'
import { ReadPnl } from '../services/read_pnl.ts'
import { ReadValuation } from '../services/read_valuation.ts'
import { presentAggregate, presentPnl, presentValuation } from './presenters.ts'
import { aggregateQuery, pnlQuery, valuationQuery } from './validators.ts'

@singleton()
export default class ValuationsController {
  #aggregate = new SharedAnswer(presentAggregate)

  constructor(
    private readValuation: ReadValuation,
    private readAggregate: ReadAggregate,
    private readPnl: ReadPnl
  ) {}

  async valuation(ctx: HttpContext) {
    const valued = await this.readValuation.run(principalOf(ctx), input(ctx, valuationQuery))
    // The interface names this answer as the exception: `ok` stands in place of `success`.
    ctx.response.send({ ok: true, data: presentValuation(valued) })
  }

  async pnl(ctx: HttpContext) {
    const result = await this.readPnl.run(principalOf(ctx), input(ctx, pnlQuery))
    answer(ctx, presentPnl(result))
  }

  async aggregate(ctx: HttpContext) {
    const aggregate = await this.readAggregate.run(principalOf(ctx), input(ctx, aggregateQuery))
    this.#aggregate.send(ctx, aggregate)
  }
}
