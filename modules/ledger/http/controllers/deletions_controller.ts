import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { answer } from '#app/http/envelope'
import { pathFromKey } from '#app/http/idempotency/keyed_request'
import { input } from '#app/http/input'
import { principalOf } from '#app/http/middleware/declared_route_middleware'
import { deleteObjectBody, deletionReadinessQuery } from '#modules/ledger/http/deletion_validators'
import { markReplay } from '#modules/ledger/http/mark_replay'
import { presentObject, presentOperation } from '#modules/ledger/http/presenters'
import { idParams, realmParams } from '#modules/ledger/http/validators'
import { DeleteObject } from '#modules/ledger/services/delete_object'
import { DeleteRealm } from '#modules/ledger/services/delete_realm'
import { ReadDeletionReadiness } from '#modules/ledger/services/read_deletion_readiness'

@inject()
export default class DeletionsController {
  constructor(
    private deleteRealm: DeleteRealm,
    private deleteObject: DeleteObject,
    private readReadiness: ReadDeletionReadiness
  ) {}

  async realm(ctx: HttpContext) {
    await this.deleteRealm.run(principalOf(ctx), input(ctx, realmParams).id)
    answer(ctx, { deleted: true })
  }

  async object(ctx: HttpContext) {
    const command = { ...input(ctx, deleteObjectBody), operationPath: pathFromKey(ctx) }
    const deleted = await this.deleteObject.run(principalOf(ctx), command)
    markReplay(ctx, deleted.replayed)
    answer(ctx, {
      object: presentObject(deleted.object),
      operation: presentOperation(deleted.operation),
    })
  }

  async readiness(ctx: HttpContext) {
    const { id } = input(ctx, idParams)
    const { realmId } = input(ctx, deletionReadinessQuery)
    answer(ctx, await this.readReadiness.run(principalOf(ctx), realmId, id))
  }
}
