import { singleton } from '#app/extension/singleton'
import type { Movement } from '#modules/ledger/extension/ledger_terms'
import type { MovementGuard } from '#modules/ledger/extension/movement_guard'
import { AnnounceDeposit } from './announce_deposit.ts'
import { CarryDeposit } from './carry_deposit.ts'
import { CustodyChain } from './custody_chain.ts'

/**
 * A deposit of real money is not opened before its pool is there: nobody could be told where to pay, and each
 * repetition of the request would leave another deposit that nobody pays.
 */
@singleton()
export class DepositGuard implements MovementGuard {
  readonly name = 'custody-deposits'
  readonly refusals = { value_in: ['CHAIN_UNAVAILABLE'] } as const

  constructor(
    private chain: CustodyChain,
    private carrier: CarryDeposit,
    private announce: AnnounceDeposit
  ) {}

  check(movement: Omit<Movement, 'operationId'>): Promise<void> | void {
    const { realmId, realmAsset } = movement
    if (realmAsset !== 'live' || !this.chain.carries(realmAsset)) return
    if (this.carrier.carries(movement)) return this.announce.requirePool(realmId)
  }
}
