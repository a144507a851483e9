import { singleton } from '#app/extension/singleton'
import type { Address } from '../core/chain_types.ts'
import { VaultMoveStore, type VaultResult } from '../storage/vault_move_store.ts'
import { houseOf } from '../core/chain_names.ts'
import { CallRefused, NotFinalYet } from './nonce_lane.ts'
import { VaultCalls, revertOf } from './vault_calls.ts'
import { House } from './house.ts'

export interface VaultPlace {
  realmId: string
  pool: Address
  objectId: string
  /** What the result is settled for: an operation, or the object itself. */
  purpose: string
}

/** Other results of the same vault may come in between. */
const TRIES = 8
/** Something else has moved at the vault or the house since it was looked at. */
const OVERTAKEN = new Set(['InsufficientVault', 'InsufficientBalance', 'SettlementKnown'])
/** A loss cannot be taken out of a protected boundary: trading would be a way past its protection. */
const PROTECTED = new Set(['TimeLocked', 'CosignRequired'])

/**
 * Settles what a vault has won or lost with the house of its realm. Whatever is known of the newest
 * result is looked up before the vault is read, so that a result cannot be reckoned twice because it
 * was mined in between; one number is sent once, by however many workers.
 */
@singleton()
export class SettleVault {
  constructor(
    private calls: VaultCalls,
    private house: House,
    private moves: VaultMoveStore
  ) {}

  /**
   * @param wanted what is still missing, given what the vault holds at the newest block; negative for
   *   what it has too much. Asked after that was read
   * @returns whether nothing is missing any more; false where the boundary's protection forbids it
   * @throws CallRefused where nothing can be settled now, NotFinalYet, ChainUnreachable
   */
  async run(place: VaultPlace, wanted: (held: bigint) => Promise<bigint>): Promise<boolean> {
    const { realmId, pool, objectId, purpose } = place
    for (let tried = 0; tried <= TRIES; tried++) {
      const known = await this.moves.result(purpose)
      const isSettled = known !== null && (await this.#hasEnded(place, known))
      const { balance } = await this.calls.vault(pool, objectId)
      const delta = await wanted(balance)
      if (delta === 0n) return true
      const result = await this.#begin({ purpose, realmId, delta, known, isSettled })
      try {
        // Another worker has begun one: what it leaves is looked at again.
        if (result) await this.#send(place, result)
      } catch (error) {
        const revert = revertOf(error)
        if (delta < 0n && PROTECTED.has(revert ?? '')) return false
        if (!(error instanceof CallRefused) || !OVERTAKEN.has(revert ?? '')) throw error
      }
    }
    throw new NotFinalYet(`vault-result:${purpose}`)
  }

  /** A number that was taken for the same result and never used is used now; null as `beginResult`. */
  async #begin(begun: {
    purpose: string
    realmId: string
    delta: bigint
    known: VaultResult | null
    isSettled: boolean
  }): Promise<VaultResult | null> {
    const { purpose, realmId, delta, known, isSettled } = begun
    if (known && !isSettled && known.delta === delta) return known
    return this.moves.beginResult({ purpose, realmId, delta, after: known?.number ?? null })
  }

  /** Waits for a settlement that was sent: until it is mined, nobody knows what is missing. */
  async #hasEnded({ pool, purpose }: VaultPlace, { number }: VaultResult): Promise<boolean> {
    const name = nameOf(purpose, number)
    const settled = () => this.calls.isSettled(pool, number)
    if (await settled()) return true
    if (!(await this.calls.isSent(name))) return false
    await this.calls.mined(name, settled)
    return true
  }

  async #send(
    { realmId, pool, objectId, purpose }: VaultPlace,
    { number, delta }: VaultResult
  ): Promise<void> {
    const name = nameOf(purpose, number)
    if (delta > 0n) await this.house.cover(realmId, pool, delta, `${purpose}:${number}`)
    else await this.house.ensure(realmId, pool)
    const { calls } = this
    const ids = [calls.hash(objectId), calls.hash(houseOf(realmId))]
    await calls.send(pool, name, 'settleVault', [BigInt(number), calls.hash(name), ...ids, delta])
    await calls.mined(name, () => calls.isSettled(pool, number))
  }
}

function nameOf(purpose: string, number: number): string {
  return `vault-result:${purpose}:${number}`
}
