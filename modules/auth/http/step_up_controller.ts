import type { HttpContext } from '@adonisjs/core/http'
import { singleton } from '#app/extension/singleton'
import { answer } from '#app/http/envelope'
import { input } from '#app/http/input'
import { principalOf } from '#app/http/middleware/declared_route_middleware'
import { presentStepUp } from './present_step_up.ts'
import { stepUpParams } from './validators.ts'
import { ReadStepUpStatus } from '../services/read_step_up_status.ts'

@singleton()
export default class StepUpController {
  constructor(private readStatus: ReadStepUpStatus) {}

  async show(ctx: HttpContext) {
    const progress = await this.readStatus.run(principalOf(ctx), input(ctx, stepUpParams).id)
    ctx.response.header('cache-control', 'no-store')
    answer(ctx, presentStepUp(progress))
  }
}
