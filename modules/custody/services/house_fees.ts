import { Logger } from '@adonisjs/core/logger'
import { singleton } from '#app/extension/singleton'
import { newId } from '#app/ids/ids'
import { defaultBoundaryId } from '#modules/ledger/index'
import type { Address } from '../core/chain_types.ts'
import { houseOf } from '../core/chain_names.ts'
import { HouseStore, type HousePayment } from '../storage/house_store.ts'
import { PoolStore } from '../storage/pool_store.ts'
import { isPassing } from './chain_patience.ts'
import { CallRefused } from './nonce_lane.ts'
import { VaultCalls, revertOf } from './vault_calls.ts'
import { House } from './house.ts'

/** The pool never takes this payment while that is so: who waits for it need not wait. */
const STUCK = new Set(['BoundaryFrozen'])

/**
 * The fees that trading books to accounts outside the venue belong to the default boundary, and their
 * money to the house. It is brought over when vaults are settled, and before anything leaves the
 * default boundary that the boundary could not pay otherwise.
 */
@singleton()
export class HouseFees {
  constructor(
    private calls: VaultCalls,
    private house: House,
    private store: HouseStore,
    private pools: PoolStore,
    private log: Logger
  ) {}

  /**
   * Has the house pay what it owes. Whatever is sent after this finds the money there, since
   * transactions are executed in the order they were sent in.
   *
   * @returns `moving`: something is on its way and not final; `even`: nothing is owed; `none`: nobody
   *   has ever traded
   * @throws NotFinalYet, ChainUnreachable and the other troubles of a chain
   */
  async bring(realmId: string): Promise<'none' | 'even' | 'moving'> {
    const { pools, store } = this
    const pool = await pools.find(realmId)
    if (pool?.state !== 'created' || !pool.address) return 'none'
    const { address } = pool
    const seen = await store.cut(realmId, address)
    if (!seen) return 'none'
    // One at a time: what is owed beside one that is not final would be counted twice.
    if (!seen.open && seen.owed <= 0n) return 'even'
    const payment =
      seen.open ??
      (await store.begin(realmId, address, { amount: seen.owed, after: seen.payments }))
    return payment ? this.#send(realmId, address, payment) : 'moving'
  }

  /**
   * Brings the fees like `bring`, but lets a passing failure of the chain go: whoever needs the
   * money asks again.
   */
  async offer(realmId: string): Promise<void> {
    try {
      await this.bring(realmId)
    } catch (error) {
      if (!isPassing(error)) throw error
      this.log.debug({ realmId, reason: error.message }, 'fees stay with the house for now')
    }
  }

  /** Any number of times, by any number of workers: the purpose makes it one transaction. */
  async #send(
    realmId: string,
    pool: Address,
    { operationId, opSeq, amount }: HousePayment
  ): Promise<'moving' | 'even'> {
    const { calls, house, log } = this
    const purpose = `house-fees:${operationId}`
    if (await calls.isSent(purpose)) return 'moving'
    try {
      await house.cover(realmId, pool, amount, newId('ctx'))
      const ids = { opId: calls.hash(operationId), fromId: calls.hash(houseOf(realmId)) }
      const toId = calls.hash(defaultBoundaryId(realmId))
      await calls.send(pool, purpose, 'crossTransfer', [
        { opSeq: BigInt(opSeq), ...ids, toId, amount },
      ])
      return 'moving'
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      const revert = revertOf(error)
      log.info({ realmId, revert }, 'the house cannot pay fees now')
      return STUCK.has(revert ?? '') ? 'even' : 'moving'
    }
  }
}
