import { Clock } from '#app/clock/clock'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import type { Address, Hex, TypedData } from '../core/chain_types.ts'
import { waitingKeys, type KeyRole, type WaitingKey } from '../core/key_consent.ts'
import { KeyConsentStore } from '../storage/key_consent_store.ts'
import { BoundaryDirectory } from './boundary_directory.ts'
import { CustodyChain } from './custody_chain.ts'
import { KeyConsents } from './key_consents.ts'
import { asChainUnavailable } from './passing_chain_error.ts'
import { ReadBoundaries } from './read_boundaries.ts'
import { RegisterBoundary } from './register_boundary.ts'
import { timeOf } from './show_frozen.ts'

/** What a key signs to take its role. */
export interface WantedWord {
  /** EIP-712, as wallets take it. */
  typedData: TypedData
  /** The hash that is signed. */
  digest: Hex
  /** Unix seconds. */
  deadline: number
}

/** A key that waits, as the API shows it. */
export interface WaitingKeyView {
  role: KeyRole
  /** Null: the boundary is to be disarmed. */
  address: Address | null
  /** RFC 3339; null: as soon as the key gives its word. */
  effectiveAt: string | null
  /** `not_needed` where the key takes effect by itself. */
  word: 'not_needed' | 'missing' | 'given'
  /** Null where no word is needed. */
  sign: WantedWord | null
}

export interface BoundaryKeys {
  boundaryId: string
  recoveryKey: Address | null
  cosigner: Address | null
  waiting: WaitingKeyView[]
}

/** Reads who holds the keys of a boundary, who is to, and what those sign. */
@singleton()
export class ReadBoundaryKeys {
  constructor(
    private boundaries: ReadBoundaries,
    private directory: BoundaryDirectory,
    private register: RegisterBoundary,
    private store: KeyConsentStore,
    private consents: KeyConsents,
    private chain: CustodyChain,
    private clock: Clock
  ) {}

  /** @throws ServiceError NOT_FOUND, REALM_SCOPE_MISMATCH, FORBIDDEN, CHAIN_UNAVAILABLE */
  async run(principal: Principal, realmId: string, boundaryId: string): Promise<BoundaryKeys> {
    await this.boundaries.show(principal, realmId, boundaryId)
    const state = await this.directory.of(boundaryId)
    const { recoveryKey, cosigner } = state
    try {
      const views = waitingKeys(state).map((waiting) => this.#view(realmId, boundaryId, waiting))
      return { boundaryId, recoveryKey, cosigner, waiting: await Promise.all(views) }
    } catch (error) {
      throw asChainUnavailable(error)
    }
  }

  async #view(realmId: string, boundaryId: string, waiting: WaitingKey): Promise<WaitingKeyView> {
    const { role, seq, account: address, ripeAt } = waiting
    const shown = { role, address, effectiveAt: timeOf(ripeAt) }
    if (
      address === null ||
      role === 'successor' ||
      !(await this.consents.isAsked(realmId, waiting))
    ) {
      return { ...shown, word: 'not_needed', sign: null }
    }
    const { gateway } = this.chain
    const pool = await this.register.poolOf(realmId)
    const now = await this.consents.now(this.clock.nowMs())
    const deadline = this.consents.deadlineOf(waiting, now)
    const key = { role, account: address }
    const typedData = this.consents.typedData({ pool, boundaryId }, key, deadline)
    const given = await this.store.of(gateway.idHash(boundaryId), { role, seq })
    return {
      ...shown,
      word: given !== null && given.deadline >= now ? 'given' : 'missing',
      sign: { typedData, digest: gateway.typedDataHash(typedData), deadline },
    }
  }
}
