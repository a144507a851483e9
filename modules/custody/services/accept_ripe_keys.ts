import { Clock } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import type { Hex } from '../core/chain_types.ts'
import {
  ACCEPTS,
  KEY_ROLES,
  waitingKey,
  type KeyRole,
  type WaitingKey,
} from '../core/key_consent.ts'
import { BoundaryMirrorStore, type MirroredBoundary } from '../storage/boundary_mirror_store.ts'
import { KeyConsentStore } from '../storage/key_consent_store.ts'
import { ChooseLane } from './choose_lane.ts'
import { CustodyChain } from './custody_chain.ts'
import { ForeignClaims } from './foreign_claims.ts'
import { KeyConsents } from './key_consents.ts'
import { CallRefused } from './nonce_lane.ts'
import { purposeOf } from './protect_boundary.ts'
import { RegisterBoundary } from './register_boundary.ts'

const AT_ONCE = 50

/**
 * Brings keys into effect whose time has come: those that have given their word where the pool asks for it, and
 * elsewhere all, so that nobody keeps a holder out; successors too, whose word the pool has. One that nobody here has asked for is a thief's.
 */
@singleton()
export class AcceptRipeKeys {
  /** A page per run and role, in turns: keys that never give their word hold up no other. */
  #after: Record<KeyRole, string> = { recovery_key: '', cosigner: '', successor: '' }

  constructor(
    private chain: CustodyChain,
    private lanes: ChooseLane,
    private mirror: BoundaryMirrorStore,
    private store: KeyConsentStore,
    private consents: KeyConsents,
    private claims: ForeignClaims,
    private register: RegisterBoundary,
    private clock: Clock
  ) {}

  /**
   * @returns whether any key waits
   * @throws ChainUnreachable, WrongChain, PoolNotReady
   */
  async run(): Promise<boolean> {
    if (!(await this.mirror.hasWaitingKeys())) return false
    // What the blocks count as waited is over, whatever our clock says.
    const now = await this.consents.now(this.clock.nowMs())
    for (const role of KEY_ROLES) {
      const ripe = await this.mirror.ripeKeys(role, now, this.#after[role], AT_ONCE)
      this.#after[role] = ripe.length === AT_ONCE ? ripe.at(-1)!.hash : ''
      for (const boundary of ripe) await this.#accept(role, boundary, now)
    }
    return true
  }

  async #accept(role: KeyRole, { hash, realmId, facts }: MirroredBoundary, now: number) {
    const waiting = waitingKey(role, facts)
    if (!waiting || (await this.claims.isForeign(realmId, waiting))) return
    const call = await this.#callOf(role, hash, realmId, waiting, now)
    if (!call) return
    const { fn, args } = call
    const to = await this.register.poolOf(realmId)
    const data = this.chain.gateway.encode('RealmCustody', fn, args)
    const lane = await this.lanes.forPool(to)
    try {
      await lane.submit({ purpose: purposeOf(fn, `${hash}:${waiting.seq}`), to, data })
    } catch (error) {
      // The block clock may be behind ours, the pool be halted, or somebody was faster.
      if (!(error instanceof CallRefused)) throw error
    }
  }

  /** @returns null while the word of the key is missing */
  async #callOf(role: KeyRole, hash: Hex, realmId: string, waiting: WaitingKey, now: number) {
    const isAsked = role !== 'successor' && (await this.consents.isAsked(realmId, waiting))
    if (!isAsked) return { fn: ACCEPTED_BY_ANYBODY[role], args: [hash] }
    const consent = await this.store.of(hash, { role, seq: waiting.seq })
    if (consent === null || consent.deadline < now) return null
    return { fn: ACCEPTS[role], args: [hash, BigInt(consent.deadline), consent.signature] }
  }
}

const ACCEPTED_BY_ANYBODY = {
  recovery_key: 'acceptRecoveryKey',
  cosigner: 'acceptCosigner',
  successor: 'completeInheritance',
} as const satisfies Record<KeyRole, string>
