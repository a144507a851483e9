import type { HttpContext } from '@adonisjs/core/http'
import { singleton } from '#app/extension/singleton'
import { AnswerOnce } from '#app/http/idempotency/answer_once'
import { input } from '#app/http/input'
import { principalOf } from '#app/http/middleware/declared_route_middleware'
import { ArmBoundary, type ArmedBoundary } from '../services/arm_boundary.ts'
import { SetTimeLock } from '../services/set_time_lock.ts'
import { boundaryParams } from './boundary_validators.ts'
import { armBody, timeLockBody } from './protection_validators.ts'

/** Protections that an organization adds to its boundaries; none is taken away here. */
@singleton()
export default class ProtectionController {
  constructor(
    private setTimeLock: SetTimeLock,
    private armBoundary: ArmBoundary,
    private once: AnswerOnce
  ) {}

  async timeLock(ctx: HttpContext) {
    const command = { ...input(ctx, boundaryParams), ...input(ctx, timeLockBody) }
    await this.once.run(ctx, {
      run: (_keep, name) => this.setTimeLock.run(principalOf(ctx), { ...command, name }),
      reply: (body) => ({ status: 200, body }),
    })
  }

  async arm(ctx: HttpContext) {
    const command = { ...input(ctx, boundaryParams), ...input(ctx, armBody) }
    await this.once.run<ArmedBoundary>(ctx, {
      run: (_keep, name) => this.armBoundary.run(principalOf(ctx), { ...command, name }),
      reply: (body) => ({ status: body.armed ? 200 : 202, body }),
    })
  }
}
