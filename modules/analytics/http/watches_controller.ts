import type { HttpContext } from '@adonisjs/core/http'
import { singleton } from '#app/extension/singleton'
import { answer, enveloped } from '#app/http/envelope'
import { AnswerOnce } from '#app/http/idempotency/answer_once'
import { input } from '#app/http/input'
import { principalOf } from '#app/http/middleware/declared_route_middleware'
import { WatchAggregations, type MadeWatch } from '../services/watch_aggregations.ts'
import { presentAggregate } from './presenters.ts'
import { watchBody, watchParams, watchQuery } from './watch_validators.ts'

/** Serves watches of clients without a connection: created once, read again and again. */
@singleton()
export default class WatchesController {
  constructor(
    private watches: WatchAggregations,
    private once: AnswerOnce
  ) {}

  async store(ctx: HttpContext) {
    await this.once.run<MadeWatch>(ctx, {
      run: (keep) => this.watches.create(principalOf(ctx), input(ctx, watchBody), keep),
      reply: ({ watchId, aggregation }) =>
        enveloped({ watchId, aggregation: presentAggregate(aggregation) }),
    })
  }

  async show(ctx: HttpContext) {
    const where = { ...input(ctx, watchParams), ...input(ctx, watchQuery) }
    answer(ctx, presentAggregate(await this.watches.read(principalOf(ctx), where)))
  }

  async destroy(ctx: HttpContext) {
    const where = { ...input(ctx, watchParams), ...input(ctx, watchQuery) }
    await this.watches.remove(principalOf(ctx), where)
    answer(ctx, { deleted: true })
  }
}
