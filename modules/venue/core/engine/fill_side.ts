import { notionalMicros, type Lots, type Price } from '../numerics.ts'
import type { Draft } from './draft.ts'
import { NO_FEES, splitFees, totalFee } from './fees.ts'
import { fillHolding, type LotChange } from './lot.ts'
import { initialMargin } from './maintenance.ts'
import { settingOf } from './margin.ts'
import { marketOf } from './market_inputs.ts'
import {
  HOUSE,
  INSURANCE,
  crossOf,
  isolatedOf,
  move,
  perpOf,
  type Leg,
  type LedgerAccount,
} from './postings.ts'
import {
  signOf,
  type Account,
  type FeeParts,
  type LotCosts,
  type MicroUsd,
  type Position,
  type Side,
} from './state.ts'

/** One party's half of a trade. */
export interface SideFill {
  objectId: string
  market: string
  side: Side
  lots: Lots
  price: Price
  fees: FeeParts
  orderId: string | null
  twapId: string | null
  isMaker: boolean
  isLiquidation: boolean
  /** The account on the other side, or `house`. */
  counterparty: string
  /** What becomes of the margin of an isolated position as it shrinks; see `isolatedLegs`. */
  release: 'pro_rata' | 'stays' | 'seized'
}

/**
 * Books one party's half of a trade: cash, position, fees, lot. The house stands between the two
 * parties of every trade, so that each half balances by itself, and the halves of two users leave
 * the house at zero.
 */
export function fillSide(draft: Draft, fill: SideFill): LotChange {
  const account = draft.requireAccount(fill.objectId)
  const setting = settingOf(draft.inputs, account, fill.market)
  const before = account.positions[fill.market]
  const mode = before?.mode ?? setting.mode
  const market = marketOf(draft.inputs, fill.market)
  const holding = before ?? { size: 0n, entryNotional: 0n }
  const change = fillHolding(holding, fill.side, fill.lots, fill.price, market.szDecimals)
  const openNotional = notionalMicros(fill.price, change.opened, market.szDecimals)
  const [closeFees, openFees] = splitFees(fill.fees, change.opened, fill.lots)
  const legs =
    mode === 'cross'
      ? crossLegs(draft, fill)
      : isolatedLegs(draft, fill, {
          change,
          before,
          closeFees,
          openFees,
          openMargin: initialMargin(openNotional, setting.leverage),
        })
  const lotId = before && change.closed > 0n ? before.lotId : undefined
  const after = nextPosition(draft, { fill, before, change, closeFees, openFees, mode, legs })
  const next = withPosition(account, fill.market, after)
  draft.putAccount({ ...next, crossCash: account.crossCash + cashOf(legs, fill.objectId, null) })
  accrueFees(draft, fill.fees)
  emitFill(draft, fill, { change, legs, leverage: setting.leverage, lotId, before, after })
  const ends = before !== undefined && change.closed > 0n && (change.opened > 0n || !after)
  if (ends) endLot(draft, fill, before, closeFees, change.opened > 0n)
  return change
}

interface NextPosition {
  fill: SideFill
  before: Position | undefined
  change: LotChange
  closeFees: FeeParts
  openFees: FeeParts
  mode: Position['mode']
  legs: readonly Leg[]
}

function nextPosition(draft: Draft, parts: NextPosition): Position | undefined {
  const { fill, before, change, closeFees, openFees, mode, legs } = parts
  if (change.after.size === 0n) return undefined
  const isolatedCash =
    (before?.isolatedCash ?? 0n) + cashOf(legs, fill.objectId, isolatedNameOf(mode, fill.market))
  const { size, entryNotional } = change.after
  const shared = { size, entryNotional, isolatedCash, updatedAtMs: draft.nowMs }
  const continues = before && (change.opened === 0n || change.closed === 0n)
  if (continues) {
    const fees = change.closed > 0n ? closeFees : openFees
    return { ...before, ...shared, costs: addFees(before.costs, fees) }
  }
  return {
    ...shared,
    market: fill.market,
    mode,
    lotId: `lot_${draft.nextSeq()}`,
    costs: addFees({ ...NO_FEES, funding: 0n }, openFees),
    openedAtMs: draft.nowMs,
  }
}

function isolatedNameOf(mode: Position['mode'], market: string): string | undefined {
  return mode === 'isolated' ? market : undefined
}

export function withPosition(
  account: Account,
  market: string,
  position: Position | undefined
): Account {
  const positions: Record<string, Position> = { ...account.positions }
  if (position) positions[market] = position
  else delete positions[market]
  return { ...account, positions }
}

function tradeLegs(fill: SideFill, account: LedgerAccount, notional: MicroUsd): Leg[] {
  const sign = signOf(fill.side)
  return [
    ...move(account, HOUSE, sign * notional, 'trade'),
    ...move(HOUSE, account, sign * fill.lots, 'trade', perpOf(fill.market)),
  ]
}

function feeLegs(payer: LedgerAccount, fees: FeeParts): Leg[] {
  return [
    ...move(payer, { owner: 'venue_fees' }, fees.exchange, 'fee_exchange'),
    ...move(payer, { owner: 'platform_fees' }, fees.platform, 'fee_platform'),
    ...move(payer, { owner: 'builder_fees' }, fees.builder, 'fee_builder'),
  ]
}

function crossLegs(draft: Draft, fill: SideFill): Leg[] {
  const cross = crossOf(fill.objectId)
  const { szDecimals } = marketOf(draft.inputs, fill.market)
  const notional = notionalMicros(fill.price, fill.lots, szDecimals)
  return [...tradeLegs(fill, cross, notional), ...feeLegs(cross, fill.fees)]
}

interface IsolatedParts {
  change: LotChange
  before: Position | undefined
  closeFees: FeeParts
  openFees: FeeParts
  openMargin: MicroUsd
}

/**
 * The legs of a fill of an isolated position, which trades with its own cash. The part that opens
 * brings its margin and fees from the cross account. The part that closes releases its share of the
 * equity at the fill price, less its fees. A loss beyond the margin is covered by insurance and
 * never charged to the cross account, because isolation promises that no more than the margin can
 * be lost.
 */
function isolatedLegs(draft: Draft, fill: SideFill, parts: IsolatedParts): Leg[] {
  const { change, before, closeFees, openFees, openMargin } = parts
  const [cross, own] = [crossOf(fill.objectId), isolatedOf(fill.objectId, fill.market)]
  const { szDecimals } = marketOf(draft.inputs, fill.market)
  const value = (lots: Lots) => notionalMicros(fill.price, lots, szDecimals)
  const legs = tradeLegs(fill, own, value(fill.lots))
  if (before && change.closed > 0n) {
    const held = before.size < 0n ? -before.size : before.size
    const equity = before.isolatedCash + value(before.size)
    const fee = totalFee(closeFees)
    legs.push(...feeLegs(own, closeFees))
    if (change.closed === held) legs.push(...remainderLegs(fill, equity - fee))
    else if (fill.release === 'pro_rata') {
      const released = (equity * change.closed) / held - fee
      if (released > 0n) legs.push(...move(own, cross, released, 'iso_transfer'))
    }
  }
  legs.push(...move(cross, own, openMargin, 'iso_transfer'), ...feeLegs(cross, openFees))
  return legs
}

/** What becomes of the rest of an isolated margin when its position is gone. */
function remainderLegs(fill: SideFill, remainder: MicroUsd): Leg[] {
  const own = isolatedOf(fill.objectId, fill.market)
  if (remainder < 0n) return move(INSURANCE, own, -remainder, 'bad_debt')
  if (fill.release === 'seized') return move(own, HOUSE, remainder, 'liquidation_penalty')
  return move(own, crossOf(fill.objectId), remainder, 'iso_transfer')
}

function cashOf(
  legs: readonly Leg[],
  objectId: string,
  isolatedMarket: string | null | undefined
): MicroUsd {
  let sum = 0n
  for (const { account, denomination, amount } of legs) {
    if (account.owner !== 'object' || denomination !== 'USD') continue
    if (account.objectId === objectId && account.isolatedMarket === isolatedMarket) sum += amount
  }
  return sum
}

function addFees(costs: LotCosts, fees: FeeParts): LotCosts {
  return {
    exchange: costs.exchange + fees.exchange,
    platform: costs.platform + fees.platform,
    builder: costs.builder + fees.builder,
    funding: costs.funding,
  }
}

function accrueFees(draft: Draft, { platform, builder }: FeeParts): void {
  if (platform === 0n && builder === 0n) return
  const { accrued } = draft
  draft.setAccrued({ platform: accrued.platform + platform, builder: accrued.builder + builder })
}

interface Booked {
  change: LotChange
  legs: readonly Leg[]
  leverage: number
  lotId: string | undefined
  before: Position | undefined
  after: Position | undefined
}

function emitFill(draft: Draft, fill: SideFill, booked: Booked): void {
  const { change, legs, leverage, before, after } = booked
  const fee = totalFee(fill.fees)
  const { objectId, market, orderId, twapId, side, price, isMaker, isLiquidation } = fill
  const resultingPosition = after && {
    size: after.size,
    entryNotional: after.entryNotional,
    leverage,
  }
  draft.emit(
    {
      type: 'filled',
      fill: {
        objectId,
        market,
        orderId,
        twapId,
        side,
        size: fill.lots,
        price,
        direction: change.direction,
        startPosition: before?.size ?? 0n,
        realizedPnl: change.realizedPnl,
        fee,
        feeBreakdown: fill.fees,
        netBalanceChange: change.realizedPnl - fee,
        resultingPosition: resultingPosition ?? null,
        lotId: booked.lotId ?? after!.lotId,
        isMaker,
        isLiquidation,
        counterparty: fill.counterparty,
      },
    },
    legs
  )
}

function endLot(
  draft: Draft,
  { objectId, market }: SideFill,
  before: Position,
  closeFees: FeeParts,
  flipped: boolean
): void {
  const costs = addFees(before.costs, closeFees)
  const reason = flipped ? 'flipped' : 'closed'
  draft.emit({ type: 'lot_ended', lot: { objectId, market, lotId: before.lotId, reason, costs } })
}
