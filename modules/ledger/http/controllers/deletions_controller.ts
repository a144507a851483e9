import type { HttpContext } from '@adonisjs/core/http'
import { singleton } from '#app/extension/singleton'
import { answer } from '#app/http/envelope'
import { pathFromKey } from '#app/http/idempotency/keyed_request'
import { input } from '#app/http/input'
import { principalOf } from '#app/http/middleware/declared_route_middleware'
import { deleteObjectBody, deletionReadinessQuery } from '../deletion_validators.ts'
import { markReplay } from '../mark_replay.ts'
import { presentObject, presentOperation } from '../presenters.ts'
import { idParams, realmParams } from '../validators.ts'
import { DeleteObject } from '../../services/delete_object.ts'
import { DeleteRealm } from '../../services/delete_realm.ts'
import { ReadDeletionReadiness } from '../../services/read_deletion_readiness.ts'

@singleton()
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
