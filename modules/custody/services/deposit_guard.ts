import { singleton } from '#app/extension/singleton'
import type { MovementGuard, PlannedMovement } from '#modules/ledger/extension/movement_guard'
import { AnnounceDeposit } from './announce_deposit.ts'
import { CarryDeposit } from './carry_deposit.ts'
import { CustodyChain } from './custody_chain.ts'

/**
 * A deposit of real money is not opened before its pool has confirmed where it is paid: nobody could be told, and
 * each repetition of the request would leave another deposit that nobody pays.
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

  check(movement: PlannedMovement): Promise<void> | void {
    const { realmAsset, operationId } = movement
    if (realmAsset !== 'live' || operationId === undefined) return
    if (!this.chain.carries(realmAsset) || !this.carrier.carries(movement)) return
    return this.announce.prepare({ ...movement, operationId })
  }
}
