import { singleton } from '#app/extension/singleton'
import { newId } from '#app/ids/ids'
import { failpoint } from '../failpoints.ts'
import { eventDispatchJob } from '../core/job_rows.ts'
import { ExtensionRegistry } from './extension_registry.ts'
import { Poster } from './poster/poster.ts'
import { movementSide } from './movement_side.ts'
import { RealmDirectory } from './realm_directory.ts'
import { ObjectReader } from '../storage/object_reader.ts'
import { OperationReader } from '../storage/operation_reader.ts'

/** The creation workflow: lets the object's kind prepare the object, then makes it usable. */
@singleton()
export class FinishObject {
  constructor(
    private realms: RealmDirectory,
    private objects: ObjectReader,
    private operations: OperationReader,
    private extensions: ExtensionRegistry,
    private poster: Poster
  ) {}

  async run(operationId: string): Promise<'ended'> {
    const operation = await this.operations.byId(operationId)
    // The job was delivered again: an earlier run has finished the operation.
    if (!operation || operation.state !== 'pending') return 'ended'
    const object = await this.objects.ledgerObject(operation.target.objectId ?? '')
    // A closed realm takes no postings: what was pending in it stays pending.
    if (!object || !(await this.realms.find(operation.realmId))) return 'ended'
    await this.extensions.kindOf(object.type).prepare(movementSide(object).object)
    await failpoint('object_workflow.prepared')
    await this.poster.post({
      kind: 'complete_create',
      realmId: operation.realmId,
      operationId,
      ids: { event: newId('evt'), delta: newId('dlt') },
      jobs: [eventDispatchJob(operation.realmId)],
    })
    return 'ended'
  }
}
