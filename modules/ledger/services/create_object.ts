import type { Principal } from '#app/extension/principal'
import { AccessControl } from '#app/extension/access_control'
import { singleton } from '#app/extension/singleton'
import { newId } from '#app/ids/ids'
import { defaultBoundaryId } from '../core/boundaries.ts'
import { objectWorkflowJob } from '../core/job_rows.ts'
import { BoundaryStatuses } from './boundary_statuses.ts'
import { ExtensionRegistry } from './extension_registry.ts'
import { operationDraft } from './operation_draft.ts'
import { operationOf } from './poster/outcomes.ts'
import { PathBoundary } from './path_boundary.ts'
import { Poster } from './poster/poster.ts'
import { RealmDirectory } from './realm_directory.ts'
import { ReserveNonce } from './reserve_nonce.ts'
import { ObjectReader } from '../storage/object_reader.ts'
import { OperationReader } from '../storage/operation_reader.ts'
import type { ShownObjectRow } from '../storage/rows.ts'

export interface CreateObjectCommand {
  realmId: string
  path: string
  type?: string
  metadata?: string | null
  operationPath?: string
}

/** Ensures that an object is at a path: a second call finds the object of the first. */
@singleton()
export class CreateObject {
  constructor(
    private realms: RealmDirectory,
    private extensions: ExtensionRegistry,
    private nonces: ReserveNonce,
    private poster: Poster,
    private objects: ObjectReader,
    private operations: OperationReader,
    private access: AccessControl,
    private boundaries: BoundaryStatuses,
    private boundary: PathBoundary
  ) {}

  async run(principal: Principal, command: CreateObjectCommand) {
    const { realmId, path, type = 'denominated', metadata = null } = command
    const realm = await this.realms.resolve(principal, realmId)
    const kind = this.extensions.kindOf(type)
    kind.validateCreate({ type, metadata, realmAsset: realm.asset })

    const isRepeat = await this.#isRepeat(command)
    if (!isRepeat) {
      const existing = await this.objects.activeAt(realmId, path)
      if (existing?.status === 'active' && existing.type === type) {
        return this.#existing(principal, existing)
      }
    }
    this.access.authorize(principal, 'svc:CreateObject', path)
    if (!isRepeat) await this.boundary.checkChange(realmId, path)

    const operationPath =
      command.operationPath ?? (await this.nonces.operationPath(realmId, 'create', path))
    const objectId = newId('obj')
    const operationId = newId('op')
    const outcome = await this.poster.post({
      kind: 'create_object',
      realmId,
      operation: operationDraft(principal, {
        id: operationId,
        path: operationPath,
        type: 'create',
        // Metadata is not compared: a repeated creation finds the object whatever metadata it was
        // made with.
        inputs: { path, type },
        request: { realmId, path, type, metadata, operationPath },
      }),
      object: { id: objectId, path, type, keepsOwnBooks: kind.keepsOwnBooks ?? false, metadata },
      boundaryId: defaultBoundaryId(realmId),
      jobs: [objectWorkflowJob(operationId)],
    })
    if (outcome.kind === 'existing') {
      return this.#existing(principal, await this.objects.byId(outcome.object.id))
    }
    const { operation, replayed } = operationOf(outcome)
    const object = await this.objects.byId(operation.target.objectId ?? objectId)
    return { object: await this.#shown(object), operation, replayed }
  }

  /**
   * Whether the operation path is used. Its operation is then the answer, before the object is
   * looked at.
   */
  async #isRepeat({ realmId, operationPath }: CreateObjectCommand): Promise<boolean> {
    return operationPath !== undefined && (await this.operations.isUsed(realmId, operationPath))
  }

  /**
   * Answers with an object that exists already, for which the caller only needs the right to read
   * it.
   */
  async #existing(principal: Principal, object: ShownObjectRow) {
    this.access.authorize(principal, 'svc:ReadObject', object.path)
    return { object: await this.#shown(object), operation: null, replayed: false }
  }

  async #shown(object: ShownObjectRow): Promise<ShownObjectRow> {
    const [noted = object] = await this.boundaries.note([object])
    return noted
  }
}
