import type { Logger } from '@adonisjs/core/logger'
import type { IntentStore, WatchedIntent } from '../storage/intent_store.ts'
import type { BoundaryDirectory } from './boundary_directory.ts'
import { isPassing } from './chain_patience.ts'
import type { CustodyChain } from './custody_chain.ts'
import { CallRefused } from './nonce_lane.ts'

/** How the sweeps of one deposit's address are named, first to last. */
export function sweepPurpose(operationId: string, sweepNo: number): string {
  return `sweep:${operationId}:${sweepNo}`
}

/** What one look at the chain showed of an intent's address; base units. */
export interface AddressLook {
  intent: WatchedIntent
  held: bigint
}

/**
 * Brings what lies at deposit addresses into their pools. Whoever comes first may do it, also
 * strangers: the money can go nowhere else, and a second sweep finds nothing.
 */
export class SweepDeposits {
  constructor(
    private chain: CustodyChain,
    private intents: IntentStore,
    private directory: BoundaryDirectory,
    private log: Logger
  ) {}

  /** Goes on with an address that holds something, or that did. */
  async run({ intent, held }: AddressLook): Promise<void> {
    const state = await this.#stateOf(intent)
    // Its transaction is looked after by the nonce lane; more may have come since, for the next turn.
    if (state === 'signed') return
    if (held === 0n) return this.intents.markUnswept(intent.operationId, false)
    let { sweepNo } = intent
    if (state === 'final') {
      if (!(await this.intents.nextSweep(intent))) return
      sweepNo++
    }
    await this.#sweep(intent, sweepNo)
  }

  #stateOf(intent: WatchedIntent) {
    const purpose = sweepPurpose(intent.operationId, intent.sweepNo)
    return this.intents.transactionState(this.chain.lane.address, purpose)
  }

  async #sweep(intent: WatchedIntent, sweepNo: number): Promise<void> {
    const { gateway, lane } = this.chain
    const { realmId, boundaryId, pool, refHash, operationId } = intent
    try {
      await this.directory.ensureRegistered(realmId, boundaryId)
      const args = [gateway.idHash(boundaryId), refHash]
      const data = gateway.encode('RealmCustody', 'sweepDeposit', args)
      await lane.submit({ purpose: sweepPurpose(operationId, sweepNo), to: pool, data })
    } catch (error) {
      const refused = error instanceof CallRefused
      if (!refused && !isPassing(error)) throw error
      // Swept meanwhile, by a stranger or by another worker.
      if (refused && error.revert?.name === 'NothingToSweep') return
      this.log.info({ operationId, reason: error.message }, 'a deposit is swept later')
    }
  }
}
