import { toRfc3339 } from '#app/clock/timestamp'
import type { BoundaryStatus, BoundaryStatusSource } from '#app/extension/boundary_status_source'
import { recoveryObjectPath } from '#modules/ledger/index'
import type { BoundaryState } from './boundary_directory.ts'
import type { CustodyServices } from './custody_services.ts'

/** Tells readers of objects which boundaries are not active. */
export class ShowFrozen implements BoundaryStatusSource {
  readonly name = 'custody'

  constructor(private services: () => Promise<CustodyServices>) {}

  async inactive(boundaryIds: readonly string[]): Promise<ReadonlyMap<string, BoundaryStatus>> {
    const { onChain } = await this.services()
    if (!onChain) return new Map()
    const { directory, store } = onChain.boundaries
    const states = [...(await directory.ofAll(boundaryIds)).values()]
    const frozen = states.filter(({ status }) => status !== 'active')
    const hard = frozen.filter(({ status }) => status === 'hard_frozen')
    const recovered = await store.recoveredAmong(hard.map(({ boundaryId }) => boundaryId))
    return new Map(
      frozen.map((state) => [state.boundaryId, shown(state, recovered.has(state.boundaryId))])
    )
  }
}

function shown(state: BoundaryState, recovered: boolean): BoundaryStatus {
  const { boundaryId, status, lockedAt, frozenAt, recoveryKey, recoveryTxHash } = state
  return {
    boundaryId,
    status: status === 'hard_frozen' ? status : 'soft_frozen',
    lockedAt: timeOf(lockedAt),
    frozenAt: timeOf(frozenAt),
    recoveryActor: recoveryKey,
    recoveryTxHash,
    recoveryObjectPath: recovered ? recoveryObjectPath(boundaryId) : null,
  }
}

/** @param unixSeconds time of a block */
export function timeOf(unixSeconds: number | null): string | null {
  return unixSeconds === null ? null : toRfc3339(unixSeconds * 1_000_000)
}
