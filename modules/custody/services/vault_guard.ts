import { singleton } from '#app/extension/singleton'
import { invalidField } from '#app/http/errors/service_error'
import type { Movement } from '#modules/ledger/extension/ledger_terms'
import type { MovementGuard } from '#modules/ledger/extension/movement_guard'
import { KeepVaults } from './keep_vaults.ts'

const REFUSED = ['VALIDATION_ERROR'] as const

/**
 * A vault is part of one custody boundary: what goes into it comes from there, and what leaves it
 * stays there. Value of another boundary first crosses over as cash.
 */
@singleton()
export class VaultGuard implements MovementGuard {
  readonly name = 'custody-vaults'
  readonly refusals = { transfer: REFUSED, deletion: REFUSED }

  constructor(private keeper: KeepVaults) {}

  check(movement: Omit<Movement, 'operationId'>): Promise<void> | void {
    const { source, target } = movement
    if (!source || !target || source.boundaryId === target.boundaryId) return
    if (source.keepsOwnBooks || target.keepsOwnBooks) return this.#refuseServed(movement)
  }

  async #refuseServed(movement: Omit<Movement, 'operationId'>): Promise<void> {
    const { source, type } = movement
    const outgoing = source!.keepsOwnBooks
    if (!(await this.keeper.serves(movement))) return
    const field = type === 'delete' ? 'sweepToPath' : cashField(outgoing)
    throw invalidField(
      field,
      'same_boundary',
      'An exchange object trades value of its own custody boundary: go through a denominated ' +
        'object inside it, and transfer between the boundaries from there.'
    )
  }
}

function cashField(outgoing: boolean): string {
  return outgoing ? 'targetObjectPath' : 'sourceObjectPath'
}
