import type { Atoms } from '#app/money/usd'
import type { TradingCommand } from '../core/engine/commands.ts'
import type { MaxOrderSize, MaxSizeQuestion } from '../core/engine/max_order_size.ts'
import type { Account, Order } from '../core/engine/state.ts'
import type { AccountState } from '../core/engine/account_state.ts'
import type { Inputs } from '../core/engine/market_inputs.ts'
import type { VenuePlace } from '../core/venue_place.ts'
import type { Principal } from '#app/extension/principal'
import type { Companion } from '#modules/ledger/extension/companion'
import type {
  KindReadiness,
  EmptyingOptions,
  EmptyingProgress,
} from '#modules/ledger/extension/object_deletion'
import type { MarketDataSource } from './market_data_source.ts'
import type { CashReserves } from './cash_reserves.ts'
import type { AskedErrand } from './venue_desk.ts'

/** An account as its venue knows it now. */
export interface VenueAccount {
  account: Account
  orders: readonly Order[]
  operationOfOrder: (orderId: string) => string | undefined
  inputs: Inputs
  /** null while one of its positions has no price. */
  state: AccountState | null
  /** The margin that new orders may use; null as above. */
  free: Atoms | null
  /** The cash that a transfer out may take; null as above. */
  spare: Atoms | null
}

/** A command as it was asked for. */
export interface AskedCommand extends AskedErrand {
  path: string
  market: string | null
  /**
   * The caller, and the inputs by which the ledger recognizes the request. They are stored, because
   * a venue may answer after this process has died.
   */
  caller: {
    principal: Pick<Principal, 'actor' | 'signature'>
    inputs: Record<string, string | null>
    request: object
  }
}

/**
 * One way of trading. The simulated venue and a live one differ behind this interface and nowhere
 * else. A companion books a command, so that it takes effect exactly when the ledger posts it.
 */
export interface VenueDriver {
  readonly name: 'venue-sim' | 'venue'

  /** Opens the account. It is called at least once, and a second call changes nothing. */
  provision(place: VenuePlace): Promise<void>

  /** @throws ServiceError EXCHANGE_PROVISIONING while the account cannot be used */
  ready(place: VenuePlace): Promise<void>

  /**
   * @throws ServiceError EXCHANGE_PROVISIONING while value that is sent to an account could not
   *   arrive
   */
  reachable(): void

  /**
   * @throws ServiceError EXCHANGE_PROVISIONING, MARKET_DATA_UNAVAILABLE, a simulated fault,
   *   EXCHANGE_ERROR when the fate of the command is not known: a repetition with the same path
   *   finds out
   */
  command(place: VenuePlace, command: TradingCommand, asked: AskedCommand): Promise<Companion>

  /** @throws ServiceError EXCHANGE_PROVISIONING, OBJECT_NOT_FOUND */
  account(place: VenuePlace): Promise<VenueAccount>

  /** @throws ServiceError EXCHANGE_PROVISIONING, and the refusals of an order */
  maxOrderSize(place: VenuePlace, question: MaxSizeQuestion): Promise<MaxOrderSize>

  /**
   * Credits the account, or debits it when the amount is negative, in the posting that settles the
   * transfer.
   *
   * @returns null when the transfer has ended: nothing is moved for it any more
   */
  moveCash(place: VenuePlace, amount: Atoms, operationId: string): Promise<Companion | null>

  /** @returns null when the venue uses the feed's prices, or has none yet */
  marketData(): MarketDataSource | null

  /**
   * Debits what the holder of a recovery key has taken out of the account's vault, in the posting
   * that sweeps it. Drivers whose accounts have no vault leave it out.
   */
  loseCash?(place: VenuePlace, amount: Atoms): Promise<Companion>

  /** Drivers whose accounts have no vault leave it out. */
  readonly reserves?: CashReserves

  readiness(place: VenuePlace): Promise<KindReadiness>
  empty(place: VenuePlace, options: EmptyingOptions): Promise<EmptyingProgress>
}
