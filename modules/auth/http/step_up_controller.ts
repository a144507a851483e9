import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { answer } from '#app/http/envelope'
import { input } from '#app/http/input'
import { principalOf } from '#app/http/middleware/declared_route_middleware'
import { presentStepUp } from '#modules/auth/http/present_step_up'
import { stepUpParams } from '#modules/auth/http/validators'
import { ReadStepUpStatus } from '#modules/auth/services/read_step_up_status'

@inject()
export default class StepUpController {
  constructor(private readStatus: ReadStepUpStatus) {}

  async show(ctx: HttpContext) {
    const progress = await this.readStatus.run(principalOf(ctx), input(ctx, stepUpParams).id)
    ctx.response.header('cache-control', 'no-store')
    answer(ctx, presentStepUp(progress))
  }
}
