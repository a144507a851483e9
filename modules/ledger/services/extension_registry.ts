import { singleton } from '#app/extension/singleton'
import { ServiceError, invalidField } from '#app/http/errors/service_error'
import { ModuleHost } from '#app/extension/module_host'
import type { Movement, MovementSide } from '../extension/ledger_terms.ts'
import type { PlannedMovement, PlannedRealm } from '../extension/movement_guard.ts'
import type { PlannedDeletion } from '../extension/object_deletion.ts'
import type { ObjectKind } from '../extension/object_kind.ts'
import type { SettlementProgress, SettlementRail } from '../extension/settlement_rail.ts'

/** Asks the extension points. The ledger's own rails and kinds are found the same way. */
@singleton()
export class ExtensionRegistry {
  constructor(private modules: ModuleHost) {}

  /**
   * Finds the rail of a movement. The last registered rail is asked first, so that a module that
   * knows more (a chain, a venue) comes before the ledger's own rail.
   *
   * @throws ServiceError SETTLEMENT_UNAVAILABLE when nothing carries the movement
   */
  railFor(movement: Movement): SettlementRail {
    const rail = this.modules
      .contributions('settlementRails')
      .findLast((candidate) => candidate.carries(movement))
    if (!rail) throw new ServiceError('SETTLEMENT_UNAVAILABLE')
    return rail
  }

  /**
   * @throws Error when no loaded module brings the rail: the movements it has started wait for it
   */
  railNamed(name: string): SettlementRail {
    const rail = this.modules.contributions('settlementRails').find((each) => each.name === name)
    if (!rail) throw new Error(`No loaded module brings the settlement rail "${name}"`)
    return rail
  }

  /**
   * Answers at once when all guards do, as most do: a bulk asks thousands of times.
   *
   * @throws the refusal of a guard
   */
  askGuards(
    movement: PlannedMovement,
    guards = this.modules.contributions('movementGuards')
  ): Promise<void> | void {
    for (const [at, guard] of guards.entries()) {
      const asked = guard.check(movement)
      if (asked) return asked.then(() => this.askGuards(movement, guards.slice(at + 1)))
    }
  }

  /** @throws the refusal of a guard */
  async askGuardsToDelete(deletion: PlannedDeletion): Promise<void> {
    for (const guard of this.modules.contributions('movementGuards')) {
      await guard.checkDeletion?.(deletion)
    }
  }

  /**
   * @param boundaryOf called only when a guard needs the boundary, because finding it costs a query
   * @throws the refusal of a guard
   */
  async askGuardsToChange(
    realmId: string,
    path: string,
    boundaryOf: () => Promise<string>
  ): Promise<void> {
    const guards = this.modules
      .contributions('movementGuards')
      .filter((guard) => guard.checkChange !== undefined)
    if (guards.length === 0) return
    const change = { realmId, path, boundaryId: await boundaryOf() }
    for (const guard of guards) await guard.checkChange?.(change)
  }

  /** @throws the refusal of a guard */
  async askGuardsToOpen(realm: PlannedRealm): Promise<void> {
    for (const guard of this.modules.contributions('movementGuards')) {
      await guard.checkRealm?.(realm)
    }
  }

  async cosignArmed(object: MovementSide): Promise<boolean> {
    for (const guard of this.modules.contributions('movementGuards')) {
      if (await guard.cosignArmed?.(object)) return true
    }
    return false
  }

  /**
   * What the kind of a deposit's target still has to do for it; null when the journal is all there
   * is.
   */
  async receive(deposit: Movement): Promise<SettlementProgress | null> {
    if (deposit.type !== 'deposit' || !deposit.target) return null
    return (await this.kindOf(deposit.target.object.type).receive?.(deposit)) ?? null
  }

  /**
   * Finds the kind of a type. As with rails, the last registered kind is asked first.
   *
   * @throws ServiceError VALIDATION_ERROR when no loaded module knows the type
   */
  kindOf(type: string): ObjectKind {
    const kind = this.modules
      .contributions('objectKinds')
      .findLast((candidate) => candidate.types.includes(type))
    if (!kind) {
      throw invalidField(
        'type',
        'supported',
        `The type field must be one that this installation has a module for; ${type} is none`
      )
    }
    return kind
  }
}
