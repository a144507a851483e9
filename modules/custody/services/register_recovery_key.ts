import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { ServiceError } from '#app/http/errors/service_error'
import { Database, type SqlSession } from '#app/storage/database'
import { auditEntry, type AuditEvent, AuditLog } from '#modules/auth/index'
import { RealmDirectory } from '#modules/ledger/index'
import type { Address } from '../core/chain_types.ts'
import type { BoundaryState } from './boundary_directory.ts'
import { CheckDestination } from './check_destination.ts'
import { ConfirmProtection } from './confirm_protection.ts'
import { ProtectBoundary } from './protect_boundary.ts'
import { refuseUnlessActive } from './frozen_boundary.ts'
import { CallRefused } from './nonce_lane.ts'
import { timeOf } from './show_frozen.ts'

export interface RegisterRecoveryKeyCommand {
  realmId: string
  boundaryId: string
  /** 0x and 40 hex digits, of unchecked checksum. */
  walletAddress: string
  /** Name of the request, which registers the key once; null when the request has no name. */
  name: string | null
}

export interface RegisteredKey {
  boundaryId: string
  /** null while the registration waits for the boundary's time lock. */
  recoveryKey: Address | null
  pendingRecoveryKey?: Address
  /** RFC 3339: when it takes effect. */
  effectiveAt?: string | null
}

/** Gives a boundary its recovery key, once. Afterwards only the holder of the key changes it, on the chain. */
@singleton()
export class RegisterRecoveryKey {
  constructor(
    private realms: RealmDirectory,
    private protect: ProtectBoundary,
    private destinations: CheckDestination,
    private confirm: ConfirmProtection,
    private database: Database,
    private audit: AuditLog
  ) {}

  /**
   * Returns once the registration is in a block.
   *
   * @throws ServiceError NOT_FOUND, VALIDATION_ERROR, RECOVERY_KEY_ALREADY_SET, BOUNDARY_FROZEN,
   *   STEP_UP_REQUIRED in a production realm, CHAIN_UNAVAILABLE, CONFLICT
   */
  async run(principal: Principal, command: RegisterRecoveryKeyCommand): Promise<RegisteredKey> {
    const { realmId, boundaryId, walletAddress, name } = command
    const realm = await this.realms.resolve(principal, realmId)
    const { protect, destinations } = this
    const state = await protect.find(realmId, boundaryId)
    const key = await destinations.checked(realmId, walletAddress, 'walletAddress')
    const entry = (eventType: AuditEvent) =>
      auditEntry(principal, { eventType, realmId, details: { boundaryId, walletAddress: key } })
    const change = {
      fn: 'registerRecoveryKey',
      args: [key],
      name,
      // Nobody is left to tell who wanted it when the process ends before the chain has answered.
      alongside: (session: SqlSession) =>
        this.audit.record(session, entry('recovery_key_requested')),
    }
    if (isHeldBy(state, key) && (await protect.wasSent(change))) return shown(state)
    refuseIfSet(state)
    refuseUnlessActive(state)
    await this.confirm.run(principal, realm, state, 'svc:RegisterRecoveryKey', [key])
    try {
      const seen = await protect.send(state, realmId, change, hasKey)
      // Of two registrations at the same time the contract takes one; this may be the other.
      if (!isHeldBy(seen, key)) refuseIfSet(seen)
      await this.audit.record(this.database, entry('recovery_key_registered'))
      return shown(seen)
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      throw refusalOf(error, await protect.find(realmId, boundaryId))
    }
  }
}

function hasKey({ recoveryKey, pendingRecoveryKey }: BoundaryState): boolean {
  return recoveryKey !== null || pendingRecoveryKey !== null
}

function isHeldBy({ recoveryKey, pendingRecoveryKey }: BoundaryState, key: Address): boolean {
  return recoveryKey === key || pendingRecoveryKey === key
}

function refuseIfSet(state: BoundaryState): void {
  if (hasKey(state)) throw new ServiceError('RECOVERY_KEY_ALREADY_SET', { details: keysOf(state) })
}

function keysOf({ boundaryId, recoveryKey, pendingRecoveryKey, recoveryKeyRipeAt }: BoundaryState) {
  const waits = pendingRecoveryKey !== null
  return {
    boundaryId,
    recoveryKey,
    ...(waits && { pendingRecoveryKey, effectiveAt: timeOf(recoveryKeyRipeAt) }),
  }
}

function shown(state: BoundaryState): RegisteredKey {
  return keysOf(state) as RegisteredKey
}

function refusalOf(error: CallRefused, state: BoundaryState): ServiceError {
  const reason = error.revert?.name ?? null
  if (reason === 'RecoveryKeyAlreadySet') {
    const recoveryKey = error.revert!.args.recoveryKey ?? null
    const details = { ...keysOf(state), recoveryKey: state.recoveryKey ?? recoveryKey }
    return new ServiceError('RECOVERY_KEY_ALREADY_SET', { details, cause: error })
  }
  return new ServiceError('CONFLICT', {
    message: 'The contract of the boundary takes no recovery key now.',
    next: 'Read GET /api/v1/custody/boundaries/:boundaryId: only an active boundary takes one.',
    details: { boundaryId: state.boundaryId, reason },
    cause: error,
  })
}
