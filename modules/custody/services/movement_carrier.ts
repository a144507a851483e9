import type { Micros } from '#app/clock/clock'
import type { Movement } from '#modules/ledger/extension/ledger_terms'
import type {
  DepositInstructions,
  SettlementProgress,
} from '#modules/ledger/extension/settlement_rail'

/** An answer per movement, in the order asked; an Error means "unknown", never "refused". */
export type CarrierAnswer = SettlementProgress | Error

/** Part of the chain rail that knows one way value moves: a transfer, a deposit, a withdrawal. */
export interface MovementCarrier {
  carries(movement: Movement): boolean
  /** At least once per movement; a second call sends nothing twice. A throw means "unknown". */
  start(movement: Movement): Promise<SettlementProgress>
  /** Asks `ChainOutcomes`, which alone tells whether the operation's chain action is final. */
  poll(movement: Movement): Promise<SettlementProgress>
  /** See `SettlementRail`; one without it takes nothing back. */
  giveUp?(movement: Movement): Promise<'asked' | 'impossible'>
  /** See `SettlementRail`. */
  depositInstructions?(movement: Movement, openedAt: Micros): Promise<DepositInstructions>
  /** For carriers that serve many in a few statements; the others are asked one by one. */
  startEach?(movements: readonly Movement[]): Promise<CarrierAnswer[]>
  pollEach?(movements: readonly Movement[]): Promise<CarrierAnswer[]>
}
