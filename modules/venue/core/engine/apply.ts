import { cancelAll, cancelByUser, findOrder, resizeOrder } from './change_order.ts'
import { endReserve, reserve } from './reserve.ts'
import {
  closeAccount,
  deposit,
  distributeFees,
  loseCash,
  moveIsolatedMargin,
  openAccount,
  withdraw,
} from './cash.ts'
import type { AccountCommand, Command } from './commands.ts'
import { delistMarket } from './delist.ts'
import { Draft } from './draft.ts'
import type { VenueEvent } from './events.ts'
import { isPriced } from './margin.ts'
import { checkLeverage, checkMode, isRefusal, readOrderTerms, readSize } from './order_terms.ts'
import type { Inputs } from './market_inputs.ts'
import { placeBracket, readBracketTerms } from './place_bracket.ts'
import { placeOrder } from './place_order.ts'
import { closePosition, setPositionTriggers } from './position_orders.ts'
import { refuse, type Refusal } from './refusals.ts'
import { runTick } from './run_tick.ts'
import { setLeverage, setMarginMode } from './settings.ts'
import type { VenueState } from './state.ts'
import { fireTriggers } from './triggers.ts'
import { endTwap, startTwap } from './twap.ts'
import { readTwapTerms, type TwapRequest } from './twap_terms.ts'
import { windUp } from './wind_up.ts'

export type Result =
  | { kind: 'accepted'; state: VenueState; events: readonly VenueEvent[] }
  | { kind: 'refused'; refusal: Refusal }

/**
 * Runs one command on one realm's venue. It is a function of its arguments alone: it reads no
 * clock, draws no random number and changes none of its arguments. A refusal leaves the state as it
 * was.
 */
export function apply(state: VenueState, command: Command, inputs: Inputs): Result {
  const draft = new Draft(state, inputs)
  const refusal = run(draft, command)
  if (refusal) {
    draft.discard()
    return { kind: 'refused', refusal }
  }
  // The condition of legs that this command armed may be met already.
  if (draft.triggersArmed) fireTriggers(draft)
  return { kind: 'accepted', state: draft.toState(), events: draft.events }
}

function run(draft: Draft, command: Command): Refusal | null {
  switch (command.type) {
    case 'open_account':
      return openAccount(draft, command.objectId)
    case 'tick':
      return runTick(draft, command.funding)
    case 'delist':
      return draft.inputs.markets.has(command.market)
        ? delistMarket(draft, command.market, command.settlement)
        : refuse('unknown_market')
    case 'distribute_fees':
      return distributeFees(draft)
    default:
      return draft.account(command.objectId)
        ? (checkMarket(draft, command) ?? runForAccount(draft, command))
        : refuse('object_not_found')
  }
}

/** What an account may do while some of its positions cannot be valued. */
const NEEDS_NO_PRICES = new Set<AccountCommand['type']>([
  'deposit',
  'lose_cash',
  'end_reserve',
  'cancel_order',
  'cancel_all',
  'set_margin_mode',
  'stop_twap',
  'close_account',
])

/**
 * Checks that a command's market is known, and, when the command trades, that this market and all
 * markets it holds have prices.
 */
function checkMarket(draft: Draft, command: AccountCommand): Refusal | null {
  const market = marketOfCommand(command)
  const input = market === null ? undefined : draft.inputs.markets.get(market)
  if (market !== null && !input) return refuse('unknown_market', { market })
  if (NEEDS_NO_PRICES.has(command.type)) return null
  const isListed = input && !input.market.isDelisted && !draft.isDelisted(input.market.id)
  // A delisted market needs no price: its order is refused for the delisting.
  const valued = isPriced(draft.inputs, draft.requireAccount(command.objectId))
  return valued && (!isListed || input.prices) ? null : refuse('no_market_data')
}

/** A new command that keeps its market elsewhere, or has none, does not compile until it stands here. */
function marketOfCommand(command: AccountCommand): string | null {
  switch (command.type) {
    case 'place_order':
      return command.order.market
    case 'place_bracket':
      return command.entry.market
    case 'start_twap':
      return command.twap.market
    case 'cancel_order':
    case 'resize_order':
    case 'stop_twap':
    case 'deposit':
    case 'withdraw':
    case 'lose_cash':
    case 'reserve':
    case 'end_reserve':
    case 'wind_up':
    case 'close_account':
      return null
    default:
      return command.market
  }
}

function runForAccount(draft: Draft, command: AccountCommand): Refusal | null {
  const { objectId } = command
  switch (command.type) {
    case 'deposit':
      return deposit(draft, objectId, command.amount)
    case 'withdraw':
      return withdraw(draft, objectId, command.amount)
    case 'lose_cash':
      return loseCash(draft, objectId, command.amount)
    case 'reserve':
      return reserve(draft, command)
    case 'end_reserve':
      return endReserve(draft, command)
    case 'set_leverage':
      return changeLeverage(draft, objectId, command.market, command.leverage)
    case 'set_margin_mode': {
      const { market } = draft.inputs.markets.get(command.market)!
      const unfit = checkMode(market, command.mode)
      return unfit ?? setMarginMode(draft, objectId, command.market, command.mode)
    }
    case 'move_isolated_margin':
      return moveIsolatedMargin(draft, objectId, command.market, command.amount)
    case 'wind_up':
      return windUp(draft, objectId)
    case 'close_account':
      return closeAccount(draft, objectId)
    default:
      return runOrderCommand(draft, command)
  }
}

type OrderCommand = Exclude<
  AccountCommand,
  {
    type:
      | 'deposit'
      | 'withdraw'
      | 'lose_cash'
      | 'reserve'
      | 'end_reserve'
      | 'set_leverage'
      | 'set_margin_mode'
      | 'move_isolated_margin'
      | 'wind_up'
      | 'close_account'
  }
>

function runOrderCommand(draft: Draft, command: OrderCommand): Refusal | null {
  const { objectId } = command
  switch (command.type) {
    case 'place_order': {
      const terms = readOrderTerms(draft.inputs, command.order)
      return isRefusal(terms) ? terms : placeOrder(draft, terms, command)
    }
    case 'place_bracket': {
      const terms = readBracketTerms(draft.inputs, command.entry, command.legs)
      return isRefusal(terms) ? terms : placeBracket(draft, terms, command)
    }
    case 'cancel_order': {
      const order = findOrder(draft, objectId, command.orderId)
      return isRefusal(order) ? order : cancelByUser(draft, order)
    }
    case 'cancel_all':
      return cancelAll(draft, objectId, command.market)
    case 'resize_order':
      return resize(draft, command)
    case 'set_position_triggers':
      return setPositionTriggers(draft, command)
    case 'close_position':
      return closePosition(draft, command)
    case 'start_twap':
      return start(draft, command)
    case 'stop_twap':
      return stop(draft, command)
  }
}

function changeLeverage(
  draft: Draft,
  objectId: string,
  market: string,
  leverage: number
): Refusal | null {
  const definition = draft.inputs.markets.get(market)!.market
  return checkLeverage(definition, leverage) ?? setLeverage(draft, objectId, market, leverage)
}

function resize(
  draft: Draft,
  command: { objectId: string; orderId: string; newSize: string }
): Refusal | null {
  const order = findOrder(draft, command.objectId, command.orderId)
  if (isRefusal(order)) return order
  const { market } = draft.inputs.markets.get(order.market)!
  const size = readSize(market, command.newSize, 'newSize')
  if (typeof size !== 'bigint') return size
  return resizeOrder(draft, order, size)
}

function start(draft: Draft, command: { objectId: string; twapId: string; twap: TwapRequest }) {
  if (draft.twap(command.twapId)) return refuse('id_in_use')
  const terms = readTwapTerms(draft.inputs, command.twap)
  return isRefusal(terms) ? terms : startTwap(draft, terms, command)
}

function stop(draft: Draft, { objectId, twapId }: { objectId: string; twapId: string }) {
  const twap = draft.twap(twapId)
  if (!twap || twap.objectId !== objectId) return refuse('twap_not_found', { twapId })
  endTwap(draft, twap, 'STOPPED')
  return null
}
