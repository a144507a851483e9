import type { Micros } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import { Database } from '#app/storage/database'
import type { MarksUsed, ValuationCut } from '#modules/ledger/extension/valuator'
import { RealmDirectory } from '#modules/ledger/index'
import type { Price } from '../core/numerics.ts'
import { LivePrices } from '../live/services/live_prices.ts'
import {
  LIVE_MIDS,
  midsAtEach,
  midsOf,
  settleLiveMids,
  settleMids,
  type KnownMids,
} from '../storage/mid_store.ts'
import { SHARED_FEED, feedOfRealm } from './feed_directory.ts'

/** The mid of every market that had one, and the source of the mids. */
export interface Marks {
  mids: ReadonlyMap<string, Price>
  /** null when there are no mids. */
  used: MarksUsed | null
}

const NO_MARKS: Marks = { mids: new Map(), used: null }

/**
 * The mids at which positions are valued: those known at the cut, from the realm's own feed since
 * it has one. Simulated prices must never pass for real ones, so a live realm is valued at the
 * venue's prices.
 */
@singleton()
export class MarksAt {
  constructor(
    private database: Database,
    private realms: RealmDirectory,
    private live: LivePrices
  ) {}

  /**
   * Called before a cut is opened: reads the live venue's prices, or waits for prices that are
   * being committed.
   */
  async prepare(realmId: string, asOf: Micros | null): Promise<void> {
    const isLive = await this.#isLive(realmId)
    if (asOf === null) {
      if (isLive && this.live.connected) await this.live.markets()
      return
    }
    const feeds = isLive ? [LIVE_MIDS] : [feedOfRealm(realmId), SHARED_FEED]
    const newest = await Promise.all(feeds.map((id) => midsOf(this.database, id, null)))
    if (newest.some((known) => known && known.madeAt > asOf)) return
    if (isLive) await settleLiveMids(this.database)
    else await settleMids(this.database, feeds)
  }

  /** The marks that were known at each of the moments. */
  async at(realmId: string, moments: readonly Micros[]): Promise<Marks[]> {
    if (moments.length === 0) return []
    await this.prepare(realmId, Math.max(...moments))
    const feeds = (await this.#isLive(realmId)) ? [LIVE_MIDS] : [feedOfRealm(realmId), SHARED_FEED]
    const known = await Promise.all(feeds.map((id) => midsAtEach(this.database, id, moments)))
    return moments.map((_, index) => {
      const first = known.find((ofFeed) => ofFeed[index])?.[index]
      return first ? marksOf(first) : NO_MARKS
    })
  }

  async read(cut: ValuationCut): Promise<Marks> {
    if (await this.#isLive(cut.realmId)) return this.#ofLive(cut)
    const own = await midsOf(cut.session, feedOfRealm(cut.realmId), cut.asOf)
    const known = own ?? (await midsOf(cut.session, SHARED_FEED, cut.asOf))
    return known ? marksOf(known) : NO_MARKS
  }

  async #ofLive({ session, asOf }: ValuationCut): Promise<Marks> {
    if (asOf === null) {
      const remembered = this.live.mids()
      if (!remembered) return NO_MARKS
      const { atMs, mids } = remembered
      return { mids, used: { asOf: atMs * 1000, source: 'cache' } }
    }
    const known = await midsOf(session, LIVE_MIDS, asOf)
    return known ? marksOf(known) : NO_MARKS
  }

  async #isLive(realmId: string): Promise<boolean> {
    const realm = await this.realms.find(realmId)
    return realm?.asset === 'live'
  }
}

function marksOf({ mids, madeAt }: KnownMids): Marks {
  return { mids, used: { asOf: madeAt, source: 'snapshot' } }
}
