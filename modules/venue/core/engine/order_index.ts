import type { Order, Side } from './state.ts'

type Orders = ReadonlyMap<string, Order>

/**
 * The orders of an object, and those of a side of a market. It may name orders that have ended, but
 * lacks no live one.
 */
export class OrderIndex {
  #byObject = new Map<string, Set<string>>()
  #bySide = new Map<string, Set<string>>()

  constructor(orders: Orders) {
    for (const order of orders.values()) this.add(order)
  }

  add({ orderId, objectId, market, side }: Order): void {
    add(this.#byObject, objectId, orderId)
    add(this.#bySide, sideOf(market, side), orderId)
  }

  remove({ orderId, objectId, market, side }: Order): void {
    remove(this.#byObject, objectId, orderId)
    remove(this.#bySide, sideOf(market, side), orderId)
  }

  ofObject(objectId: string): Iterable<string> {
    return this.#byObject.get(objectId) ?? []
  }

  ofSide(market: string, side: Side): Iterable<string> {
    return this.#bySide.get(sideOf(market, side)) ?? []
  }
}

/**
 * The index of the newest state. Sorting thousands of orders anew would cost a command more than
 * everything else. An older state, which is tried again after a transaction was undone, gets an
 * index of its own.
 */
const INDEXES = new WeakMap<Orders, OrderIndex>()

export function indexOf(orders: Orders): OrderIndex {
  const known = INDEXES.get(orders)
  if (known) return known
  const index = new OrderIndex(orders)
  INDEXES.set(orders, index)
  return index
}

/**
 * Hands the index of one state on to the next, which differs from it only in the touched orders.
 */
export function handOnIndex(from: Orders, to: Orders, touched: readonly Order[]): void {
  const index = INDEXES.get(from)
  if (!index || from === to) return
  for (const order of touched) {
    if (!to.has(order.orderId)) index.remove(order)
  }
  INDEXES.delete(from)
  INDEXES.set(to, index)
}

function sideOf(market: string, side: Side): string {
  return `${market} ${side}`
}

function add(index: Map<string, Set<string>>, key: string, id: string): void {
  const ids = index.get(key)
  if (ids) ids.add(id)
  else index.set(key, new Set([id]))
}

function remove(index: Map<string, Set<string>>, key: string, id: string): void {
  const ids = index.get(key)
  ids?.delete(id)
  if (ids?.size === 0) index.delete(key)
}
