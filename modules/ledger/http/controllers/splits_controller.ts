import type { HttpContext } from '@adonisjs/core/http'
import { singleton } from '#app/extension/singleton'
import { answer } from '#app/http/envelope'
import { input } from '#app/http/input'
import { principalOf } from '#app/http/middleware/declared_route_middleware'
import { PostSplit } from '../../services/post_split.ts'
import { markReplay } from '../mark_replay.ts'
import { presentOperation } from '../presenters.ts'
import { splitBody } from '../split_validators.ts'

@singleton()
export default class SplitsController {
  constructor(private postSplit: PostSplit) {}

  async store(ctx: HttpContext) {
    const posted = await this.postSplit.run(principalOf(ctx), input(ctx, splitBody))
    markReplay(ctx, posted.replayed)
    const operation = presentOperation(posted.operation)
    answer(ctx, { operation, ...(posted.fee && { fee: posted.fee }) }, 201)
  }
}
