import type { Movement } from '#app/extension/ledger_terms'
import type { Atoms } from '#app/money/usd'
import { USD, type LedgerObject } from '../core/terms.ts'
import type { ExtensionRegistry } from './extension_registry.ts'
import { movementSide } from './movement_side.ts'
import type { RealmCard } from './realm_directory.ts'
import type { OperationReader } from '../storage/operation_reader.ts'

/** Whether a deposit may be announced: every guard lets it pass and some rail carries it. */
export class CheckDeposit {
  constructor(
    private operations: OperationReader,
    private extensions: ExtensionRegistry
  ) {}

  /** @throws ServiceError SETTLEMENT_UNAVAILABLE, or whatever a guard refuses with */
  async run(
    realm: RealmCard,
    operation: { id: string; path: string },
    target: LedgerObject,
    amount: Atoms
  ): Promise<void> {
    const movement: Movement = {
      realmId: realm.id,
      realmAsset: realm.asset,
      operationId: operation.id,
      operationPath: operation.path,
      type: 'deposit',
      source: null,
      target: movementSide(target),
      denomination: USD,
      amount,
      fee: 0n,
      destinationAddress: null,
    }
    try {
      await this.extensions.askGuards(movement)
      this.extensions.railFor(movement)
    } catch (refusal) {
      // A path that was used before is answered from what is stored, whatever holds now.
      if (!(await this.operations.isUsed(realm.id, operation.path))) throw refusal
    }
  }
}
