import { singleton } from '#app/extension/singleton'
import type { SqlSession } from '#app/storage/database'
import type { Companion } from '#modules/ledger/extension/companion'
import { isLive, type Draft } from '../../core/engine/draft.ts'
import type { Inputs } from '../../core/engine/market_inputs.ts'
import { newOrder } from '../../core/engine/place_order.ts'
import { crossOf, isolatedOf, move } from '../../core/engine/postings.ts'
import { refuse, type VenueFault } from '../../core/engine/refusals.ts'
import { withPosition } from '../../core/engine/fill_side.ts'
import type { Order, OrderStatus } from '../../core/engine/state.ts'
import { failedOrder } from '../../services/failed_order.ts'
import { orderOutcome, ordersOutcome } from '../../services/order_outcome.ts'
import { settingOutcome } from '../../services/setting_outcome.ts'
import type { AskedErrand } from '../../services/venue_desk.ts'
import type { LiveCommand, LivePlan, LiveResult, OrderOutcome, PlannedOrder } from '../core/plan.ts'
import { LiveActionStore } from '../storage/live_action_store.ts'
import { BookReports, type Reports } from './book_reports.ts'
import type { CommandBody } from './live_action.ts'
import { type Failure, LiveBooks } from './live_books.ts'

export interface ActionBooking {
  id: string
  realmId: string
  objectId: string
  body: CommandBody
  result: LiveResult
  inputs: Inputs
  /**
   * Operation of the request that posts the action; that of the first request when no caller waits.
   */
  operationId: string
  /** Fills that the venue has reported since. */
  reports: Reports
}

const UPSTREAM: Record<VenueFault, string> = {
  upstream_error: 'The venue failed.',
  expired: 'The venue got the order too late and did not take it.',
  never_arrived: 'The order never arrived at the venue.',
}

/** Books the venue's result of an action in the ledger, as the operation that was asked for. */
@singleton()
export class BookAction {
  constructor(
    private books: LiveBooks,
    private actions: LiveActionStore,
    private reports: BookReports
  ) {}

  companion(booking: ActionBooking): Companion {
    const { realmId, objectId, body, inputs, operationId } = booking
    return this.books.companion({
      realmId,
      inputs,
      work: (draft, session) => this.#work(draft, session, booking),
      asked: {
        operationId,
        opType: body.opType,
        objectId,
        outcome: outcomeOf(body.plan.command, operationId),
        failedOrder: failedOrderOf(body.plan, objectId, operationId),
      },
    })
  }

  async #work(draft: Draft, session: SqlSession, booking: ActionBooking): Promise<Failure | null> {
    const { id, objectId, body, result } = booking
    await this.actions.booked(session, id)
    if (result.kind === 'refused') return { refusal: refuse(result.reason) }
    if (result.kind === 'failed') return failureOf(result.reason)
    const { plan } = body
    if (plan.kind === 'orders' && result.kind === 'orders') {
      const [first] = result.orders
      if (first?.kind === 'ended') return { refusal: refuse(first.reason) }
      placeOrders(draft, objectId, plan, result.orders)
    }
    if (plan.kind === 'leverage') putSetting(draft, objectId, plan)
    if (plan.kind === 'isolated_margin') moveMargin(draft, objectId, plan)
    await this.reports.book(draft, session, objectId, booking.reports)
    // Fills come first: the part that was filled before a cancellation stays filled.
    if (result.kind === 'cancelled') cancelOrders(draft, result.orderIds)
    if (plan.kind === 'resize') resize(draft, plan)
    return null
  }
}

function failureOf(reason: VenueFault): Failure {
  return { refusal: null, code: { code: 'EXCHANGE_ERROR', reason, message: UPSTREAM[reason] } }
}

function placeOrders(
  draft: Draft,
  objectId: string,
  plan: Extract<LivePlan, { kind: 'orders' }>,
  outcomes: readonly OrderOutcome[]
): void {
  const { before } = plan
  const [first] = plan.orders
  if (before?.type === 'updateLeverage' && first) {
    const mode = before.isCross ? 'cross' : 'isolated'
    putSetting(draft, objectId, { market: first.terms.market, leverage: before.leverage, mode })
  }
  cancelOrders(
    draft,
    plan.replaces.map(({ orderId }) => orderId),
    'replaced'
  )
  for (const planned of plan.orders) {
    const outcome = outcomes.find(({ orderId }) => orderId === planned.orderId)
    if (!outcome || draft.order(planned.orderId)) continue
    const { orderId, parentOrderId } = planned
    const links = { orderId, objectId, ...(parentOrderId !== null && { parentOrderId }) }
    const order = newOrder(draft, planned.terms, links)
    draft.putOrder({ ...order, status: statusOf(planned, outcome) })
  }
}

/** An order that was filled is pending until its fills are booked. */
function statusOf({ terms, parentOrderId }: PlannedOrder, { kind }: OrderOutcome): OrderStatus {
  if (kind === 'ended') return 'FAILED'
  if (parentOrderId !== null || kind === 'filled') return 'PENDING'
  return terms.trigger ? 'WAITING_FOR_TRIGGER' : 'OPEN'
}

function putSetting(
  draft: Draft,
  objectId: string,
  { market, leverage, mode }: { market: string; leverage: number; mode: 'cross' | 'isolated' }
): void {
  const account = draft.requireAccount(objectId)
  const from = account.settings[market]?.leverage ?? leverage
  draft.putAccount({ ...account, settings: { ...account.settings, [market]: { leverage, mode } } })
  draft.emit({ type: 'leverage_set', objectId, market, from, to: leverage })
}

function moveMargin(
  draft: Draft,
  objectId: string,
  { market, amount }: { market: string; amount: bigint }
): void {
  const account = draft.requireAccount(objectId)
  const position = account.positions[market]
  if (position?.mode !== 'isolated') return
  const next = { ...position, isolatedCash: position.isolatedCash + amount }
  const crossCash = account.crossCash - amount
  draft.putAccount({ ...withPosition(account, market, next), crossCash })
  const legs = move(crossOf(objectId), isolatedOf(objectId, market), amount, 'iso_transfer')
  draft.emit({ type: 'isolated_margin_moved', objectId, market, amount }, legs)
}

function cancelOrders(
  draft: Draft,
  orderIds: readonly string[],
  cancelReason: Order['cancelReason'] = 'user_requested'
): void {
  for (const orderId of orderIds) {
    const order = draft.order(orderId)
    if (order && isLive(order)) draft.putOrder({ ...order, status: 'CANCELLED', cancelReason })
  }
}

function resize(draft: Draft, { orderId, size }: { orderId: string; size: bigint }): void {
  const order = draft.order(orderId)
  if (order && isLive(order)) draft.putOrder({ ...order, size })
}

function outcomeOf(command: LiveCommand, operationId: string): AskedErrand['outcome'] {
  switch (command.type) {
    case 'place_order':
    case 'close_position':
      return orderOutcome('order', command.orderId, operationId)
    case 'cancel_order':
      return orderOutcome('cancel', command.orderId, operationId)
    case 'resize_order':
      return orderOutcome('adjustment', command.orderId, operationId)
    case 'cancel_all':
      return ordersOutcome('cancel')
    case 'place_bracket':
    case 'set_position_triggers':
      return ordersOutcome('order')
    case 'set_leverage':
    case 'set_margin_mode':
    case 'move_isolated_margin':
      return settingOutcome(command)
  }
}

function failedOrderOf(
  { command }: LivePlan,
  objectId: string,
  operationId: string
): AskedErrand['failedOrder'] {
  if (command.type === 'place_order') {
    return failedOrder({ orderId: command.orderId, objectId, operationId }, command.order)
  }
  if (command.type === 'place_bracket') {
    return failedOrder({ orderId: command.orderId, objectId, operationId }, command.entry)
  }
  return undefined
}
