import type { Result } from '#modules/venue/core/engine/apply'
import type { Command } from '#modules/venue/core/engine/commands'
import { Draft } from '#modules/venue/core/engine/draft'
import type { FillRecord, VenueEvent } from '#modules/venue/core/engine/events'
import { accountMargin, freeMargin, totalReserve } from '#modules/venue/core/engine/margin'
import { crossOf, isolatedOf, perpOf } from '#modules/venue/core/engine/postings'
import { isResting } from '#modules/venue/core/engine/order_reserve'
import {
  absolute,
  signOf,
  type FeeParts,
  type Order,
  type VenueState,
} from '#modules/venue/core/engine/state'
import { conditionHolds } from '#modules/venue/core/engine/triggers'
import { notionalMicros } from '#modules/venue/core/numerics'
import type { VenueWorld } from '#tests/unit/venue/engine/venue_world'

const TERMINAL = new Set(['FILLED', 'CANCELLED', 'FAILED'])

export function isDelistedHere(state: VenueState, market: string): boolean {
  return state.delisted.includes(market)
}

function must(holds: boolean, what: () => string): void {
  if (!holds) throw new Error(what())
}

/** A running account of one lot-bearing pair of object and market, kept apart from the engine. */
interface Tally {
  signedNotional: bigint
  realized: bigint
  fees: bigint
  funding: bigint
  /** Costs of lots that have ended. */
  endedCosts: bigint
}

/** Follows a world and throws as soon as one of the design's invariants is broken. */
export class TradingChecks {
  #tallies = new Map<string, Tally>()
  #cash = new Map<string, bigint>()
  #orders = new Map<string, Order>()

  /** Takes note of what happened before the day began. */
  open(world: VenueWorld, event: VenueEvent): void {
    this.#follow(world, event)
  }

  after(world: VenueWorld, before: VenueState, command: Command, result: Result): void {
    if (result.kind === 'refused') return
    for (const event of result.events) this.#follow(world, event)
    this.#checkBooks(world)
    for (const objectId of world.state.accounts.keys()) this.#checkAccount(world, objectId)
    checkOrders(world)
    checkFills(world, before, command, result.events)
    checkOpening(world, before, command)
    if (command.type === 'tick') checkHealth(world, result.events)
  }

  #tally(objectId: string, market: string): Tally {
    const key = `${objectId} ${market}`
    const fresh = { signedNotional: 0n, realized: 0n, fees: 0n, funding: 0n, endedCosts: 0n }
    const tally = this.#tallies.get(key) ?? fresh
    this.#tallies.set(key, tally)
    return tally
  }

  #addCash(objectId: string, amount: bigint): void {
    this.#cash.set(objectId, (this.#cash.get(objectId) ?? 0n) + amount)
  }

  #follow(world: VenueWorld, event: VenueEvent): void {
    for (const { account, amount, kind } of event.legs) {
      const outside = ['transfer', 'liquidation_penalty', 'bad_debt'].includes(kind)
      if (outside && account.owner === 'object') this.#addCash(account.objectId, amount)
    }
    if (event.type === 'filled') {
      const { fill } = event
      const { szDecimals } = world.inputs.markets.get(fill.market)!.market
      const tally = this.#tally(fill.objectId, fill.market)
      tally.signedNotional += signOf(fill.side) * notionalMicros(fill.price, fill.size, szDecimals)
      tally.realized += fill.realizedPnl
      tally.fees += fill.fee
    } else if (event.type === 'funding_paid') {
      this.#tally(event.objectId, event.market).funding += event.amount
    } else if (event.type === 'lot_ended') {
      const { costs, objectId, market } = event.lot
      this.#tally(objectId, market).endedCosts += sumOf(costs)
    } else if (event.type === 'order_changed') this.#followOrder(event.order)
  }

  /** An ended order never changes again; an order never fills beyond its size. */
  #followOrder(order: Order): void {
    const known = this.#orders.get(order.orderId)
    const label = `${order.orderId} ${order.status}`
    must(!known || !TERMINAL.has(known.status), () => `${label} changed after its end`)
    must(order.filled >= 0n && order.filled <= order.size, () => `${label} overfilled`)
    must(order.status !== 'FILLED' || order.filled === order.size, () => `${label} is not full`)
    const rests = isResting(order)
    must(!rests || order.timeInForce !== 'IOC', () => `${label}: an IOC rests`)
    this.#orders.set(order.orderId, order)
  }

  /** Invariants 1 and 2: every denomination sums to zero, and the legs alone give the state. */
  #checkBooks(world: VenueWorld): void {
    const sums = new Map<string, bigint>()
    for (const [key, amount] of world.balances) {
      const denomination = key.slice(key.indexOf(' ') + 1)
      sums.set(denomination, (sums.get(denomination) ?? 0n) + amount)
    }
    for (const [denomination, sum] of sums) must(sum === 0n, () => `${denomination} off by ${sum}`)
    const { platform, builder } = world.state.accrued
    must(world.balance({ owner: 'platform_fees' }) === platform, () => 'platform fees differ')
    must(world.balance({ owner: 'builder_fees' }) === builder, () => 'builder fees differ')
  }

  /** Invariants 2 to 7, from the tallies. */
  #checkAccount(world: VenueWorld, objectId: string): void {
    const account = world.account(objectId)
    const cross = world.balance(crossOf(objectId))
    must(cross === account.crossCash, () => `${objectId}: cash ${account.crossCash}, legs ${cross}`)
    let worth = account.crossCash
    let explained = this.#cash.get(objectId) ?? 0n
    for (const market of world.inputs.markets.keys()) {
      const position = account.positions[market]
      const isolated = world.balance(isolatedOf(objectId, market))
      must(
        isolated === (position?.isolatedCash ?? 0n),
        () => `${objectId} ${market}: isolated cash`
      )
      const held =
        world.balance(crossOf(objectId), perpOf(market)) +
        world.balance(isolatedOf(objectId, market), perpOf(market))
      must(held === (position?.size ?? 0n), () => `${objectId} ${market}: size`)
      must(position?.size !== 0n, () => `${objectId} ${market}: an empty position`)
      const tally = this.#tally(objectId, market)
      const entry = position?.entryNotional ?? 0n
      const booked = tally.signedNotional + tally.realized
      must(entry === booked, () => `${objectId} ${market}: entry value ${entry}, fills ${booked}`)
      const costs = tally.endedCosts + (position ? sumOf(position.costs) : 0n)
      must(costs === tally.fees + tally.funding, () => `${objectId} ${market}: lots do not add up`)
      worth += entry + (position?.isolatedCash ?? 0n)
      explained += tally.realized - tally.fees + tally.funding
    }
    must(worth === explained, () => `${objectId}: worth ${worth}, explained ${explained}`)
  }
}

/** Fees are costs; funding is signed the other way, so that both are kept apart by their sums. */
function sumOf({ exchange, platform, builder, funding }: FeeParts & { funding: bigint }): bigint {
  return exchange + platform + builder + funding
}

/** Invariants 15 and 16. */
function checkOrders(world: VenueWorld): void {
  for (const order of world.state.orders.values()) {
    if (order.status !== 'WAITING_FOR_TRIGGER') continue
    const { mark } = world.inputs.markets.get(order.market)!.prices!
    const holds = conditionHolds(order.side, order.trigger!, mark)
    must(!holds, () => `${order.orderId} waits although its condition holds`)
    const held = world.position(order.objectId, order.market)?.size ?? 0n
    const closes = held * signOf(order.side) < 0n
    must(!order.reduceOnly || closes, () => `${order.orderId} outlives its position`)
  }
}

/** Invariants 12, 13, 14, 17 and 20, on every fill of a command. */
function checkFills(
  world: VenueWorld,
  before: VenueState,
  command: Command,
  events: readonly VenueEvent[]
): void {
  const records = new Map(before.orders)
  for (const event of events) {
    if (event.type === 'order_changed') records.set(event.order.orderId, event.order)
  }
  for (const event of events) {
    if (event.type !== 'filled') continue
    const { fill } = event
    must(fill.counterparty !== fill.objectId, () => `${fill.objectId} traded with itself`)
    const { exchange, platform, builder } = fill.feeBreakdown
    must(fill.fee === exchange + platform + builder, () => 'fee parts do not add up')
    const order = fill.orderId === null ? undefined : records.get(fill.orderId)
    if (!order) continue
    checkFillOfOrder(world, fill, order)
    if (fill.isMaker) checkPriority(world, before, events, command, fill, order)
  }
}

function checkFillOfOrder(world: VenueWorld, fill: FillRecord, order: Order): void {
  const label = `fill of ${order.orderId}`
  if (order.price !== null) {
    const within = order.side === 'buy' ? fill.price <= order.price : fill.price >= order.price
    must(within, () => `${label} beyond its limit`)
  }
  must(order.timeInForce !== 'ALO' || fill.isMaker, () => `${label}: a post-only order took`)
  const reduces = /^(reduce|close)_/.test(fill.direction)
  must(!order.reduceOnly || reduces, () => `${label}: reduce-only did ${fill.direction}`)
  if (order.ocoGroupId === null) return
  for (const other of world.state.orders.values()) {
    const sibling = other.ocoGroupId === order.ocoGroupId && other.objectId === order.objectId
    must(!sibling || other.orderId === order.orderId, () => `${label}: a sibling lives`)
  }
}

/** No order that stood before a filled one still rests, unless it is the aggressor's own side. */
function checkPriority(
  world: VenueWorld,
  before: VenueState,
  events: readonly VenueEvent[],
  command: Command,
  fill: FillRecord,
  filled: Order
): void {
  if (command.type === 'wind_up') return
  for (const other of before.orders.values()) {
    const sameQueue = other.market === filled.market && other.side === filled.side
    if (!sameQueue || !isResting(other) || other.objectId === fill.counterparty) continue
    const better =
      other.side === 'buy' ? other.price! > filled.price! : other.price! < filled.price!
    const earlier = other.price === filled.price && other.priority < filled.priority
    if (!better && !earlier) continue
    const now = world.state.orders.get(other.orderId)
    const touched = events.some((event) => {
      return event.type === 'order_changed' && event.order.orderId === other.orderId
    })
    must(!now || touched, () => `${filled.orderId} was filled before ${other.orderId}`)
  }
}

/** Invariant 21: whoever opened or added an order is not overdrawn. */
function checkOpening(world: VenueWorld, before: VenueState, command: Command): void {
  if (command.type !== 'place_order' || command.order.reduceOnly) return
  const { objectId } = command
  const { market } = command.order
  const draft = new Draft(world.state, world.inputs)
  const earlier = new Draft(before, world.inputs)
  const [size, sizeBefore] = [draft, earlier].map((each) => {
    return absolute(each.requireAccount(objectId).positions[market]?.size ?? 0n)
  })
  const [reserve, reserveBefore] = [draft, earlier].map((each) => {
    return totalReserve(each, each.requireAccount(objectId))
  })
  if (size! <= sizeBefore! && reserve! <= reserveBefore!) return
  const free = freeMargin(draft, objectId)
  must(free >= 0n, () => `${objectId} opened and is overdrawn by ${free}`)
}

/** Invariants 25 and 27, after the liquidations of a tick. */
function checkHealth(world: VenueWorld, events: readonly VenueEvent[]): void {
  const touched = new Set<string>()
  for (const event of events) {
    if (event.type !== 'filled') continue
    // A maker filled by a liquidation after its own turn is looked at with the next tick.
    if (event.fill.isMaker) touched.add(event.fill.objectId)
    if (!event.fill.isLiquidation) continue
    const isolated = event.legs.some(({ account, kind }) => {
      return kind === 'trade' && account.owner === 'object' && account.isolatedMarket !== null
    })
    for (const { account, amount } of event.legs) {
      const charged = account.owner === 'object' && account.isolatedMarket === null && amount < 0n
      must(!isolated || !charged, () => 'an isolated loss reached the cross account')
    }
  }
  for (const account of world.state.accounts.values()) {
    if (touched.has(account.objectId)) continue
    const margin = accountMargin(world.inputs, account)
    checkScope(account.objectId, margin.crossEquity, margin.maintenanceCross)
    for (const { position, value, maintenance } of margin.positions) {
      if (position.mode !== 'isolated') continue
      checkScope(
        `${account.objectId} ${position.market}`,
        position.isolatedCash + value,
        maintenance
      )
    }
  }
}

function checkScope(scope: string, equity: bigint, maintenance: bigint): void {
  const survives = equity >= maintenance || 3n * equity >= 2n * maintenance
  must(survives, () => `${scope} was left with ${equity} of ${maintenance}`)
}
