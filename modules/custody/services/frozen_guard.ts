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

  check({ source, target }: Omit<Movement, 'operationId'>): Promise<void> | void {
    if (!this.chain.configured) return
    // Mostly both sides are of one boundary, which is known.
    const ids = [source?.boundaryId, target?.boundaryId]
    const known = source && ids[0] === ids[1] ? this.directory.known(source.boundaryId) : undefined
    if (!known) return this.#requireActive(ids)
    refuseUnlessActive(known)
  }

  async checkDeletion({ object, sweepTo }: PlannedDeletion): Promise<void> {
    await this.#requireActive([object.boundaryId, sweepTo?.boundaryId])
  }

  async checkChange({ boundaryId }: PlannedChange): Promise<void> {
    await this.#requireActive([boundaryId])
  }

  async #requireActive(boundaryIds: readonly (string | undefined)[]): Promise<void> {
    if (!this.chain.configured) return
    const ids = [...new Set(boundaryIds)].filter((id) => id !== undefined)
    for (const state of (await this.directory.ofAll(ids)).values()) refuseUnlessActive(state)
  }
}
