import { Logger } from '@adonisjs/core/logger'
import { singleton } from '#app/extension/singleton'
import { AnnouncedDepositStore, type WatchedDeposit } from '../storage/announced_deposit_store.ts'
import { PURPOSES } from '../core/purposes.ts'
import { isPassing } from './chain_patience.ts'
import type { Address } from '../core/chain_types.ts'
import { TokenOfPool } from './token_of_pool.ts'
import { CallRefused } from './nonce_lane.ts'
import { CustodyChain } from './custody_chain.ts'
import { BoundaryDirectory } from './boundary_directory.ts'

/** What one look at the chain showed of the address of a deposit; base units. */
export interface AddressLook {
  deposit: WatchedDeposit
  held: bigint
}

/**
 * Brings what lies at deposit addresses into their pools. Whoever comes first may do it, also
 * strangers: the money can go nowhere else, and a second sweep finds nothing.
 */
@singleton()
export class SweepDeposits {
  constructor(
    private chain: CustodyChain,
    private announced: AnnouncedDepositStore,
    private directory: BoundaryDirectory,
    private tokens: TokenOfPool,
    private log: Logger
  ) {}

  /** Goes on with an address that holds something, or that did. */
  async run({ deposit, held }: AddressLook): Promise<void> {
    const state = await this.#stateOf(deposit)
    // Its transaction is looked after by the nonce lane; more may have come since, for the next turn.
    if (state === 'signed') return
    if (held === 0n) return this.announced.markSwept(deposit.operationId)
    let { sweepNo } = deposit
    if (state === 'final') {
      if (!(await this.announced.nextSweep(deposit))) return
      sweepNo++
    }
    await this.#sweep(deposit, sweepNo)
  }

  #stateOf(deposit: WatchedDeposit) {
    const purpose = PURPOSES.sweep(deposit.operationId, deposit.sweepNo)
    return this.announced.transactionState(this.chain.lane.address, purpose)
  }

  async #sweep(deposit: WatchedDeposit, sweepNo: number): Promise<void> {
    const { gateway, lane } = this.chain
    const { realmId, boundaryId, pool, refHash, operationId } = deposit
    try {
      await this.directory.ensureRegistered(realmId, boundaryId)
      const args = [gateway.idHash(boundaryId), refHash]
      const data = gateway.encode('RealmCustody', 'sweepDeposit', args)
      await lane.submit({ purpose: PURPOSES.sweep(operationId, sweepNo), to: pool, data })
      await this.announced.noteRefusal(operationId, null)
    } catch (error) {
      if (error instanceof CallRefused) return this.#refused(deposit, error)
      if (!isPassing(error)) throw error
      this.log.info({ operationId, reason: error.message }, 'a deposit is swept later')
    }
  }

  /**
   * Money that lies at an address and cannot be brought in is not waited for in silence: an address
   * that is no pool's, or a token that refuses the pool, wants a person.
   */
  async #refused({ operationId, pool, address }: WatchedDeposit, error: CallRefused) {
    const refusal = error.revert?.name ?? 'unnamed'
    // Swept meanwhile, by a stranger or by another worker.
    if (refusal === 'NothingToSweep' && (await this.#held(pool, address)) === 0n) return
    if (!(await this.announced.noteRefusal(operationId, refusal))) return
    const reason = error.message
    this.log.error({ operationId, pool, address, reason }, 'money at an address cannot be swept')
  }

  async #held(pool: Address, address: Address): Promise<bigint> {
    const token = (await this.tokens.of([pool])).get(pool)!
    const call = { contract: 'TestUSD', to: token, fn: 'balanceOf', args: [address] } as const
    return (await this.chain.gateway.call(call, 'latest')) as bigint
  }
}
