import type { HttpContext } from '@adonisjs/core/http'
import { singleton } from '#app/extension/singleton'
import { input } from '#app/http/input'
import { principalOf } from '#app/http/middleware/declared_route_middleware'
import { RealmDirectory } from '#modules/ledger/index'
import { ReadStatus } from '../services/read_status.ts'
import { statusQuery } from './validators.ts'

/** Custody answers are bare objects, without the success envelope. */
@singleton()
export default class CustodyStatusController {
  constructor(
    private realms: RealmDirectory,
    private status: ReadStatus
  ) {}

  async show(ctx: HttpContext) {
    const { realmId } = input(ctx, statusQuery)
    await this.realms.resolve(principalOf(ctx), realmId)
    ctx.response.send(await this.status.run(realmId))
  }
}
