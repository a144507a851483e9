import { toRfc3339 } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import type {
  BoundaryStatus,
  BoundaryStatusSource,
} from '#modules/ledger/extension/boundary_status_source'
import { recoveryObjectPath } from '#modules/ledger/index'
import { BoundaryStore } from '../storage/boundary_store.ts'
import { BoundaryDirectory, type BoundaryState } from './boundary_directory.ts'
import { CustodyChain } from './custody_chain.ts'

/** Tells readers of objects which boundaries are not active. */
@singleton()
export class ShowFrozen implements BoundaryStatusSource {
  readonly name = 'custody'

  constructor(
    private chain: CustodyChain,
    private directory: BoundaryDirectory,
    private store: BoundaryStore
  ) {}

  async inactive(boundaryIds: readonly string[]): Promise<ReadonlyMap<string, BoundaryStatus>> {
    if (!this.chain.configured) return new Map()
    const states = [...(await this.directory.ofAll(boundaryIds)).values()]
    const frozen = states.filter(({ status }) => status !== 'active')
    const hard = frozen.filter(({ status }) => status === 'hard_frozen')
    const recovered = await this.store.recoveredAmong(hard.map(({ boundaryId }) => boundaryId))
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
