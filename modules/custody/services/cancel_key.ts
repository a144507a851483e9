import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { ServiceError } from '#app/http/errors/service_error'
import { RealmDirectory } from '#modules/ledger/index'
import type { Address } from '../core/chain_types.ts'
import { waitingKey, type KeyRole } from '../core/key_consent.ts'
import { hasExitsByOperation } from '../core/pool_limits.ts'
import { PoolStore } from '../storage/pool_store.ts'
import type { BoundaryState } from './boundary_directory.ts'
import { CallAsRole } from './call_as_role.ts'
import { ConfirmProtection } from './confirm_protection.ts'
import { CustodyChain } from './custody_chain.ts'
import { CallRefused } from './nonce_lane.ts'
import { asChainUnavailable } from './passing_chain_error.ts'
import { ProtectBoundary } from './protect_boundary.ts'
import { ProtectionRecords } from './protection_records.ts'
import { RegisterBoundary } from './register_boundary.ts'

export interface CancelKeyCommand {
  realmId: string
  boundaryId: string
  role: KeyRole
  /** Name of the request, which cancels once; null when the request has no name. */
  name: string | null
}

export interface CancelledKey {
  boundaryId: string
  role: KeyRole
  /** Null: the boundary was to be disarmed. */
  address: Address | null
}

const CANCELS = {
  recovery_key: 'cancelRecoveryKey',
  cosigner: 'cancelCosigner',
  successor: 'refuseInheritance',
} as const

/** Takes back a key that waits, by a guardian of the pool or its admin. One in effect is out of their reach. */
@singleton()
export class CancelKey {
  constructor(
    private realms: RealmDirectory,
    private chain: CustodyChain,
    private pools: PoolStore,
    private protect: ProtectBoundary,
    private register: RegisterBoundary,
    private call: CallAsRole,
    private confirm: ConfirmProtection,
    private records: ProtectionRecords
  ) {}

  /**
   * @throws ServiceError NOT_FOUND, CONFLICT, CHAIN_UNAVAILABLE, STEP_UP_REQUIRED in a live realm
   */
  async run(
    principal: Principal,
    { realmId, boundaryId, role, name }: CancelKeyCommand
  ): Promise<CancelledKey> {
    const realm = await this.realms.resolve(principal, realmId)
    const state = await this.protect.find(realmId, boundaryId)
    const waiting = waitingKey(role, state)
    if (!waiting) throw nothingWaits(state)
    const { account, seq, byHolder } = waiting
    if (role === 'recovery_key' && byHolder) throw onlyTheHolder(state)
    const fn = CANCELS[role]
    try {
      const by = await this.#laneOf(state, realmId, fn)
      await this.confirm.run(principal, realm, state, 'svc:CancelKey', [account ?? 'disarm'])
      const told = { boundaryId, role, address: account }
      const alongside = this.records.of(principal, 'key_cancel_requested', realmId, told)
      const change = { fn, args: [], name, by, alongside }
      const gone = (seen: BoundaryState) => waitingKey(role, seen)?.seq !== seq
      await this.protect.send(state, realmId, change, gone)
      return { boundaryId, role, address: account }
    } catch (error) {
      if (!(error instanceof CallRefused)) throw asChainUnavailable(error)
      throw nothingWaits(await this.protect.find(realmId, boundaryId))
    }
  }

  async #laneOf({ boundaryId }: BoundaryState, realmId: string, fn: (typeof CANCELS)[KeyRole]) {
    const known = await this.pools.find(realmId)
    const pool = await this.register.poolOf(realmId)
    // Pools of release 1 know no way back.
    const lanes = hasExitsByOperation(known?.contractRelease ?? null)
      ? await this.call.lanesFor(pool, fn)
      : []
    if (lanes[0]) return lanes[0]
    const { gateway } = this.chain
    const data = gateway.encode('RealmCustody', fn, [gateway.idHash(boundaryId)])
    throw new ServiceError('CONFLICT', {
      message: 'No account of the service may cancel a key in this pool.',
      next: 'Have the admin of the pool send the call of error.details, where its pool knows one.',
      details: { boundaryId, to: pool, data },
    })
  }
}

function nothingWaits({ boundaryId }: BoundaryState): ServiceError {
  return new ServiceError('CONFLICT', {
    message: `No key waits for this role in the boundary ${boundaryId}.`,
    next: 'Read GET /api/v1/custody/boundaries/:boundaryId/keys. A key in effect is handed over by its holder, on the chain.',
    details: { boundaryId },
  })
}

function onlyTheHolder({ boundaryId, recoveryKey }: BoundaryState): ServiceError {
  return new ServiceError('CONFLICT', {
    message: `The holder of the boundary ${boundaryId} is handing its recovery key over.`,
    next: 'Ask the holder: only that key takes the proposal back, on the chain.',
    details: { boundaryId, recoveryKey },
  })
}
