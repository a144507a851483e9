import type { Movement } from '#app/extension/ledger_terms'
import { movementTermsOf } from '#modules/ledger/core/movement_terms'
import type { Operation } from '#modules/ledger/core/terms'
import { movementSide } from '#modules/ledger/services/movement_side'
import type { RealmDirectory } from '#modules/ledger/services/realm_directory'
import type { ObjectReader } from '#modules/ledger/storage/object_reader'
import type { OperationReader } from '#modules/ledger/storage/operation_reader'

/** Pending operations as rails see them. */
export class PendingMovement {
  constructor(
    private realms: RealmDirectory,
    private objects: ObjectReader,
    private operations: OperationReader
  ) {}

  /**
   * @returns null when there is nothing to do: an earlier run has resolved the operation, or its
   *   realm was closed and takes no postings any more
   */
  async find(operationId: string): Promise<{ operation: Operation; movement: Movement } | null> {
    const operation = await this.operations.byId(operationId)
    if (!operation || operation.state !== 'pending') return null
    const realm = await this.realms.find(operation.realmId)
    if (!realm) return null
    const movement: Movement = {
      realmId: realm.id,
      realmAsset: realm.asset,
      operationId: operation.id,
      operationPath: operation.path,
      type: operation.type,
      source: await this.#side(operation.source.objectId),
      target: await this.#side(operation.target.objectId),
      denomination: operation.denomination!,
      amount: operation.amount!,
      ...movementTermsOf(operation),
    }
    return { operation, movement }
  }

  async #side(objectId: string | null) {
    const object = objectId === null ? null : await this.objects.ledgerObject(objectId)
    return object ? movementSide(object) : null
  }
}
