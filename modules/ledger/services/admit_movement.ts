import { singleton } from '#app/extension/singleton'
import type { Movement } from '../extension/ledger_terms.ts'
import type { SettlementRail } from '../extension/settlement_rail.ts'
import type { MovementType } from '../core/operation_types.ts'
import { USD, type LedgerObject, type OperationDraft } from '../core/terms.ts'
import { ExtensionRegistry } from './extension_registry.ts'
import { movementSide } from './movement_side.ts'
import type { RealmCard } from './realm_directory.ts'
import { OperationReader } from '../storage/operation_reader.ts'

type Terms = 'fee' | 'destinationAddress' | 'destinationFollows' | 'promised' | 'cosignature'

export interface Opening extends Pick<Movement, 'amount'>, Partial<Pick<Movement, Terms>> {
  /** An operation of another type goes by that of the movement that it makes. */
  operation: Pick<OperationDraft, 'id' | 'path'> & { type: MovementType }
  source?: LedgerObject
  target?: LedgerObject
}

/** Whether a movement may be opened: every guard lets it pass and some rail carries it. */
@singleton()
export class AdmitMovement {
  constructor(
    private operations: OperationReader,
    private extensions: ExtensionRegistry
  ) {}

  /**
   * @returns null when the operation path was used before: the stored operation is then the answer,
   *   whatever guards and rails say now
   * @throws ServiceError SETTLEMENT_UNAVAILABLE, or the refusal of a guard
   */
  async run(
    realm: RealmCard,
    { operation, source, target, ...terms }: Opening
  ): Promise<{ movement: Movement; rail: SettlementRail } | null> {
    const movement: Movement = {
      realmId: realm.id,
      realmAsset: realm.asset,
      operationId: operation.id,
      operationPath: operation.path,
      type: operation.type,
      source: source ? movementSide(source) : null,
      target: target ? movementSide(target) : null,
      denomination: USD,
      fee: 0n,
      destinationAddress: null,
      ...terms,
    }
    try {
      const asked = this.extensions.askGuards(movement)
      if (asked) await asked
      return { movement, rail: this.extensions.railFor(movement) }
    } catch (refusal) {
      if (await this.operations.isUsed(realm.id, operation.path)) return null
      throw refusal
    }
  }
}
