import type { Command } from '#modules/venue/core/engine/commands'
import type { FundingRate } from '#modules/venue/core/engine/funding'
import {
  RATE_ONE,
  formatFixed,
  formatPrice,
  powerOfTen,
  roundToTick,
} from '#modules/venue/core/numerics'
import { type VenueWorld } from '#tests/unit/venue/engine/venue_world'
import { isDelistedHere } from './trading_checks.ts'
import type { Finale, Move } from './trading_moves.ts'

/** Turns a move into the command it means in this world, and moves its prices; null for neither. */
export function commandOf(world: VenueWorld, each: Move | NonNullable<Finale>): Command | null {
  switch (each.kind) {
    case 'order':
      return orderOf(world, each)
    case 'trigger':
      return triggerOf(world, each)
    case 'bracket':
      return bracketOf(world, each)
    case 'protect':
      return protectionOf(world, each)
    case 'move':
      return tickOf(world, each)
    case 'close':
      return {
        type: 'close_position',
        objectId: each.name,
        market: each.market,
        orderId: world.nextId(),
      }
    case 'delist':
      return { type: 'delist', market: each.market, settlement: markOf(world, each.market) }
    case 'twap':
      return twapOf(world, each)
    case 'liquidity': {
      const scale = (RATE_ONE * BigInt(each.percent)) / 100n
      world.setLiquidity(each.market, { [each.side]: scale })
      return null
    }
    default:
      return accountCommandOf(world, each)
  }
}

type Simple = Extract<
  Move,
  { kind: 'cancel' | 'resize' | 'leverage' | 'isolated_margin' | 'cash' | 'wind_up' | 'fees' }
>

function accountCommandOf(world: VenueWorld, each: Simple): Command | null {
  switch (each.kind) {
    case 'cancel':
    case 'resize': {
      const live = [...world.state.orders.values()]
      const picked = live[Math.floor(each.place * live.length)]
      if (!picked) return null
      const { objectId, orderId, size, market: id } = picked
      if (each.kind === 'cancel') return { type: 'cancel_order', objectId, orderId }
      const { szDecimals } = world.inputs.markets.get(id)!.market
      const newSize = formatFixed((size * BigInt(each.percent)) / 100n, szDecimals)
      return { type: 'resize_order', objectId, orderId, newSize }
    }
    case 'leverage':
      return {
        type: 'set_leverage',
        objectId: each.name,
        market: each.market,
        leverage: each.leverage,
      }
    case 'isolated_margin':
      return {
        type: 'move_isolated_margin',
        objectId: each.name,
        market: each.market,
        amount: BigInt(each.usd) * 1_000_000n,
      }
    case 'cash': {
      const amount = BigInt(Math.abs(each.usd)) * 1_000_000n
      const type = each.usd < 0 ? 'withdraw' : 'deposit'
      return { type, objectId: each.name, amount }
    }
    case 'wind_up':
      return { type: 'wind_up', objectId: each.name }
    case 'fees':
      return { type: 'distribute_fees' }
  }
}

function markOf(world: VenueWorld, id: string) {
  return world.inputs.markets.get(id)!.prices!.mark
}

function away(world: VenueWorld, id: string, bps: number): string {
  const { szDecimals } = world.inputs.markets.get(id)!.market
  const price = (markOf(world, id) * BigInt(10_000 + bps)) / 10_000n
  return formatPrice(roundToTick(price, szDecimals))
}

function sizeOf(world: VenueWorld, id: string, usd: number): string {
  const { szDecimals } = world.inputs.markets.get(id)!.market
  const lots = (BigInt(usd) * powerOfTen(8 + szDecimals)) / markOf(world, id)
  return formatFixed(lots > 0n ? lots : 1n, szDecimals)
}

function orderOf(world: VenueWorld, each: Extract<Move, { kind: 'order' }>): Command {
  const limit = each.offsetBps === null ? {} : { price: away(world, each.market, each.offsetBps) }
  const isolatedOnly = each.market.startsWith('vn:1')
  return world.order(each.name, {
    market: each.market,
    side: each.side,
    size: sizeOf(world, each.market, each.worthUsd),
    reduceOnly: each.reduceOnly,
    timeInForce: each.offsetBps === null ? 'GTC' : each.timeInForce,
    useMax: each.useMax,
    ...limit,
    ...(each.leverage === null ? {} : { leverage: each.leverage }),
    ...(isolatedOnly ? { isolated: true, leverage: (each.leverage ?? 5) % 10 || 1 } : {}),
    ...(!isolatedOnly && each.isolated !== null ? { isolated: each.isolated } : {}),
    ...(each.tolerance === null ? {} : { sizeTolerance: each.tolerance }),
    ...(each.group === null ? {} : { ocoGroupId: `${each.name}-${each.group}` }),
  })
}

function triggerOf(world: VenueWorld, each: Extract<Move, { kind: 'trigger' }>): Command {
  const unsized = each.sizeToMax && each.reduceOnly
  return world.order(each.name, {
    market: each.market,
    side: each.side,
    orderType: each.limitBps === null ? 'MARKET' : 'LIMIT',
    isTrigger: true,
    triggerPx: away(world, each.market, each.offsetBps),
    tpsl: each.tpsl,
    reduceOnly: each.reduceOnly,
    isMarket: each.limitBps === null,
    ...(each.limitBps === null ? {} : { price: away(world, each.market, each.limitBps) }),
    ...(unsized ? { sizeToMax: true } : { size: sizeOf(world, each.market, each.worthUsd) }),
    ...(each.group === null ? {} : { ocoGroupId: `${each.name}-${each.group}` }),
  })
}

function bracketOf(world: VenueWorld, each: Extract<Move, { kind: 'bracket' }>): Command {
  const { market: id, distanceBps } = each
  const entry = world.order(each.name, {
    market: id,
    side: each.side,
    size: sizeOf(world, id, each.worthUsd),
    ...(each.offsetBps === null ? {} : { price: away(world, id, each.offsetBps) }),
    ...(id.startsWith('vn:1') ? { isolated: true, leverage: 5 } : {}),
  })
  const sign = each.side === 'buy' ? 1 : -1
  const leg = (tpsl: 'tp' | 'sl') => ({
    orderId: world.nextId(),
    request: {
      market: id,
      side: each.side === 'buy' ? ('sell' as const) : ('buy' as const),
      orderType: 'MARKET' as const,
      isTrigger: true,
      reduceOnly: true,
      tpsl,
      triggerPx: away(
        world,
        id,
        (each.offsetBps ?? 0) + sign * (tpsl === 'tp' ? 1 : -1) * distanceBps
      ),
      ...(tpsl === 'tp' ? { size: entry.order.size! } : { sizeToMax: true }),
    },
  })
  return {
    type: 'place_bracket',
    objectId: each.name,
    orderId: entry.orderId,
    entry: entry.order,
    legs: [leg('tp'), leg('sl')],
    ocoGroupId: world.nextId('oco'),
  }
}

function protectionOf(world: VenueWorld, each: Extract<Move, { kind: 'protect' }>): Command {
  const held = world.position(each.name, each.market)?.size ?? 0n
  const up = away(world, each.market, each.distanceBps)
  const down = away(world, each.market, -each.distanceBps)
  return {
    type: 'set_position_triggers',
    objectId: each.name,
    market: each.market,
    takeProfit: { orderId: world.nextId(), triggerPx: held > 0n ? up : down },
    stopLoss: { orderId: world.nextId(), triggerPx: held > 0n ? down : up },
    stack: each.stack,
  }
}

function twapOf(world: VenueWorld, each: Extract<Move, { kind: 'twap' }>): Command {
  return {
    type: 'start_twap',
    objectId: each.name,
    twapId: world.nextId('twap'),
    twap: {
      market: each.market,
      side: each.side,
      totalSize: sizeOf(world, each.market, each.worthUsd),
      durationMinutes: each.minutes,
      randomize: each.randomize,
      ...(each.market.startsWith('vn:1') ? { isolated: true, leverage: 5 } : {}),
    },
  }
}

/** Prices move and ten ticks go by at once, so that hours and slices come due within a day. */
function tickOf(world: VenueWorld, each: Extract<Move, { kind: 'move' }>): Command | null {
  if (isDelistedHere(world.state, each.market)) return null
  const { szDecimals } = world.inputs.markets.get(each.market)!.market
  const moved = (markOf(world, each.market) * BigInt(10_000 + each.bps)) / 10_000n
  world.setMark(each.market, roundToTick(moved, szDecimals))
  const tick = world.inputs.tick + 10
  world.inputs = { ...world.inputs, tick, nowMs: tick * 3000 }
  const funding: FundingRate[] = []
  if (each.fundingBps !== null) {
    const rate = (RATE_ONE * BigInt(each.fundingBps)) / 10_000n
    funding.push({ market: each.market, hour: tick, rate })
  }
  return { type: 'tick', funding }
}
