import { singleton } from '#app/extension/singleton'
import { ServiceError, invalidField } from '#app/http/errors/service_error'
import type { Movement, MovementSide } from '#modules/ledger/extension/ledger_terms'
import type { MovementGuard } from '#modules/ledger/extension/movement_guard'
import type { PlannedDeletion } from '#modules/ledger/extension/object_deletion'
import { nextExit } from '../core/boundary_facts.ts'
import { hasExitsByOperation } from '../core/pool_limits.ts'
import { PoolStore } from '../storage/pool_store.ts'
import { WithdrawalStore } from '../storage/withdrawal_store.ts'
import { BoundaryDirectory, type BoundaryState } from './boundary_directory.ts'
import { CustodyChain } from './custody_chain.ts'
import { CheckDestination } from './check_destination.ts'

const PROPOSE = 'POST /api/v1/custody/withdrawals/propose'
const SUBMIT = 'POST /api/v1/custody/withdrawals'

/**
 * Says up front what the contract would refuse in the end: value of a time-locked boundary leaves
 * only by an exit (one at a time, in a pool of release 1), value of an armed one only with the
 * co-signature. The contract enforces both; this spares the caller an operation that fails.
 */
@singleton()
export class ProtectionGuard implements MovementGuard {
  readonly name = 'custody-protection'
  readonly refusals = {
    transfer: ['COSIGN_REQUIRED'],
    value_out: ['COSIGN_REQUIRED', 'CONFLICT'],
    deletion: ['COSIGN_DRAIN_REQUIRED'],
  } as const

  constructor(
    private chain: CustodyChain,
    private directory: BoundaryDirectory,
    private destinations: CheckDestination,
    private pools: PoolStore,
    private store: WithdrawalStore
  ) {}

  check(movement: Omit<Movement, 'operationId'>): Promise<void> | void {
    const { type, source, target, realmAsset } = movement
    if (!source || !this.chain.carries(realmAsset)) return
    if (type === 'withdrawal') return this.#checkWithdrawal(movement, source)
    if (!target || source.boundaryId === target.boundaryId) return
    return this.#checkCrossing(type, source)
  }

  async #checkCrossing(type: Movement['type'], source: MovementSide): Promise<void> {
    const state = await this.directory.of(source.boundaryId)
    const swept = type === 'delete'
    if (state.timeLockSeconds > 0) {
      throw timeLocked(state, swept ? 'sweepToPath' : 'sourceObjectPath')
    }
    // The deletion itself was asked about before.
    if (state.armed && !swept) throw cosignRequired(state, 'transfer')
  }

  /** What an armed boundary holds is drained with the co-signature; only the empty object is deleted. */
  async checkDeletion({ object, valueAtRisk }: PlannedDeletion): Promise<void> {
    if (valueAtRisk === 0n || !this.chain.configured) return
    const state = await this.directory.of(object.boundaryId)
    if (state.armed) {
      throw new ServiceError('COSIGN_DRAIN_REQUIRED', { details: cosignDetails(state, 'delete') })
    }
  }

  async cosignArmed({ boundaryId }: MovementSide): Promise<boolean> {
    return this.chain.configured && (await this.directory.of(boundaryId)).armed
  }

  async #checkWithdrawal(
    movement: Omit<Movement, 'operationId'>,
    { boundaryId, keepsOwnBooks }: MovementSide
  ): Promise<void> {
    // Whatever the chain would say: the ledger refuses to pay out of a kind's own books.
    if (keepsOwnBooks) return
    const state = await this.directory.of(boundaryId)
    if (state.armed && !movement.cosignature) throw cosignRequired(state, 'defund')
    await this.destinations.run(movement)
    if (state.timeLockSeconds === 0 || movement.promised) return
    const pool = await this.pools.find(movement.realmId)
    if (!pool || hasExitsByOperation(pool.contractRelease)) return
    const waiting = nextExit(state.exits)
    // What was just asked for is not in the events yet.
    const own = waiting ? null : await this.store.exitOf(boundaryId)
    if (!waiting && !own) return
    const ripeAt = waiting?.ripeAt ?? own?.ripeAt ?? null
    throw new ServiceError('CONFLICT', {
      message:
        'Another withdrawal of this boundary waits for its time lock, and one at a time may.',
      next: 'Repeat the request once it has ended: GET /api/v1/operations?type=withdrawal shows it.',
      details: {
        boundaryId,
        ripeAt: ripeAt === null ? null : new Date(ripeAt * 1000).toISOString(),
      },
    })
  }
}

function timeLocked({ timeLockSeconds }: BoundaryState, field: string): ServiceError {
  return invalidField(
    field,
    'no_time_lock',
    `The custody boundary of the source has a time lock of ${timeLockSeconds} seconds: ` +
      'its value leaves only by a withdrawal that waits that long.'
  )
}

function cosignRequired(state: BoundaryState, surface: string): ServiceError {
  return new ServiceError('COSIGN_REQUIRED', { details: cosignDetails(state, surface) })
}

function cosignDetails({ boundaryId }: BoundaryState, surface: string) {
  return { boundaryId, surface, propose: PROPOSE, submit: SUBMIT }
}
