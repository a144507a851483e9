import { singleton } from '#app/extension/singleton'
import type { Movement } from '../extension/ledger_terms.ts'
import { movementTermsOf } from '../core/movement_terms.ts'
import { traitOf } from '../core/operation_types.ts'
import type { LedgerObject, Operation } from '../core/terms.ts'
import { movementSide } from './movement_side.ts'
import { type RealmCard, RealmDirectory } from './realm_directory.ts'
import { ObjectReader } from '../storage/object_reader.ts'
import { OperationReader } from '../storage/operation_reader.ts'

export interface Pending {
  operation: Operation
  movement: Movement
}

/** Loads pending operations in the shape that rails see. */
@singleton()
export class PendingMovement {
  constructor(
    private realms: RealmDirectory,
    private objects: ObjectReader,
    private operations: OperationReader
  ) {}

  /**
   * Keeps the order asked for. An operation is left out when there is nothing to do for it: an
   * earlier run has ended it, or its realm was closed and takes no postings any more.
   */
  async find(operationIds: readonly string[]): Promise<Pending[]> {
    const operations = await this.operations.pendingAmong(operationIds)
    const ids = operations.flatMap(({ source, target }) => [source.objectId, target.objectId])
    const objects = await this.objects.ledgerObjects(ids.filter((id) => id !== null))
    const found: Pending[] = []
    for (const operation of operations) {
      const realm = await this.realms.find(operation.realmId)
      if (realm) found.push({ operation, movement: pendingMovementOf(operation, realm, objects) })
    }
    return found
  }
}

/** A stored operation as its rail sees it. */
export function pendingMovementOf(
  operation: Operation,
  realm: RealmCard,
  objects: ReadonlyMap<string, LedgerObject>
): Movement {
  const side = (objectId: string | null) => {
    const object = objects.get(objectId ?? '')
    return object ? movementSide(object) : null
  }
  return {
    realmId: realm.id,
    realmAsset: realm.asset,
    operationId: operation.id,
    operationPath: operation.path,
    type: traitOf(operation.type, 'carriedAs') ?? operation.type,
    source: side(operation.source.objectId),
    target: side(operation.target.objectId),
    denomination: operation.denomination!,
    amount: operation.amount!,
    ...movementTermsOf(operation),
  }
}
