import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { ServiceError } from '#app/http/errors/service_error'
import { RealmDirectory } from '#modules/ledger/index'
import { nextExit } from '../core/boundary_facts.ts'
import type { BoundaryState } from './boundary_directory.ts'
import { ConfirmProtection } from './confirm_protection.ts'
import { refuseUnlessActive } from './frozen_boundary.ts'
import { CallRefused } from './nonce_lane.ts'
import { ProtectBoundary } from './protect_boundary.ts'
import { ProtectionRecords } from './protection_records.ts'

export interface TimeLockCommand {
  realmId: string
  boundaryId: string
  seconds: number
  /** Name of the request, which sets the lock once; null when the request has no name. */
  name: string | null
}

/** Gives a boundary a time lock, or a longer one. Shorter ones are for the holder of its key alone. */
@singleton()
export class SetTimeLock {
  constructor(
    private realms: RealmDirectory,
    private protect: ProtectBoundary,
    private confirm: ConfirmProtection,
    private records: ProtectionRecords
  ) {}

  /**
   * Asking for the lock that is set changes nothing.
   *
   * @throws ServiceError NOT_FOUND, CONFLICT, BOUNDARY_FROZEN, CHAIN_UNAVAILABLE, STEP_UP_REQUIRED
   *   in a live realm
   */
  async run(
    principal: Principal,
    { realmId, boundaryId, seconds, name }: TimeLockCommand
  ): Promise<{ boundaryId: string; timeLock: number }> {
    const realm = await this.realms.resolve(principal, realmId)
    const { protect } = this
    const state = await protect.find(realmId, boundaryId)
    if (state.timeLockSeconds === seconds) return { boundaryId, timeLock: seconds }
    refuseUnlessActive(state)
    if (seconds < state.timeLockSeconds) throw onlyTheHolder(state)
    if (state.exits.length > 0) throw exitPending(state)
    await this.confirm.run(principal, realm, state, 'svc:SetTimeLock', [`${seconds} s`])
    const told = { boundaryId, seconds, previousSeconds: state.timeLockSeconds }
    const alongside = this.records.of(principal, 'time_lock_requested', realmId, told)
    const change = { fn: 'setTimeLock', args: [BigInt(seconds)], name, alongside }
    const set = (seen: BoundaryState) => seen.timeLockSeconds >= seconds
    try {
      const seen = await protect.send(state, realmId, change, set)
      return { boundaryId, timeLock: seen.timeLockSeconds }
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      // Somebody was faster: the same lock is as good as ours.
      if (error.revert?.name === 'TimeLockUnchanged') return { boundaryId, timeLock: seconds }
      throw refusalOf(error, await protect.find(realmId, boundaryId))
    }
  }
}

function refusalOf(error: CallRefused, state: BoundaryState): ServiceError {
  const { boundaryId } = state
  const reason = error.revert?.name ?? null
  if (reason === 'ExitPending' || reason === 'ExitsPending') return exitPending(state)
  if (reason === 'NotRecoveryKey') return onlyTheHolder(state)
  return new ServiceError('CONFLICT', {
    message: `The contract of the boundary ${boundaryId} refuses this time lock now.`,
    next: 'Read GET /api/v1/custody/boundaries/:boundaryId and choose a timeLock that fits its state.',
    details: { boundaryId, reason },
    cause: error,
  })
}

function onlyTheHolder({ boundaryId, timeLockSeconds, recoveryKey }: BoundaryState): ServiceError {
  return new ServiceError('CONFLICT', {
    message: `The boundary ${boundaryId} has a time lock of ${timeLockSeconds} s, which only the holder of its recovery key makes shorter.`,
    next: 'Call setTimeLock(boundary, seconds) of the pool with the recovery key, or send a longer timeLock.',
    details: { boundaryId, timeLock: timeLockSeconds, recoveryKey },
  })
}

function exitPending({ boundaryId, exits }: BoundaryState): ServiceError {
  const ripeAt = nextExit(exits)?.ripeAt ?? null
  return new ServiceError('CONFLICT', {
    message: `A withdrawal of the boundary ${boundaryId} waits for its time lock, which does not change meanwhile.`,
    next: 'Repeat the request once the withdrawal has ended: GET /api/v1/operations?type=withdrawal shows it.',
    details: { boundaryId, ripeAt: ripeAt === null ? null : new Date(ripeAt * 1000).toISOString() },
  })
}
