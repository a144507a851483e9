import { Clock, type Micros } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import { Database } from '#app/storage/database'
import { count, Table, text, time } from '#app/storage/table'
import { ChainNames } from '../core/chain_names.ts'
import type { Address, Hex } from '../core/chain_types.ts'
import type { KeyRole, WaitingKey } from '../core/key_consent.ts'

/** The word of a key. */
export interface KeyConsent {
  boundaryHash: Hex
  role: KeyRole
  /** Number of the event that proposed the key. */
  proposalSeq: number
  account: Address
  /** Unix seconds. */
  deadline: number
  signature: Hex
}

const CONSENTS = new Table<KeyConsent & { updatedAt: Micros }>('custody_key_consents', {
  boundaryHash: text(),
  role: text(),
  proposalSeq: count(),
  account: text(),
  deadline: count(),
  signature: text(),
  updatedAt: time(),
})

/** What keys have signed to take a role, for when their time has come. */
@singleton()
export class KeyConsentStore {
  constructor(
    private database: Database,
    private clock: Clock,
    private chain: ChainNames
  ) {}

  /** Takes the place of an earlier one. */
  async keep(consent: KeyConsent): Promise<void> {
    const stored = { ...consent, updatedAt: this.clock.nowMicros() }
    const also = { chain_id: this.chain.chainId }
    await CONSENTS.insert(this.database, stored, also, CONSENTS.overwriting)
  }

  /** @returns null when the key has not given its word since it was proposed */
  async of(
    boundaryHash: Hex,
    { role, seq }: Pick<WaitingKey, 'role' | 'seq'>
  ): Promise<KeyConsent | null> {
    const where = 'WHERE chain_id = ? AND boundary_hash = ? AND role = ? AND proposal_seq = ?'
    return CONSENTS.first(this.database, where, [this.chain.chainId, boundaryHash, role, seq])
  }
}
