import { singleton } from '#app/extension/singleton'
import type { Movement } from '#modules/ledger/extension/ledger_terms'
import type { MovementGuard, PlannedChange } from '#modules/ledger/extension/movement_guard'
import type { PlannedDeletion } from '#modules/ledger/extension/object_deletion'
import { refuseUnlessActive } from './frozen_boundary.ts'
import { CustodyChain } from './custody_chain.ts'
import { BoundaryDirectory } from './boundary_directory.ts'

const FROZEN = ['BOUNDARY_FROZEN'] as const

/**
 * Stops everything at paths of a boundary whose holder has locked it or taken what was in it. The
 * contract would refuse what moves value; this says so before anything is stored.
 */
@singleton()
export class FrozenGuard implements MovementGuard {
  readonly name = 'frozen-boundary'
  readonly refusals = {
    value_in: FROZEN,
    transfer: FROZEN,
    value_out: FROZEN,
    deletion: FROZEN,
    change: FROZEN,
  }

  constructor(
    private chain: CustodyChain,
    private directory: BoundaryDirectory
  ) {}

  async check({ source, target }: Omit<Movement, 'operationId'>): Promise<void> {
    // Mostly both sides are of one boundary.
    const other = source?.boundaryId === target?.boundaryId ? undefined : target?.boundaryId
    await this.#requireActive([source?.boundaryId, other])
  }

  async checkDeletion({ object, sweepTo }: PlannedDeletion): Promise<void> {
    await this.#requireActive([object.boundaryId, sweepTo?.boundaryId])
  }

  async checkChange({ boundaryId }: PlannedChange): Promise<void> {
    await this.#requireActive([boundaryId])
  }

  async #requireActive(boundaryIds: readonly (string | undefined)[]): Promise<void> {
    if (!this.chain.configured) return
    const ids = boundaryIds.filter((id) => id !== undefined)
    for (const state of (await this.directory.ofAll(ids)).values()) refuseUnlessActive(state)
  }
}
