import { Logger } from '@adonisjs/core/logger'
import { singleton } from '#app/extension/singleton'
import { AnnouncedDepositStore, type WatchedDeposit } from '../storage/announced_deposit_store.ts'
import { PURPOSES } from '../core/purposes.ts'
import { isPassing } from './chain_patience.ts'
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
    private log: Logger
  ) {}

  /** Goes on with an address that holds something, or that did. */
  async run({ deposit, held }: AddressLook): Promise<void> {
    const state = await this.#stateOf(deposit)
    // Its transaction is looked after by the nonce lane; more may have come since, for the next turn.
    if (state === 'signed') return
    if (held === 0n) return this.announced.markUnswept(deposit.operationId, false)
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
    } catch (error) {
      const refused = error instanceof CallRefused
      if (!refused && !isPassing(error)) throw error
      // Swept meanwhile, by a stranger or by another worker.
      if (refused && error.revert?.name === 'NothingToSweep') return
      this.log.info({ operationId, reason: error.message }, 'a deposit is swept later')
    }
  }
}
