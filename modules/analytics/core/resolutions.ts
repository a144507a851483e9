import type { Micros } from '#app/clock/clock'

export const RESOLUTION_NAMES = ['1m', '5m', '15m', '30m', '1h', '4h', '1d'] as const
export type ResolutionName = (typeof RESOLUTION_NAMES)[number]

/** Width of the buckets whose changes are stored, in seconds. */
export type StoredWidth = 60 | 300 | 3600 | 86_400

export interface Resolution {
  name: ResolutionName
  seconds: number
  /** How far back a range of this resolution may begin. */
  retentionDays: number
  /** The widest stored buckets that its points can be made of. */
  storedSeconds: StoredWidth
}

/** Finest first. */
export const RESOLUTIONS: readonly Resolution[] = [
  { name: '1m', seconds: 60, retentionDays: 7, storedSeconds: 60 },
  { name: '5m', seconds: 300, retentionDays: 30, storedSeconds: 300 },
  { name: '15m', seconds: 900, retentionDays: 45, storedSeconds: 300 },
  { name: '30m', seconds: 1800, retentionDays: 60, storedSeconds: 300 },
  { name: '1h', seconds: 3600, retentionDays: 90, storedSeconds: 3600 },
  { name: '4h', seconds: 14_400, retentionDays: 180, storedSeconds: 3600 },
  { name: '1d', seconds: 86_400, retentionDays: 3650, storedSeconds: 86_400 },
]

/** Finest first. */
export const STORED_WIDTHS: readonly StoredWidth[] = [60, 300, 3600, 86_400]

const DAY_SECONDS = 86_400
const MICROS = 1_000_000

/**
 * For how many days buckets of a stored width are kept: as long as the coarsest resolution that
 * uses them.
 */
export function keptDays(width: StoredWidth): number {
  const users = RESOLUTIONS.filter(({ storedSeconds }) => storedSeconds === width)
  return Math.max(...users.map(({ retentionDays }) => retentionDays))
}

/** A range of time, and the most points that its history may have. */
export interface HistoryRange {
  from: Micros
  to: Micros
  points: number
}

export type ResolutionChoice =
  | { kind: 'chosen'; resolution: Resolution; requested: Resolution }
  /** Not even the coarsest resolution has so few points, or reaches so far back. */
  | { kind: 'too_many_points'; most: number }
  | { kind: 'not_retained'; days: number }

/**
 * The finest resolution with few enough points; or the next coarser one, when that is no longer
 * kept for the range.
 */
export function chooseResolution(range: HistoryRange, now: Micros): ResolutionChoice {
  const { from, to, points } = range
  const coarsest = RESOLUTIONS.at(-1)!
  const fits = ({ seconds }: Resolution) => Math.ceil((to - from) / (seconds * MICROS)) <= points
  const isKept = ({ retentionDays }: Resolution) =>
    from >= now - retentionDays * DAY_SECONDS * MICROS
  if (!isKept(coarsest)) return { kind: 'not_retained', days: coarsest.retentionDays }
  const requested = RESOLUTIONS.find(fits)
  if (!requested) return { kind: 'too_many_points', most: points }
  const resolution = RESOLUTIONS.slice(RESOLUTIONS.indexOf(requested)).find(isKept)!
  return { kind: 'chosen', resolution, requested }
}

/** The buckets that a range touches, as seconds since the Unix epoch. */
export interface Buckets {
  /** The beginning of the first bucket. */
  start: number
  /** The end of each bucket, in order; the last one may still be running. */
  ends: readonly number[]
}

/**
 * Every bucket that the range touches and that has begun. A range that begins and ends inside
 * buckets may touch one more than it has points for: the first is then left out.
 */
export function bucketsOf(range: HistoryRange, { seconds }: Resolution, now: Micros): Buckets {
  const width = seconds * MICROS
  const first = Math.floor(range.from / width)
  const beyond = Math.min(Math.ceil(range.to / width), Math.floor(now / width) + 1)
  // A range without length lies in one bucket.
  const last = Math.max(beyond, first + 1)
  const start = Math.max(first, last - range.points)
  const ends = Array.from({ length: last - start }, (_, index) => (start + index + 1) * seconds)
  return { start: start * seconds, ends }
}

/** Stored buckets of one width without a gap: after `after`, up to `upTo`. */
export interface Piece {
  width: StoredWidth
  after: number
  upTo: number
}

/**
 * The fewest stored buckets that cover the time after `after` up to `upTo`, both whole minutes.
 *
 * @param widest the widest bucket that may be used
 */
export function piecesOf(after: number, upTo: number, widest: number): Piece[] {
  const pieces: Piece[] = []
  for (let at = after; at < upTo;) {
    const width = STORED_WIDTHS.findLast(
      (each) => each <= widest && at % each === 0 && at + each <= upTo
    )
    if (width === undefined) throw new Error('Stored buckets begin and end at whole minutes')
    const wider = STORED_WIDTHS.find((each) => each > width && each <= widest)
    // Up to the beginning of the next wider bucket, or as far as this width reaches.
    const climb = wider === undefined ? Infinity : Math.ceil((at + 1) / wider) * wider
    const reach = Math.floor(upTo / width) * width
    const next = climb + (wider ?? 0) <= upTo ? climb : reach
    pieces.push({ width, after: at, upTo: next })
    at = next
  }
  return pieces
}

/** The end of the bucket of a width that a moment belongs to; the end is part of the bucket. */
export function endOf(moment: Micros, width: number): number {
  return Math.ceil(moment / (width * MICROS)) * width
}

/** The stored width of a late seal's steps: finer buckets are not kept that long. */
export function stepWidth(atSeconds: number, nowSeconds: number, spareDays: number): StoredWidth {
  const age = nowSeconds - atSeconds
  return STORED_WIDTHS.find((width) => age <= (keptDays(width) + spareDays) * DAY_SECONDS) ?? 86_400
}
