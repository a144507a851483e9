import type { Micros } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import type { Atoms } from '#app/money/usd'
import { Database } from '#app/storage/database'
import type { ServiceObject } from '#modules/ledger/extension/ledger_terms'
import type { ValuationCut } from '#modules/ledger/extension/valuator'
import { closeTime, crossingsBetween, cutOf, entriesAt, JournalCuts } from '#modules/ledger/index'
import { parseMark } from '../core/market_track.ts'
import type { Buckets, Resolution } from '../core/resolutions.ts'
import type { Target } from '../core/target.ts'
import { worthTrack, type Worth } from '../core/worth_track.ts'
import { sealsOf, storedMarks, type Seal } from '../storage/history_store.ts'
import { readMoves, type Moves } from './history_moves.ts'
import { JournalWorth } from './journal_worth.ts'
import { targetObjectsBetween } from './target_objects.ts'
import type { MayRead } from './value_at_cut.ts'
import { ValueObjects } from './value_objects.ts'

/**
 * `open`: it may still change. `sealed`: it is final. `carried`: it is final, and nothing changed.
 * `incomplete`: a mark was missing.
 */
export type PointStatus = 'open' | 'sealed' | 'carried' | 'incomplete'

export interface WorthQuery {
  realmId: string
  target: Target
  resolution: Resolution
  buckets: Buckets
  now: Micros
  mayRead: MayRead
  /** Whether to read what crossed the border of the target too. */
  withFlows?: boolean
}

export interface WorthPoint {
  /** End of the bucket, in seconds since the Unix epoch. */
  end: number
  equityUsd: Atoms
  status: PointStatus
}

export interface WorthHistory {
  /** Equity at the beginning of the first bucket. */
  startEquityUsd: Atoms
  points: WorthPoint[]
  /** What came in less what left, by the end of its bucket; buckets without flows are left out. */
  flows: ReadonlyMap<number, Atoms>
}

const MICROS = 1_000_000

/**
 * What a target was worth at the end of each bucket: the answers of `ValueAtCut` for these moments,
 * a thousand of them at the cost of a few.
 */
@singleton()
export class ReadWorth {
  constructor(
    private database: Database,
    private cuts: JournalCuts,
    private values: ValueObjects,
    private worth: JournalWorth
  ) {}

  /** @throws ServiceError VALUATION_UNAVAILABLE */
  async run(query: WorthQuery): Promise<WorthHistory> {
    const { realmId, buckets, now } = query
    const over = buckets.ends.findLast((end) => end * MICROS <= now) ?? buckets.start
    // From here on nothing is committed in the buckets that have ended.
    await closeTime(this.database, realmId, over * MICROS)
    await this.values.prepare(realmId, null)
    return this.cuts.now(realmId, (cut) => this.#read(cut, query))
  }

  async #read(cut: ValuationCut, query: WorthQuery): Promise<WorthHistory> {
    const { realmId, buckets, resolution, now } = query
    const from = await cutOf(cut.session, realmId, buckets.start * MICROS)
    const found = await targetObjectsBetween(from, cut, query.target)
    const objects = this.worth.groups(found.filter(({ path }) => query.mayRead(path)))
    const [seal = null] = await sealsOf(cut.session, [realmId])
    const moves = await readMoves(cut, {
      cashIds: objects.cash.map(({ id }) => id),
      positionIds: objects.positions.map(({ id }) => id),
      buckets,
      resolution,
      startSeq: from.seq,
      seal,
      now,
    })
    const markOf = await this.#marks(cut, query, { seal, moves })
    const track = worthTrack({ moments: [buckets.start, ...buckets.ends], ...moves, markOf })
    const provisional = new ProvisionalWorth(this.values, cut, now, objects.positions)
    const values: Atoms[] = []
    for (const worth of track) values.push(worth.value + (await provisional.of(worth)))
    const points = track.slice(1).map((worth, index) => {
      const same = values[index] === values[index + 1]
      const status = statusOf(worth, { now, sealed: seal?.sealedSeconds ?? 0, same })
      return { end: worth.moment, equityUsd: values[index + 1]!, status }
    })
    const flows = query.withFlows
      ? await this.#flows(from, cut, query, objects.cash)
      : new Map<number, Atoms>()
    return { startEquityUsd: values[0]!, points, flows }
  }

  /** The flows, by the rules of the profit and loss of one stretch of time. */
  async #flows(
    from: ValuationCut,
    to: ValuationCut,
    { realmId, buckets, now }: WorthQuery,
    objects: readonly ServiceObject[]
  ): Promise<Map<number, Atoms>> {
    const ids = objects.map(({ id }) => id)
    const crossings = await crossingsBetween(from, to, ids)
    const flows = new Map<number, Atoms>()
    if (crossings.length === 0) return flows
    const over = buckets.ends.filter((end) => end * MICROS <= now)
    const cuts = await entriesAt(
      to.session,
      realmId,
      over.map((end) => end * MICROS)
    )
    let bucket = 0
    for (const { seq, amount } of crossings.toSorted((a, b) => a.seq - b.seq)) {
      while (bucket < cuts.length && seq > cuts[bucket]!) bucket++
      const end = buckets.ends[bucket]
      // Entries after the last bucket are no part of this history.
      if (end === undefined) break
      flows.set(end, (flows.get(end) ?? 0n) + amount)
    }
    return flows
  }

  /**
   * Marks of sealed moments are stored. The marks of other moments are those known now, which
   * sealing will store.
   */
  async #marks(
    cut: ValuationCut,
    { realmId, buckets, resolution, now }: WorthQuery,
    { seal, moves }: { seal: Seal | null; moves: Moves }
  ) {
    const all = [...moves.positions, ...moves.positionMoves]
    const markets = [...new Set(all.map(({ market }) => market))]
    const marks = new Map<string, bigint | null>()
    const keyOf = (market: string, moment: number) => `${moment} ${market}`
    if (markets.length > 0) {
      const sealed = seal?.sealedSeconds ?? 0
      const moments = [buckets.start, ...buckets.ends]
      const piece = { width: resolution.storedSeconds, after: buckets.start, upTo: sealed }
      const stored = await storedMarks(cut.session, realmId, markets, piece)
      for (const { market, end, mark } of stored) {
        marks.set(keyOf(market, end), mark === null ? null : parseMark(mark))
      }
      const unsealed = moments.filter((moment) => moment > sealed)
      const asked = unsealed.map((moment) => Math.min(moment * MICROS, now))
      for (const [index, known] of (await this.worth.marksAt(realmId, asked)).entries()) {
        for (const [market, mark] of known) {
          marks.set(keyOf(market, unsealed[index]!), parseMark(mark))
        }
      }
    }
    return (market: string, moment: number) => marks.get(keyOf(market, moment)) ?? null
  }
}

/** Positions without a mark count at their cost, as in every valuation. */
class ProvisionalWorth {
  #known: { key: string; value: Atoms } | null = null
  #movedAt = 0

  constructor(
    private values: ValueObjects,
    private cut: ValuationCut,
    private now: Micros,
    private objects: readonly ServiceObject[]
  ) {}

  /** Must be called in the order of moments. */
  async of({ moment, moved, unmarked }: Worth): Promise<Atoms> {
    if (moved) this.#movedAt = moment
    if (unmarked.length === 0) return 0n
    // Only trades change the cost of a position.
    const key = `${this.#movedAt} ${unmarked.join(' ')}`
    if (this.#known?.key !== key) this.#known = { key, value: await this.#costOf(moment, unmarked) }
    return this.#known.value
  }

  async #costOf(moment: number, markets: readonly string[]): Promise<Atoms> {
    const at = moment * MICROS
    const { session, realmId } = this.cut
    const cut = at > this.now ? this.cut : await cutOf(session, realmId, at)
    const valued = await this.values.run(cut, this.objects)
    return valued
      .flatMap(({ valuation }) => valuation.positions ?? [])
      .filter(({ market }) => markets.includes(market))
      .reduce((sum, { valueUsd }) => sum + valueUsd, 0n)
  }
}

function statusOf(
  { moment, unmarked, held, moved }: Worth,
  { now, sealed, same }: { now: Micros; sealed: number; same: boolean }
): PointStatus {
  if (moment * MICROS > now) return 'open'
  if (unmarked.length > 0) return 'incomplete'
  // The journal of a bucket that has ended is final; the marks of its end are final once they are
  // stored.
  if (held && moment > sealed) return 'open'
  return same && !moved ? 'carried' : 'sealed'
}
