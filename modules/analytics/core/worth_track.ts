import type { Atoms } from '#app/money/usd'
import { MarketTrack, commonUnit } from './market_track.ts'

/** A change of what objects hold in dollars, by the end of the bucket it falls into. */
export interface CashMove {
  end: number
  amount: Atoms
}

/** The same of one object's position. */
export interface PositionMove extends CashMove {
  objectId: string
  market: string
}

export interface HeldPosition {
  objectId: string
  market: string
  size: Atoms
}

export interface WorthInput {
  /** Moments at which the worth is wanted, rising; the first is where the history begins. */
  moments: readonly number[]
  /** Held at the first moment. */
  cash: Atoms
  positions: readonly HeldPosition[]
  /** After the first moment. */
  cashMoves: readonly CashMove[]
  positionMoves: readonly PositionMove[]
  /** The mark of a market at a moment, in units of 1e-18 USD; null when there is none. */
  markOf: (market: string, moment: number) => bigint | null
}

/** What all objects are worth together at a moment. */
export interface Worth {
  moment: number
  /** Cash and the positions that have a mark. */
  value: Atoms
  /** Markets somebody holds a position in, without a mark. */
  unmarked: readonly string[]
  /** Whether anybody holds a position. */
  held: boolean
  /** Whether anything moved since the moment before. */
  moved: boolean
}

/** Follows what objects hold from moment to moment, and values it at the marks of each. */
export function worthTrack(input: WorthInput): Worth[] {
  const { moments, cashMoves, markOf } = input
  const cashByEnd = sumsByEnd(cashMoves)
  const moves = Map.groupBy(input.positionMoves, ({ end }) => end)
  const tracks = openTracks(input)
  let cash = input.cash
  return moments.map((moment, index) => {
    const own = index === 0 ? [] : (moves.get(moment) ?? [])
    if (index > 0) cash += cashByEnd.get(moment) ?? 0n
    for (const { objectId, market, amount } of own) tracks.get(market)!.move(objectId, amount)
    const moved = index > 0 && (own.length > 0 || cashByEnd.has(moment))
    const open = [...tracks].filter(([, { holders }]) => holders > 0)
    const unmarked: string[] = []
    let value = cash
    for (const [market, track] of open) {
      const mark = markOf(market, moment)
      if (mark === null) unmarked.push(market)
      else value += track.valueAt(mark)
    }
    return { moment, value, unmarked, held: open.length > 0, moved }
  })
}

function sumsByEnd(moves: readonly CashMove[]): Map<number, Atoms> {
  const sums = new Map<number, Atoms>()
  for (const { end, amount } of moves) sums.set(end, (sums.get(end) ?? 0n) + amount)
  return sums
}

function openTracks({ positions, positionMoves }: WorthInput): Map<string, MarketTrack> {
  const sizes = Map.groupBy(
    [
      ...positions.map(({ market, size }) => ({ market, amount: size })),
      ...positionMoves.map(({ market, amount }) => ({ market, amount })),
    ],
    ({ market }) => market
  )
  const tracks = new Map<string, MarketTrack>()
  for (const [market, each] of sizes) {
    tracks.set(market, new MarketTrack(commonUnit(each.map(({ amount }) => amount))))
  }
  for (const { objectId, market, size } of positions) tracks.get(market)!.move(objectId, size)
  return tracks
}
