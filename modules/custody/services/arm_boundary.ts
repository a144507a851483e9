import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { ServiceError, invalidField } from '#app/http/errors/service_error'
import { RealmDirectory } from '#modules/ledger/index'
import type { Address } from '../core/chain_types.ts'
import { waitingKey } from '../core/key_consent.ts'
import type { BoundaryState } from './boundary_directory.ts'
import { refuseUnlessActive } from './frozen_boundary.ts'
import { CallRefused } from './nonce_lane.ts'
import { CheckDestination } from './check_destination.ts'
import { ConfirmProtection } from './confirm_protection.ts'
import { CosignerGroups, type GroupTerms } from './cosigner_groups.ts'
import { ForeignClaims } from './foreign_claims.ts'
import { asChainUnavailable } from './passing_chain_error.ts'
import { ProtectBoundary } from './protect_boundary.ts'
import { ProtectionRecords } from './protection_records.ts'
import { timeOf } from './show_frozen.ts'

export interface ArmCommand {
  realmId: string
  boundaryId: string
  /** The recovery key signs when nobody else is named. */
  cosigner?: string
  /** Instead: keys of whom `threshold` sign together. */
  cosigners?: readonly string[]
  threshold?: number
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
    private groups: CosignerGroups,
    private claims: ForeignClaims,
    private records: ProtectionRecords
  ) {}

  /**
   * Arming with the co-signer it has changes nothing.
   *
   * @throws ServiceError NOT_FOUND, VALIDATION_ERROR, CONFLICT, BOUNDARY_FROZEN, CHAIN_UNAVAILABLE,
   *   STEP_UP_REQUIRED in a live realm
   */
  async run(
    principal: Principal,
    { realmId, boundaryId, name, ...named }: ArmCommand
  ): Promise<ArmedBoundary> {
    const realm = await this.realms.resolve(principal, realmId)
    const { protect } = this
    const state = await protect.find(realmId, boundaryId)
    const group = await this.#group(realmId, named)
    const one = await this.#wanted(realmId, state, named)
    const wanted = group ? this.groups.addressOf(group) : one
    if (state.armed) return armed(state, wanted)
    if (await this.#waits(realmId, state, wanted)) return waits(state, wanted)
    refuseUnlessActive(state)
    if (state.exits.length > 0) {
      throw conflict(boundaryId, {
        message: `A withdrawal of the boundary ${boundaryId} waits for its time lock.`,
        next: 'Arm it once the withdrawal has ended: GET /api/v1/operations?type=withdrawal shows it.',
      })
    }
    await this.confirm.run(principal, realm, state, 'svc:ArmBoundary', termsOf(wanted, group))
    const told = { boundaryId, cosigner: wanted, ...(group && { group }) }
    const alongside = this.records.of(principal, 'arming_requested', realmId, told)
    const change = { fn: 'setCosigner', args: [wanted], name, alongside }
    try {
      if (group) await this.groups.ensure(group)
      const done = (seen: BoundaryState) => seen.armed || seen.pendingCosigner === wanted
      const seen = await protect.send(state, realmId, change, done)
      return seen.armed ? armed(seen, wanted) : waits(seen, wanted)
    } catch (error) {
      if (!(error instanceof CallRefused)) throw asChainUnavailable(error)
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

  async #group(
    realmId: string,
    { cosigner, cosigners, threshold }: Omit<ArmCommand, 'realmId' | 'boundaryId' | 'name'>
  ): Promise<GroupTerms | null> {
    if (cosigners === undefined) {
      if (threshold === undefined) return null
      throw invalidField('threshold', 'cosigners', 'A threshold is for cosigners.')
    }
    if (cosigner !== undefined) {
      throw invalidField('cosigner', 'cosigners', 'Name one co-signer or several.')
    }
    const members = await Promise.all(
      cosigners.map((member) => this.destinations.checked(realmId, member, 'cosigners'))
    )
    if (new Set(members).size < members.length) {
      throw invalidField('cosigners', 'distinct', 'Each co-signer is named once.')
    }
    if (threshold === undefined || threshold > members.length) {
      throw invalidField(
        'threshold',
        'range',
        `Say how many of the ${members.length} have to sign.`
      )
    }
    return { members, threshold }
  }

  async #wanted(
    realmId: string,
    { boundaryId, recoveryKey }: BoundaryState,
    { cosigner }: Pick<ArmCommand, 'cosigner'>
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

/** What the person who confirms it sees. */
function termsOf(wanted: Address, group: GroupTerms | null): string[] {
  if (!group) return [wanted]
  return [`${group.threshold} of ${group.members.length}`, ...group.members]
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
