import type { Atoms } from '#app/money/usd'
import { MarketTrack, commonUnit } from './market_track.ts'

/** A change of dollars that objects hold, by the end of its bucket. */
export interface CashMove {
  end: number
  amount: Atoms
}

/** A change of one object's position, by the end of its bucket. */
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
  /** The moments to value, in rising order; the history begins at the first. */
  moments: readonly number[]
  /** Cash at the first moment. */
  cash: Atoms
  positions: readonly HeldPosition[]
  /** Changes after the first moment. */
  cashMoves: readonly CashMove[]
  positionMoves: readonly PositionMove[]
  /** The mark of a market at a moment, in units of 1e-18 USD; null when there is none. */
  markOf: (market: string, moment: number) => bigint | null
}

/** The worth of all objects together at a moment. */
export interface Worth {
  moment: number
  /** Cash and all positions with a mark. */
  value: Atoms
  /** Markets without a mark in which an object holds a position. */
  unmarked: readonly string[]
  /** Whether any object holds a position. */
  held: boolean
  /** Whether anything moved since the previous moment. */
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
