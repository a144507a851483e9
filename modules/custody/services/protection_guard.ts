import type { Movement, MovementSide } from '#app/extension/ledger_terms'
import type { MovementGuard } from '#app/extension/movement_guard'
import type { PlannedDeletion } from '#app/extension/object_deletion'
import { ServiceError, invalidField } from '#app/http/errors/service_error'
import type { BoundaryState } from './boundary_directory.ts'
import type { CustodyServices } from './custody_services.ts'

type OnChain = NonNullable<CustodyServices['onChain']>

const PROPOSE = 'POST /api/v1/custody/withdrawals/propose'
const SUBMIT = 'POST /api/v1/custody/withdrawals'

/**
 * Says up front what the contract would refuse in the end: value of a time-locked boundary leaves
 * only by an exit, one at a time, value of an armed one only with the co-signature. The contract
 * enforces both; this spares the caller an operation that fails.
 */
export class ProtectionGuard implements MovementGuard {
  readonly name = 'custody-protection'
  readonly refusals = {
    transfer: ['COSIGN_REQUIRED'],
    value_out: ['COSIGN_REQUIRED', 'CONFLICT'],
    deletion: ['COSIGN_DRAIN_REQUIRED'],
  } as const

  constructor(private services: () => Promise<CustodyServices>) {}

  async check(movement: Omit<Movement, 'operationId'>): Promise<void> {
    const { type, source, target } = movement
    const { onChain } = await this.services()
    if (!source || !onChain) return
    if (type === 'withdrawal') return checkWithdrawal(onChain, movement, source)
    if (!target || source.boundaryId === target.boundaryId) return
    const state = await onChain.boundaries.directory.of(source.boundaryId)
    const swept = type === 'delete'
    if (state.timeLockSeconds > 0) {
      throw timeLocked(state, swept ? 'sweepToPath' : 'sourceObjectPath')
    }
    // The deletion itself was asked about before.
    if (state.armed && !swept) throw cosignRequired(state, 'transfer')
  }

  /** What an armed boundary holds is drained with the co-signature; only the empty object is deleted. */
  async checkDeletion({ object, valueAtRisk }: PlannedDeletion): Promise<void> {
    const { onChain } = await this.services()
    if (valueAtRisk === 0n || !onChain) return
    const state = await onChain.boundaries.directory.of(object.boundaryId)
    if (state.armed) {
      throw new ServiceError('COSIGN_DRAIN_REQUIRED', { details: cosignDetails(state, 'delete') })
    }
  }

  async cosignArmed({ boundaryId }: MovementSide): Promise<boolean> {
    const { onChain } = await this.services()
    return onChain ? (await onChain.boundaries.directory.of(boundaryId)).armed : false
  }
}

async function checkWithdrawal(
  { boundaries, withdrawals }: OnChain,
  movement: Omit<Movement, 'operationId'>,
  { boundaryId, keepsOwnBooks }: MovementSide
): Promise<void> {
  // Whatever the chain would say: the ledger refuses to pay out of a kind's own books.
  if (keepsOwnBooks) return
  const state = await boundaries.directory.of(boundaryId)
  if (state.armed && !movement.cosignature) throw cosignRequired(state, 'defund')
  await withdrawals.destinations.run(movement)
  if (state.timeLockSeconds === 0 || movement.promised) return
  const { pendingExit } = state
  // What was just asked for is not in the events yet.
  const own = pendingExit ? null : await withdrawals.store.exitOf(boundaryId)
  if (!pendingExit && !own) return
  const ripeAt = pendingExit?.ripeAt ?? own?.ripeAt ?? null
  throw new ServiceError('CONFLICT', {
    message: 'Another withdrawal of this boundary waits for its time lock, and one at a time may.',
    next: 'Repeat the request once it has ended: GET /api/v1/operations?type=withdrawal shows it.',
    details: { boundaryId, ripeAt: ripeAt === null ? null : new Date(ripeAt * 1000).toISOString() },
  })
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
