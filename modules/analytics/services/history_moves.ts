import type { Micros } from '#app/clock/clock'
import type { Atoms } from '#app/money/usd'
import type { ValuationCut } from '#modules/ledger/extension/valuator'
import {
  USD,
  cashChanges,
  entriesAt,
  heldAtCut,
  nextCommit,
  positionChanges,
} from '#modules/ledger/index'
import { endOf, piecesOf, type Buckets, type Piece, type Resolution } from '../core/resolutions.ts'
import type { CashMove, HeldPosition, PositionMove } from '../core/worth_track.ts'
import { storedCash, storedPositions, type Seal } from '../storage/history_store.ts'

/** Positions are balances of the ledger in a denomination of their own. */
const POSITION = 'PERP:'
/** The bucket of changes after the history, which are needed to calculate backwards from now. */
const LATER = Number.POSITIVE_INFINITY
const MICROS = 1_000_000
const MINUTE = 60
const DAY = 86_400

export interface MovesQuery {
  cashIds: readonly string[]
  positionIds: readonly string[]
  buckets: Buckets
  resolution: Resolution
  /** The newest entry at the beginning of the first bucket. */
  startSeq: number
  seal: Seal | null
  now: Micros
}

export interface Moves {
  cash: Atoms
  positions: readonly HeldPosition[]
  cashMoves: readonly CashMove[]
  positionMoves: readonly PositionMove[]
}

/** The stored buckets of a history, and the part of the journal after them. */
interface Cover {
  /** Each piece with the width by which its rows are summed. */
  pieces: { piece: Piece; seconds: number; isLater: boolean }[]
  /** The journal after this entry is read directly. */
  after: number
  /**
   * Ends of the buckets that this part of the journal falls into, and the last entries of those
   * that have ended.
   */
  ends: readonly number[]
  cuts: readonly number[]
}

/**
 * What objects held at the beginning of a history, and how it changed bucket by bucket. It is
 * calculated backwards from what they hold at the cut, so that no past balance has to be looked up:
 * the changes of sealed buckets are stored, and only what came after them is read from the journal.
 */
export async function readMoves(cut: ValuationCut, query: MovesQuery): Promise<Moves> {
  const cover = await coverOf(cut, query)
  return { ...(await cashOf(cut, query, cover)), ...(await positionsOf(cut, query, cover)) }
}

async function coverOf(cut: ValuationCut, query: MovesQuery): Promise<Cover> {
  const { buckets, resolution, seal, startSeq, now } = query
  const { start, ends } = buckets
  const end = ends.at(-1) ?? start
  const sealed = Math.max(start, seal ? await storedUpTo(cut, seal, now) : start)
  const { seconds, storedSeconds } = resolution
  const within = piecesOf(start, Math.min(sealed, end), storedSeconds)
  // Changes after the history are needed only as one sum, for which the widest buckets do.
  const later = sealed > end ? piecesOf(end, sealed, DAY) : []
  const open = ends.filter((each) => each > sealed)
  const over = open.filter((each) => each * MICROS <= now)
  return {
    pieces: [
      ...within.map((piece) => ({ piece, seconds, isLater: false })),
      ...later.map((piece) => ({ piece, seconds: piece.width, isLater: true })),
    ],
    after: sealed > start ? seal!.seq : startSeq,
    ends: open,
    cuts: await entriesAt(
      cut.session,
      cut.realmId,
      over.map((each) => each * MICROS)
    ),
  }
}

/**
 * The time up to which stored buckets have all changes: beyond the seal as long as nothing was
 * committed. An old seal may end inside a bucket whose finer parts are no longer kept.
 */
async function storedUpTo(cut: ValuationCut, seal: Seal, now: Micros): Promise<number> {
  const next = await nextCommit(cut.session, cut.realmId, seal.sealedSeconds * MICROS)
  return next === null ? endOf(now, DAY) : endOf(next, MINUTE) - MINUTE
}

async function cashOf(cut: ValuationCut, { cashIds }: MovesQuery, cover: Cover) {
  const moves: CashMove[] = []
  for (const { piece, seconds, isLater } of cover.pieces) {
    const terms = { denomination: USD, piece, seconds }
    const stored = await storedCash(cut.session, cut.realmId, cashIds, terms)
    moves.push(...stored.map((each) => (isLater ? { ...each, end: LATER } : each)))
  }
  const fresh = cashIds.length === 0 ? [] : await cashChanges(cut.session, cashIds, USD, cover)
  for (const { stretch, amount } of fresh) {
    moves.push({ end: cover.ends[stretch] ?? LATER, amount })
  }
  const held = await heldAtCut(cut, cashIds, 'cash')
  const now = held.reduce((sum, { settled }) => sum + settled, 0n)
  const cash = moves.reduce((left, { amount }) => left - amount, now)
  return { cash, cashMoves: moves.filter(({ end }) => end !== LATER) }
}

async function positionsOf(cut: ValuationCut, { positionIds }: MovesQuery, cover: Cover) {
  const held = await heldAtCut(cut, positionIds, 'positions')
  if (held.length === 0) return { positions: [], positionMoves: [] }
  const moves: PositionMove[] = []
  for (const { piece, seconds, isLater } of cover.pieces) {
    const stored = await storedPositions(cut.session, cut.realmId, positionIds, { piece, seconds })
    for (const { objectId, denomination, amount, end } of stored) {
      moves.push({ objectId, market: marketOf(denomination), amount, end: isLater ? LATER : end })
    }
  }
  const denominations = [...new Set(held.map(({ denomination }) => denomination))]
  const fresh = await positionChanges(cut.session, positionIds, denominations, cover)
  for (const { objectId, denomination, amount, stretch } of fresh) {
    const end = cover.ends[stretch] ?? LATER
    moves.push({ objectId, market: marketOf(denomination), amount, end })
  }
  const sizes = new Map(
    held.map(({ objectId, denomination, settled }): [string, HeldPosition] => {
      const market = marketOf(denomination)
      return [`${objectId} ${market}`, { objectId, market, size: settled }]
    })
  )
  for (const { objectId, market, amount } of moves) {
    // A balance is never deleted, so every move has one.
    sizes.get(`${objectId} ${market}`)!.size -= amount
  }
  const positions = [...sizes.values()].filter(({ size }) => size !== 0n)
  return { positions, positionMoves: moves.filter(({ end }) => end !== LATER) }
}

function marketOf(denomination: string): string {
  return denomination.slice(POSITION.length)
}
