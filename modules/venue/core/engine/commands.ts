import type { MarginMode } from '../markets.ts'
import type { Price } from '../numerics.ts'
import type { FundingRate } from './funding.ts'
import type { OrderRequest } from './order_terms.ts'
import type { BracketLeg } from './place_bracket.ts'
import type { PositionClose, PositionTriggers } from './position_orders.ts'
import type { MicroUsd } from './state.ts'
import type { TwapRequest } from './twap_terms.ts'

/**
 * What may be asked of an account by its venue. The caller chooses the ids of what these create, unique
 * within the realm.
 */
export type TradingCommand = { objectId: string } & (
  | { type: 'place_order'; orderId: string; order: OrderRequest }
  | {
      type: 'place_bracket'
      orderId: string
      entry: OrderRequest
      legs: readonly BracketLeg[]
      ocoGroupId: string
    }
  | { type: 'cancel_order'; orderId: string }
  | { type: 'cancel_all'; market: string | null }
  | { type: 'resize_order'; orderId: string; newSize: string }
  | { type: 'set_leverage'; market: string; leverage: number }
  | { type: 'set_margin_mode'; market: string; mode: MarginMode }
  | { type: 'move_isolated_margin'; market: string; amount: MicroUsd }
  | ({ type: 'set_position_triggers' } & PositionTriggers)
  | ({ type: 'close_position' } & Omit<PositionClose, 'objectId'>)
  | { type: 'start_twap'; twapId: string; twap: TwapRequest }
  | { type: 'stop_twap'; twapId: string }
)

/** The commands of an account: those, and what the service does about its cash and its end. */
export type AccountCommand =
  | TradingCommand
  | ({ objectId: string } & (
      | { type: 'deposit'; amount: MicroUsd }
      | { type: 'withdraw'; amount: MicroUsd }
      /** The holder of a recovery key has taken this amount, whether margin needs it or not. */
      | { type: 'lose_cash'; amount: MicroUsd }
      | { type: 'reserve'; operationId: string; amount: MicroUsd }
      | { type: 'end_reserve'; operationId: string; as: 'spent' | 'returned' }
      | { type: 'wind_up' }
      | { type: 'close_account' }
    ))

export type Command =
  | { type: 'open_account'; objectId: string }
  | AccountCommand
  /** Prices have moved; `funding` has the rates of hours that ended with this tick. */
  | { type: 'tick'; funding: readonly FundingRate[] }
  | { type: 'delist'; market: string; settlement: Price }
  | { type: 'distribute_fees' }
