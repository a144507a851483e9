import type { Lots } from '../numerics.ts'
import type { Draft } from './draft.ts'
import type { VenueClose } from './events.ts'
import { NO_FEES } from './fees.ts'
import { fillSide } from './fill_side.ts'
import { accountMargin, isPriced, positionMargin, positionsOf } from './margin.ts'
import { markOf, marketOf } from './market_inputs.ts'
import { match } from './match.ts'
import { cancelOrders, followFill } from './order_end.ts'
import { HOUSE, INSURANCE, crossOf, move } from './postings.ts'
import { absolute, closingSide, larger, type MicroUsd, type Order, type Position } from './state.ts'
import { terminateTwaps } from './twap.ts'

/**
 * Above this notional the first attempt sells a fifth. For half a minute after it, whole positions
 * are sold.
 */
const SLICE_ABOVE: MicroUsd = 100_000_000_000n
const SLICE_PARTS = 5n
const COOLDOWN_MS = 30_000

/** What is liquidated as one unit: an isolated position, or all cross positions together. */
interface Scope {
  objectId: string
  /** null for cross. */
  market: string | null
}

/** Liquidates isolated positions first, each by itself, then the cross account. */
export function liquidate(draft: Draft, objectId: string): void {
  const account = draft.requireAccount(objectId)
  if (!isPriced(draft.inputs, account)) return
  for (const position of positionsOf(account)) {
    if (position.mode === 'isolated') liquidateScope(draft, { objectId, market: position.market })
  }
  liquidateScope(draft, { objectId, market: null })
}

function liquidateScope(draft: Draft, scope: Scope): void {
  const found = healthOf(draft, scope)
  if (found.equity >= found.maintenance) return
  cancelOrders(draft, scope.objectId, 'liquidated', (order) => isInScope(draft, scope, order))
  terminateTwaps(draft, scope.objectId, scope.market)
  if (!isBeyondBook(found)) sendToBook(draft, scope)
  const left = healthOf(draft, scope)
  if (left.equity < left.maintenance && isBeyondBook(left)) takeOver(draft, scope)
}

interface Health {
  equity: MicroUsd
  maintenance: MicroUsd
}

function healthOf(draft: Draft, { objectId, market }: Scope): Health {
  const account = draft.requireAccount(objectId)
  if (market === null) {
    const { crossEquity, maintenanceCross } = accountMargin(draft.inputs, account)
    return { equity: crossEquity, maintenance: maintenanceCross }
  }
  const position = account.positions[market]
  if (!position) return { equity: 0n, maintenance: 0n }
  const { value, maintenance } = positionMargin(draft.inputs, account, position)
  return { equity: position.isolatedCash + value, maintenance }
}

/** A scope whose equity is under two thirds of its maintenance is taken over and not sold. */
function isBeyondBook({ equity, maintenance }: Health): boolean {
  return 3n * equity < 2n * maintenance
}

function isInScope(draft: Draft, { objectId, market }: Scope, order: Order): boolean {
  if (market !== null) return order.market === market
  // An order that only reduces an isolated position holds no cross margin, and protects another
  // scope.
  const position = draft.requireAccount(objectId).positions[order.market]
  return !(position?.mode === 'isolated' && order.reduceOnly)
}

/** The positions of a scope by falling notional, so that as few as possible are given up. */
function positionsIn(draft: Draft, { objectId, market }: Scope): Position[] {
  const { positions } = accountMargin(draft.inputs, draft.requireAccount(objectId))
  return positions
    .filter(({ position }) => {
      return market === null ? position.mode === 'cross' : position.market === market
    })
    .sort((a, b) => Number(b.notional > a.notional) - Number(b.notional < a.notional))
    .map(({ position }) => position)
}

function sendToBook(draft: Draft, scope: Scope): void {
  announce(draft, scope, 'market')
  for (const position of positionsIn(draft, scope)) {
    const health = healthOf(draft, scope)
    if (health.equity >= health.maintenance) return
    const { lots, isSlice } = sizeToSend(draft, scope.objectId, position)
    match(draft, {
      objectId: scope.objectId,
      market: position.market,
      side: closingSide(position.size),
      lots,
      limit: null,
      reduceOnly: true,
      fees: {
        exchangeRate: marketOf(draft.inputs, position.market).takerFeeRate,
        platformTenthsBps: 0,
        applicationTenthsBps: 0,
      },
      orderId: null,
      twapId: null,
      ocoGroupId: null,
      isLiquidation: true,
      // Margin that was released would leave the rest of the position exactly as short as before.
      release: 'stays',
    })
    if (isSlice) return
  }
}

function sizeToSend(
  draft: Draft,
  objectId: string,
  position: Position
): { lots: Lots; isSlice: boolean } {
  const account = draft.requireAccount(objectId)
  const whole = absolute(position.size)
  const { notional } = positionMargin(draft.inputs, account, position)
  if (notional <= SLICE_ABOVE || draft.nowMs < account.cooldownUntilMs) {
    return { lots: whole, isSlice: false }
  }
  draft.putAccount({ ...account, cooldownUntilMs: draft.nowMs + COOLDOWN_MS })
  return { lots: larger(1n, whole / SLICE_PARTS), isSlice: true }
}

/** The house takes every position of the scope at the mark, and the rest of its cash. */
function takeOver(draft: Draft, scope: Scope): void {
  const positions = positionsIn(draft, scope)
  if (positions.length > 0) announce(draft, scope, 'backstop')
  for (const { market, size } of positions) {
    const fill = {
      objectId: scope.objectId,
      market,
      side: closingSide(size),
      lots: absolute(size),
      price: markOf(draft.inputs, market),
      fees: NO_FEES,
      orderId: null,
      twapId: null,
      isMaker: false,
      isLiquidation: true,
      counterparty: 'house',
      release: 'seized',
    } as const
    followFill(draft, { ...fill, ocoGroupId: null }, fillSide(draft, fill))
  }
  if (scope.market === null) takeRemainder(draft, scope.objectId)
}

/** Empties the cross cash of an account: the house gets the rest, and insurance covers a debt. */
function takeRemainder(draft: Draft, objectId: string): void {
  const account = draft.requireAccount(objectId)
  const amount = account.crossCash
  if (amount === 0n) return
  draft.putAccount({ ...account, crossCash: 0n })
  const legs =
    amount > 0n
      ? move(crossOf(objectId), HOUSE, amount, 'liquidation_penalty')
      : move(INSURANCE, crossOf(objectId), -amount, 'bad_debt')
  draft.emit({ type: 'remainder_taken', objectId, market: null, amount }, legs)
}

/** Covers a debt of an account that has no cross position left to pay for it. */
export function coverDebt(draft: Draft, objectId: string): void {
  const account = draft.requireAccount(objectId)
  const holdsCross = positionsOf(account).some(({ mode }) => mode === 'cross')
  if (account.crossCash < 0n && !holdsCross) takeRemainder(draft, objectId)
}

function announce(draft: Draft, scope: Scope, method: VenueClose['method']): void {
  const { equity, maintenance } = healthOf(draft, scope)
  const { objectId, market } = scope
  const close = { objectId, market, method, accountValue: equity, maintenance }
  draft.emit({ type: 'venue_closed', close })
}
