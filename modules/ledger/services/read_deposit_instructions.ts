import type { Movement } from '#app/extension/ledger_terms'
import type { DepositInstructions } from '#app/extension/settlement_rail'
import { ServiceError } from '#app/http/errors/service_error'
import { movementTermsOf } from '../core/movement_terms.ts'
import type { Operation } from '../core/terms.ts'
import type { ExtensionRegistry } from './extension_registry.ts'
import { movementSide } from './movement_side.ts'
import type { RealmCard } from './realm_directory.ts'
import type { ObjectReader } from '../storage/object_reader.ts'

/** Where to pay for a deposit, for those rails that wait for value from outside. */
export class ReadDepositInstructions {
  constructor(
    private objects: ObjectReader,
    private extensions: ExtensionRegistry
  ) {}

  /** @returns null when its rail needs none, or none carries it any more */
  async run(realm: RealmCard, operation: Operation): Promise<DepositInstructions | null> {
    const target = await this.objects.ledgerObject(operation.target.objectId ?? '')
    if (!target || operation.amount === null || operation.denomination === null) return null
    const movement: Movement = {
      realmId: realm.id,
      realmAsset: realm.asset,
      operationId: operation.id,
      operationPath: operation.path,
      type: operation.type,
      source: null,
      target: movementSide(target),
      denomination: operation.denomination,
      amount: operation.amount,
      ...movementTermsOf(operation),
    }
    try {
      const rail = this.extensions.railFor(movement)
      return (await rail.depositInstructions?.(movement, operation.createdAt)) ?? null
    } catch (error) {
      // A repeat is answered from what is stored, whatever rails are loaded now.
      if (error instanceof ServiceError && error.code === 'SETTLEMENT_UNAVAILABLE') return null
      throw error
    }
  }
}
