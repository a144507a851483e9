import type { Lots, Price } from '../numerics.ts'
import type { EventBody, VenueEvent } from './events.ts'
import { CopiedMap } from './copied_map.ts'
import type { Inputs } from './market_inputs.ts'
import { handOnIndex, indexOf, type OrderIndex } from './order_index.ts'
import { byPriority, isResting } from './order_reserve.ts'
import { assertBalanced, type Leg } from './postings.ts'
import type { Refusal } from './refusals.ts'
import {
  opposite,
  type Account,
  type Order,
  type Side,
  type Twap,
  type VenueState,
} from './state.ts'
import { isWithin } from './synthetic_book.ts'

const ENDED = new Set(['FILLED', 'CANCELLED', 'FAILED'])

export function isLive(order: Order): boolean {
  return !ENDED.has(order.status)
}

/**
 * The working copy of one command: it reads and writes here, and the state it started from never
 * changes. A refused step is undone change by change, so that trying out an order costs its own
 * changes and not a copy of the realm.
 */
export class Draft {
  readonly inputs: Inputs
  readonly events: VenueEvent[] = []
  #seq: number
  #tick: number
  #accounts: CopiedMap<Account>
  #orders: CopiedMap<Order>
  #twaps: CopiedMap<Twap>
  #depletion: VenueState['depletion']
  #fundedHours: VenueState['fundedHours']
  #delisted: VenueState['delisted']
  #accrued: VenueState['accrued']
  /** Whether a leg was armed whose condition must still be looked at. */
  triggersArmed = false
  #undo: (() => void)[] = []
  #ordersAtStart: VenueState['orders']
  #index: OrderIndex | null = null
  #touched: Order[] = []

  constructor(state: VenueState, inputs: Inputs) {
    this.inputs = inputs
    this.#seq = state.seq
    this.#tick = state.tick
    this.#accounts = new CopiedMap(state.accounts)
    this.#orders = new CopiedMap(state.orders)
    this.#twaps = new CopiedMap(state.twaps)
    this.#ordersAtStart = state.orders
    this.#depletion = state.depletion
    this.#fundedHours = state.fundedHours
    this.#delisted = state.delisted
    this.#accrued = state.accrued
  }

  toState(): VenueState {
    const orders = this.#orders.now
    handOnIndex(this.#ordersAtStart, orders, this.#touched)
    return {
      seq: this.#seq,
      tick: this.#tick,
      accounts: this.#accounts.now,
      orders,
      twaps: this.#twaps.now,
      depletion: this.#depletion,
      fundedHours: this.#fundedHours,
      delisted: this.#delisted,
      accrued: this.#accrued,
    }
  }

  /** Runs a step; a refused step leaves nothing behind. */
  attempt(step: () => Refusal | null): Refusal | null {
    const mark = { undo: this.#undo.length, events: this.events.length, seq: this.#seq }
    const touched = this.#touched.length
    const refusal = step()
    if (refusal === null) return null
    while (this.#undo.length > mark.undo) this.#undo.pop()!()
    this.#forget(touched)
    this.events.length = mark.events
    this.#seq = mark.seq
    return refusal
  }

  /** Gives up all changes: the state stays the one that the draft started from. */
  discard(): void {
    for (const order of this.#touched) {
      if (!this.#ordersAtStart.has(order.orderId)) this.#index?.remove(order)
    }
  }

  /** Takes orders that were tried and refused out of the index, which is handed on. */
  #forget(from: number): void {
    for (const order of this.#touched.splice(from)) {
      const lives = this.#orders.get(order.orderId) || this.#ordersAtStart.has(order.orderId)
      if (!lives) this.#index?.remove(order)
    }
  }

  get nowMs(): number {
    return this.inputs.nowMs
  }

  get tick(): number {
    return this.#tick
  }

  nextSeq(): number {
    return this.#seq++
  }

  emit(body: EventBody, legs: readonly Leg[] = []): void {
    assertBalanced(legs)
    this.events.push({ ...body, seq: this.nextSeq(), atMs: this.nowMs, legs } as VenueEvent)
  }

  account(objectId: string): Account | undefined {
    return this.#accounts.get(objectId)
  }

  /** @throws Error when the object has no account: the command should have been refused before */
  requireAccount(objectId: string): Account {
    const account = this.#accounts.get(objectId)
    if (!account) throw new Error(`${objectId} has no account`)
    return account
  }

  /** Sorted, so that a pass over the accounts does not depend on how they were loaded. */
  objectIds(): string[] {
    return [...this.#accounts.now.keys()].sort()
  }

  putAccount(account: Account): void {
    this.#put(this.#accounts, account.objectId, account)
  }

  removeAccount(objectId: string): void {
    this.#put(this.#accounts, objectId, undefined)
  }

  order(orderId: string): Order | undefined {
    return this.#orders.get(orderId)
  }

  /**
   * Stores an order in its next state and emits its event; an ended order leaves the live orders.
   */
  putOrder(order: Order): void {
    const next = { ...order, updatedAtMs: this.nowMs }
    if (isLive(next)) {
      this.#orderIndex().add(next)
      this.#put(this.#orders, next.orderId, next)
    } else {
      this.#put(this.#orders, next.orderId, undefined)
    }
    this.#touched.push(next)
    this.emit({ type: 'order_changed', order: next })
  }

  /** Live orders by arrival. */
  ordersOf(objectId: string): Order[] {
    return this.#live(this.#orderIndex().ofObject(objectId))
  }

  /**
   * Resting orders of one side at a limit or better, the best price first, then the earlier order.
   * Without a limit, all of them.
   */
  restingWithin(market: string, side: Side, limit: Price | null): Order[] {
    const taker = opposite(side)
    const orders: Order[] = []
    for (const id of this.#orderIndex().ofSide(market, side)) {
      const order = this.#orders.get(id)
      if (!order || !isResting(order)) continue
      if (isWithin(taker, order.price!, limit)) orders.push(order)
    }
    return orders.sort(byPriority(side))
  }

  /** The oldest first; equally old ones by id. */
  waitingTriggers(): Order[] {
    return [...this.#orders.now.values()]
      .filter(({ status }) => status === 'WAITING_FOR_TRIGGER')
      .sort((a, b) => a.createdAtMs - b.createdAtMs || (a.orderId < b.orderId ? -1 : 1))
  }

  countOrders(objectId: string): number {
    return this.ordersOf(objectId).length
  }

  twap(twapId: string): Twap | undefined {
    return this.#twaps.get(twapId)
  }

  /** Running TWAPs, by id. */
  twaps(): Twap[] {
    return [...this.#twaps.now.values()].sort((a, b) => (a.twapId < b.twapId ? -1 : 1))
  }

  putTwap(twap: Twap): void {
    this.#put(this.#twaps, twap.twapId, twap.status === 'RUNNING' ? twap : undefined)
    this.emit({ type: 'twap_changed', twap })
  }

  depletionOf(market: string): { bids: Lots; asks: Lots } {
    const stored = this.#depletion[market]
    if (!stored) return { bids: 0n, asks: 0n }
    // Halving at every tick is a shift by the number of ticks, in however many steps they were
    // taken.
    const ticks = BigInt(Math.max(0, this.inputs.tick - stored.tick))
    return { bids: stored.bids >> ticks, asks: stored.asks >> ticks }
  }

  takeDepth(market: string, side: 'bids' | 'asks', lots: Lots): void {
    const before = this.#depletion
    const current = this.depletionOf(market)
    const next = { ...current, [side]: current[side] + lots, tick: this.inputs.tick }
    this.#depletion = { ...before, [market]: next }
    this.#undo.push(() => (this.#depletion = before))
  }

  isDelisted(market: string): boolean {
    return this.#delisted.includes(market)
  }

  delist(market: string): void {
    const before = this.#delisted
    this.#delisted = [...before, market].sort()
    this.#undo.push(() => (this.#delisted = before))
  }

  fundedHour(market: string): number {
    return this.#fundedHours[market] ?? -1
  }

  setFundedHour(market: string, hour: number): void {
    const before = this.#fundedHours
    this.#fundedHours = { ...before, [market]: hour }
    this.#undo.push(() => (this.#fundedHours = before))
  }

  get accrued(): VenueState['accrued'] {
    return this.#accrued
  }

  setAccrued(accrued: VenueState['accrued']): void {
    const before = this.#accrued
    this.#accrued = accrued
    this.#undo.push(() => (this.#accrued = before))
  }

  reachTick(tick: number): void {
    const before = this.#tick
    this.#tick = tick
    this.#undo.push(() => (this.#tick = before))
  }

  #put<Value>(map: CopiedMap<Value>, key: string, value: Value | undefined): void {
    const before = map.get(key)
    map.put(key, value)
    this.#undo.push(() => map.put(key, before))
  }

  /** The index names ended orders too, because undoing a step may bring one back to life. */
  #live(ids: Iterable<string>): Order[] {
    const orders: Order[] = []
    for (const id of ids) {
      const order = this.#orders.get(id)
      if (order) orders.push(order)
    }
    return orders.sort((a, b) => a.priority - b.priority)
  }

  /**
   * Built from the state the draft started from, before any order leaves it, and kept up to date
   * from then on.
   */
  #orderIndex(): OrderIndex {
    if (this.#index === null) {
      this.#index = indexOf(this.#ordersAtStart)
      for (const order of this.#touched) this.#index.add(order)
    }
    return this.#index
  }
}
