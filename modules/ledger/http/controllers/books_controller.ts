import type { HttpContext } from '@adonisjs/core/http'
import { singleton } from '#app/extension/singleton'
import { answer } from '#app/http/envelope'
import { input } from '#app/http/input'
import { principalOf } from '#app/http/middleware/declared_route_middleware'
import { LIMITS } from '#app/limits'
import { formatUsd } from '#app/money/usd'
import { realmQuery, reconciliationQuery } from '../history_validators.ts'
import { ReadSummary } from '../../services/read_summary.ts'
import { ReconcileRealm } from '../../services/reconcile_realm.ts'
import { VerifyRealm } from '../../services/verify_realm.ts'

@singleton()
export default class BooksController {
  constructor(
    private readSummary: ReadSummary,
    private reconcileRealm: ReconcileRealm,
    private verifyRealm: VerifyRealm
  ) {}

  async summary(ctx: HttpContext) {
    const { realmId } = input(ctx, realmQuery)
    answer(ctx, await this.readSummary.run(principalOf(ctx), realmId))
  }

  async reconciliation(ctx: HttpContext) {
    const { limit = LIMITS.listDefault, ...query } = input(ctx, reconciliationQuery)
    const { objects, ...rest } = await this.reconcileRealm.run(principalOf(ctx), {
      ...query,
      limit,
    })
    answer(ctx, {
      ...rest,
      objects: objects.map(({ objectId, path, denomination, cached, derived }) => ({
        objectId,
        path,
        objectPath: path,
        denomination,
        cached: formatUsd(cached),
        derived: formatUsd(derived),
        drift: formatUsd(cached - derived),
      })),
    })
  }

  async verify(ctx: HttpContext) {
    const { realmId } = input(ctx, realmQuery)
    answer(ctx, await this.verifyRealm.run(principalOf(ctx), realmId))
  }
}
