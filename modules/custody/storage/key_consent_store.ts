import { Clock, type Micros } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlSession } from '#app/storage/database'
import { count, Table, text, time } from '#app/storage/table'
import { ChainNames } from '../core/chain_names.ts'
import type { Address, Hex } from '../core/chain_types.ts'
import type { ConsentRole, WaitingKey } from '../core/key_consent.ts'

/** The word of a key. */
export interface KeyConsent {
  boundaryHash: Hex
  /** `cosigner_change`: of the co-signer there is, for its successor. */
  role: ConsentRole | 'cosigner_change'
  /** Number of the event that proposed the key; of a change, how many there were before it. */
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

  /**
   * Takes the place of an earlier one; the same word again changes nothing.
   *
   * @param alongside writes what has to be known of it, in its transaction
   */
  async keep(
    consent: KeyConsent,
    alongside: (session: SqlSession) => Promise<void>
  ): Promise<void> {
    const { boundaryHash, role, proposalSeq: seq } = consent
    const known = await this.of(boundaryHash, { role, seq })
    if (known && isSame(known, consent)) return
    const stored = { ...consent, updatedAt: this.clock.nowMicros() }
    const also = { chain_id: this.chain.chainId }
    await this.database.transaction(async (session) => {
      await CONSENTS.insert(session, stored, also, CONSENTS.overwriting)
      await alongside(session)
    })
  }

  /** @returns null when the key has not given its word since it was proposed */
  async of(
    boundaryHash: Hex,
    { role, seq }: Pick<KeyConsent, 'role'> & Pick<WaitingKey, 'seq'>
  ): Promise<KeyConsent | null> {
    const where = 'WHERE chain_id = ? AND boundary_hash = ? AND role = ? AND proposal_seq = ?'
    return CONSENTS.first(this.database, where, [this.chain.chainId, boundaryHash, role, seq])
  }

  /**
   * What co-signers of a realm have signed for their successors, and what is still good.
   *
   * @param now Unix seconds
   */
  changesOf(realmId: string, now: number): Promise<KeyConsent[]> {
    return CONSENTS.all(
      this.database,
      `WHERE chain_id = ? AND role = 'cosigner_change' AND deadline >= ? AND boundary_hash IN (
         SELECT boundary_hash FROM custody_boundary_mirror m
          WHERE m.chain_id = custody_key_consents.chain_id AND m.realm_id = ?)
        ORDER BY updated_at`,
      [this.chain.chainId, now, realmId]
    )
  }
}

/** A contract may sign different terms alike: with nothing, or with whom it has asked. */
function isSame(one: KeyConsent, other: KeyConsent): boolean {
  const fields = ['account', 'deadline', 'signature'] as const
  return fields.every((field) => one[field] === other[field])
}
