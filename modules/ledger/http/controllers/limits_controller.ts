import type { HttpContext } from '@adonisjs/core/http'
import { singleton } from '#app/extension/singleton'
import { answer } from '#app/http/envelope'
import { input } from '#app/http/input'
import { principalOf } from '#app/http/middleware/declared_route_middleware'
import { formatUsd, parseUsd, type Atoms } from '#app/money/usd'
import { OBJECT_LIMITS, type ObjectLimits } from '../../core/terms.ts'
import { LimitObject, type ShownLimits } from '../../services/limit_object.ts'
import { limitObjectBody } from '../limit_validators.ts'
import { idParams, namedRealmQuery } from '../validators.ts'

@singleton()
export default class LimitsController {
  constructor(private limitObject: LimitObject) {}

  async show(ctx: HttpContext) {
    const { id } = input(ctx, idParams)
    const named = { ...input(ctx, namedRealmQuery), id }
    present(ctx, id, await this.limitObject.read(principalOf(ctx), named))
  }

  async replace(ctx: HttpContext) {
    const { id } = input(ctx, idParams)
    const { realmId, ...texts } = input(ctx, limitObjectBody)
    const change: Partial<ObjectLimits> = {}
    for (const name of OBJECT_LIMITS) {
      const text = texts[name]
      if (text !== undefined) change[name] = text === null ? null : parseUsd(text)
    }
    present(ctx, id, await this.limitObject.change(principalOf(ctx), { realmId, id, change }))
  }
}

function present(ctx: HttpContext, objectId: string, { movedToday, ...limits }: ShownLimits) {
  const shown = (atoms: Atoms | null) => (atoms === null ? null : formatUsd(atoms))
  answer(ctx, {
    limits: {
      objectId,
      maxPerMovement: shown(limits.maxPerMovement),
      maxPerDay: shown(limits.maxPerDay),
      maxBalance: shown(limits.maxBalance),
      minBalance: shown(limits.minBalance),
      movedToday: formatUsd(movedToday),
    },
  })
}
