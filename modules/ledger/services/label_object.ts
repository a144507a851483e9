import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { invalidField, objectNotFound } from '#app/http/errors/service_error'
import { newId } from '#app/ids/ids'
import { isReservedPath } from '#app/paths/path'
import type { LabelChange } from '../core/labels.ts'
import { BoundaryStatuses } from './boundary_statuses.ts'
import { ExtensionRegistry } from './extension_registry.ts'
import { Poster } from './poster/poster.ts'
import { ReadObject } from './read_object.ts'
import { ObjectReader } from '../storage/object_reader.ts'
import type { ShownObjectRow } from '../storage/rows.ts'

export interface LabelObjectCommand {
  realmId: string
  id: string
  labels: LabelChange
}

/** Merges labels into those of an object. None of two concurrent merges is lost. */
@singleton()
export class LabelObject {
  constructor(
    private readObject: ReadObject,
    private objects: ObjectReader,
    private extensions: ExtensionRegistry,
    private poster: Poster,
    private boundaries: BoundaryStatuses
  ) {}

  /**
   * @throws ServiceError OBJECT_NOT_FOUND when the object is missing, in another realm, deleted or
   *   withdrawn; CONFLICT while it is being deleted; VALIDATION_ERROR when the merged labels are
   *   too many or too large, or the object is the service's own
   */
  async run(principal: Principal, { realmId, id, labels }: LabelObjectCommand) {
    const object = await this.readObject.find(principal, { id }, 'svc:UpdateObject')
    if (object.realm_id !== realmId) throw objectNotFound(id)
    if (isReservedPath(object.path)) {
      const problem = 'The object lies in a part of the tree reserved for the service.'
      throw invalidField('id', 'path_reserved', problem)
    }
    await this.extensions.askGuardsToChange(realmId, object.path, async () => object.boundary_id)
    await this.poster.post({
      kind: 'label_object',
      realmId,
      objectId: id,
      change: labels,
      actor: principal.actor,
      ids: { delta: newId('dlt') },
      jobs: [],
    })
    const [labelled]: ShownObjectRow[] = await this.boundaries.note([await this.objects.byId(id)])
    return labelled!
  }
}
