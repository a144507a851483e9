import { ServiceError, invalidField } from '#app/http/errors/service_error'
import type { ModuleHost } from '#app/extension/module_host'
import type { Movement } from '#app/extension/ledger_terms'
import type { ObjectKind } from '#app/extension/object_kind'
import type { SettlementRail } from '#app/extension/settlement_rail'

/** Asks the extension points; the ledger's own rails and kinds are found the same way. */
export class ExtensionRegistry {
  constructor(private modules: ModuleHost) {}

  /**
   * Last registered first, so that a module that knows more (a chain, a venue) is asked before the
   * ledger's own rail.
   *
   * @throws ServiceError SETTLEMENT_UNAVAILABLE when nothing carries the movement
   */
  railFor(movement: Movement): SettlementRail {
    const rail = this.modules
      .contributions('settlementRails')
      .toReversed()
      .find((candidate) => candidate.carries(movement))
    if (!rail) throw new ServiceError('SETTLEMENT_UNAVAILABLE')
    return rail
  }

  /** @throws whatever a guard refuses with */
  async askGuards(movement: Omit<Movement, 'operationId'>): Promise<void> {
    for (const guard of this.modules.contributions('movementGuards')) await guard.check(movement)
  }

  /** @throws ServiceError VALIDATION_ERROR when no loaded module knows the type */
  kindOf(type: string): ObjectKind {
    const kind = this.modules
      .contributions('objectKinds')
      .find((candidate) => candidate.types.includes(type))
    if (!kind) {
      throw invalidField('type', 'supported', `Objects of type ${type} are not supported here.`)
    }
    return kind
  }
}
