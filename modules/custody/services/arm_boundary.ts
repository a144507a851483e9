import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { ServiceError } from '#app/http/errors/service_error'
import { RealmDirectory } from '#modules/ledger/index'
import type { Address } from '../core/chain_types.ts'
import { waitingKey } from '../core/key_consent.ts'
import type { BoundaryState } from './boundary_directory.ts'
import { refuseUnlessActive } from './frozen_boundary.ts'
import { CallRefused } from './nonce_lane.ts'
import { CheckDestination } from './check_destination.ts'
import { ConfirmProtection } from './confirm_protection.ts'
import { ForeignClaims } from './foreign_claims.ts'
import { ProtectBoundary } from './protect_boundary.ts'
import { timeOf } from './show_frozen.ts'

export interface ArmCommand {
  realmId: string
  boundaryId: string
  /** The recovery key signs when no other one is named. */
  cosigner?: string
  /** Name of the request, which arms the boundary once; null when the request has no name. */
  name: string | null
}

export interface ArmedBoundary {
  boundaryId: string
  /** False while the co-signer waits. */
  armed: boolean
  cosigner: Address | null
  pendingCosigner?: Address
  /** RFC 3339: when it takes effect at the earliest, by its own word. */
  effectiveAt?: string | null
}

/**
 * Arms a boundary: from then on value leaves it only with the co-signer's signature. It needs a
 * recovery key first, the way out when the co-signer is lost; only the co-signer disarms it. Where the
 * pool has a safety delay the co-signer waits for it, and for its own word (`AcceptKey`).
 */
@singleton()
export class ArmBoundary {
  constructor(
    private realms: RealmDirectory,
    private protect: ProtectBoundary,
    private destinations: CheckDestination,
    private confirm: ConfirmProtection,
    private claims: ForeignClaims
  ) {}

  /**
   * Arming with the co-signer it has changes nothing.
   *
   * @throws ServiceError NOT_FOUND, VALIDATION_ERROR, CONFLICT, BOUNDARY_FROZEN, CHAIN_UNAVAILABLE,
   *   STEP_UP_REQUIRED in a live realm
   */
  async run(
    principal: Principal,
    { realmId, boundaryId, cosigner, name }: ArmCommand
  ): Promise<ArmedBoundary> {
    const realm = await this.realms.resolve(principal, realmId)
    const { protect } = this
    const state = await protect.find(realmId, boundaryId)
    const wanted = await this.#wanted(realmId, state, cosigner)
    if (state.armed) return armed(state, wanted)
    if (await this.#waits(realmId, state, wanted)) return waits(state, wanted)
    refuseUnlessActive(state)
    if (state.exits.length > 0) {
      throw conflict(boundaryId, {
        message: `A withdrawal of the boundary ${boundaryId} waits for its time lock.`,
        next: 'Arm it once the withdrawal has ended: GET /api/v1/operations?type=withdrawal shows it.',
      })
    }
    await this.confirm.run(principal, realm, state, 'svc:ArmBoundary', [wanted])
    const change = { fn: 'setCosigner', args: [wanted], name }
    try {
      const done = (seen: BoundaryState) => seen.armed || seen.pendingCosigner === wanted
      const seen = await protect.send(state, realmId, change, done)
      return seen.armed ? armed(seen, wanted) : waits(seen, wanted)
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      const seen = await protect.find(realmId, boundaryId)
      if (error.revert?.name === 'NotCosigner' && seen.armed) return armed(seen, wanted)
      throw conflict(
        boundaryId,
        {
          message: `The contract refuses to arm the boundary ${boundaryId} now.`,
          next: 'Read GET /api/v1/custody/boundaries/:boundaryId: only an active boundary is armed.',
        },
        { reason: error.revert?.name ?? null }
      )
    }
  }

  /** A thief's proposal is replaced by ours, which is not cancelled with it. */
  async #waits(realmId: string, state: BoundaryState, wanted: Address): Promise<boolean> {
    const waiting = waitingKey('cosigner', state)
    if (waiting?.account !== wanted) return false
    return !(await this.claims.isForeign(realmId, waiting))
  }

  async #wanted(
    realmId: string,
    { boundaryId, recoveryKey }: BoundaryState,
    cosigner: string | undefined
  ): Promise<Address> {
    if (cosigner !== undefined) {
      const address = await this.destinations.checked(realmId, cosigner, 'cosigner')
      if (recoveryKey) return address
    }
    if (recoveryKey) return recoveryKey
    throw new ServiceError('CONFLICT', {
      message: `The boundary ${boundaryId} has no recovery key, the way out when a co-signer is lost.`,
      next: 'Register one with POST /api/v1/custody/recovery-key, and arm the boundary again.',
      details: { boundaryId },
    })
  }
}

function waits({ boundaryId, cosignerRipeAt }: BoundaryState, wanted: Address): ArmedBoundary {
  const effectiveAt = timeOf(cosignerRipeAt)
  return { boundaryId, armed: false, cosigner: null, pendingCosigner: wanted, effectiveAt }
}

function armed({ boundaryId, cosigner }: BoundaryState, wanted: Address): ArmedBoundary {
  if (cosigner === wanted) return { boundaryId, armed: true, cosigner }
  throw conflict(
    boundaryId,
    {
      message: `The boundary ${boundaryId} has the co-signer ${cosigner}, and not ${wanted}.`,
      next: 'Ask the holder of that key: only it names its successor, on the chain.',
    },
    { cosigner }
  )
}

function conflict(
  boundaryId: string,
  told: { message: string; next: string },
  more: Record<string, unknown> = {}
) {
  return new ServiceError('CONFLICT', { ...told, details: { boundaryId, ...more } })
}
