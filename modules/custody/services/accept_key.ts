import { Clock } from '#app/clock/clock'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { ServiceError, invalidField } from '#app/http/errors/service_error'
import { RealmDirectory } from '#modules/ledger/index'
import type { Address, Hex } from '../core/chain_types.ts'
import { ACCEPTS, waitingKey, type ConsentRole, type WaitingKey } from '../core/key_consent.ts'
import { KeyConsentStore } from '../storage/key_consent_store.ts'
import type { BoundaryState } from './boundary_directory.ts'
import { CustodyChain } from './custody_chain.ts'
import { ForeignClaims } from './foreign_claims.ts'
import { KeyConsents } from './key_consents.ts'
import { CallRefused } from './nonce_lane.ts'
import { asChainUnavailable } from './passing_chain_error.ts'
import { ProtectBoundary } from './protect_boundary.ts'
import { ProtectionRecords } from './protection_records.ts'
import { RegisterBoundary } from './register_boundary.ts'
import { timeOf } from './show_frozen.ts'

export interface AcceptKeyCommand {
  realmId: string
  boundaryId: string
  role: ConsentRole
  /** Unix seconds; part of what is signed. */
  deadline: number
  /** Of the key that waits: 65 bytes, or what a contract takes (ERC-1271). */
  signature: string
}

export interface AcceptedKey {
  boundaryId: string
  role: ConsentRole
  address: Address
  /** `waiting`: the service brings the word to the pool once its time has come. */
  state: 'in_effect' | 'waiting'
  /** RFC 3339; null once it is in effect. */
  effectiveAt: string | null
}

/**
 * Takes the word of a key that is to get a role in a boundary, and brings it to the pool as soon as the pool
 * takes it. Without its word a mistyped address, or a key that nobody holds, would lock a boundary up.
 */
@singleton()
export class AcceptKey {
  constructor(
    private realms: RealmDirectory,
    private chain: CustodyChain,
    private protect: ProtectBoundary,
    private register: RegisterBoundary,
    private store: KeyConsentStore,
    private consents: KeyConsents,
    private claims: ForeignClaims,
    private records: ProtectionRecords,
    private clock: Clock
  ) {}

  /**
   * The same word again changes nothing.
   *
   * @throws ServiceError NOT_FOUND, VALIDATION_ERROR naming the deadline or the signature, CONFLICT,
   *   CHAIN_UNAVAILABLE
   */
  async run(principal: Principal, command: AcceptKeyCommand): Promise<AcceptedKey> {
    const { realmId, boundaryId, role } = command
    await this.realms.resolve(principal, realmId)
    const state = await this.protect.find(realmId, boundaryId)
    try {
      return await this.#accept(principal, state, command)
    } catch (error) {
      if (!(error instanceof CallRefused)) throw asChainUnavailable(error)
      // The worker that looks after ripe keys may have been faster.
      const seen = await this.protect.find(realmId, boundaryId)
      const held = heldBy(role, seen)
      if (held !== null && held === waitingKey(role, state)?.account) return inEffect(command, held)
      throw conflict(boundaryId, {
        message: `The contract of the boundary ${boundaryId} does not take the key now.`,
        next: 'It is tried again by itself: read GET /api/v1/custody/boundaries/:boundaryId/keys in a while.',
        reason: error.revert?.name ?? null,
      })
    }
  }

  async #accept(
    principal: Principal,
    state: BoundaryState,
    command: AcceptKeyCommand
  ): Promise<AcceptedKey> {
    const { realmId, boundaryId, role, deadline } = command
    const signature = command.signature as Hex
    const waiting = waitingKey(role, state)
    if (!waiting) return this.#again(state, command)
    const { account, ripeAt, seq } = waiting
    if (account === null || !(await this.consents.isAsked(realmId, waiting))) {
      throw conflict(boundaryId, {
        message: `The key of the boundary ${boundaryId} takes effect without a signature.`,
        next: 'Nothing has to be done; GET /api/v1/custody/boundaries/:boundaryId/keys shows when.',
      })
    }
    if (await this.claims.isForeign(realmId, waiting)) throw notOurs(boundaryId)
    const now = await this.consents.now(this.clock.nowMs())
    await this.#check(waiting, account, now, command)
    const boundaryHash = this.chain.idHash(boundaryId)
    const told = { boundaryId, role, address: account }
    const record = this.records.of(principal, 'key_accepted', realmId, told)
    const consent = { boundaryHash, role, proposalSeq: seq, account, deadline, signature }
    await this.store.keep(consent, record)
    if (ripeAt !== null && ripeAt > now) {
      const effectiveAt = timeOf(ripeAt)
      return { boundaryId, role, address: account, state: 'waiting', effectiveAt }
    }
    const name = `${boundaryHash}:${seq}`
    const change = { fn: ACCEPTS[role], args: [BigInt(deadline), signature], name }
    await this.protect.send(state, realmId, change, (seen) => heldBy(role, seen) === account)
    return inEffect(command, account)
  }

  async #check(
    { ripeAt }: WaitingKey,
    account: Address,
    now: number,
    command: AcceptKeyCommand
  ): Promise<void> {
    if (command.deadline < Math.max(now, ripeAt ?? 0)) {
      const message = 'The deadline is over before the key may take effect.'
      throw invalidField('deadline', 'future', message)
    }
    if (!(await this.#isWordOf(account, command))) {
      const message = 'This is not the signature of the key that waits, over exactly these terms.'
      throw invalidField('signature', 'key_consent', message)
    }
  }

  async #isWordOf(account: Address, command: AcceptKeyCommand): Promise<boolean> {
    const { realmId, boundaryId, role, deadline, signature } = command
    const pool = await this.register.poolOf(realmId)
    const data = this.consents.typedData({ pool, boundaryId }, { role, account }, deadline)
    return this.consents.isSignedBy(account, data, signature as Hex)
  }

  /** Where none waits: the word of the one that holds the role is its own repetition. */
  async #again(state: BoundaryState, command: AcceptKeyCommand): Promise<AcceptedKey> {
    const held = heldBy(command.role, state)
    if (held !== null && (await this.#isWordOf(held, command))) return inEffect(command, held)
    throw conflict(state.boundaryId, {
      message: `No key waits for this role in the boundary ${state.boundaryId}.`,
      next: 'Register a recovery key with POST /api/v1/custody/recovery-key, or name a co-signer with POST /api/v1/custody/boundaries/:boundaryId/arm.',
    })
  }
}

function heldBy(role: ConsentRole, { recoveryKey, cosigner }: BoundaryState): Address | null {
  return role === 'recovery_key' ? recoveryKey : cosigner
}

function inEffect({ boundaryId, role }: AcceptKeyCommand, address: Address): AcceptedKey {
  return { boundaryId, role, address, state: 'in_effect', effectiveAt: null }
}

function notOurs(boundaryId: string): ServiceError {
  return conflict(boundaryId, {
    message: `Nobody of this service has asked for the key that waits in the boundary ${boundaryId}.`,
    next: 'Ask whoever runs the service: somebody else has proposed it, and it is cancelled.',
  })
}

function conflict(
  boundaryId: string,
  { message, next, ...more }: { message: string; next: string; reason?: string | null }
) {
  return new ServiceError('CONFLICT', { message, next, details: { boundaryId, ...more } })
}
