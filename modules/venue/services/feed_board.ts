import { Clock } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import { LEDGER_LIMITS } from '#modules/ledger/index'
import { feedNowMs } from '../core/feed/feed_clock.ts'
import type { Price } from '../core/numerics.ts'
import { msOfTick } from '../core/tick.ts'
import { FeedStore, type StoredFeed } from '../storage/feed_store.ts'

/** Prices older than this are shown as stale: five ticks were missed. */
export const STALE_AFTER_SECONDS = LEDGER_LIMITS.midStaleSeconds

/**
 * Far shorter than a tick, so that a burst of readers costs one statement, and no reader sees old
 * prices.
 */
const CACHE_MS = 250

/** The age of prices. */
export interface PriceAge {
  /** In milliseconds since the Unix epoch; for a feed, the beginning of its tick. */
  asOfMs: number
  ageSeconds: number
  stale: boolean
}

/** The age by the feed's own clock: prices of a stopped clock do not age. */
export interface FeedAge extends PriceAge {
  tick: number
}

export interface FeedReading extends FeedAge {
  stored: StoredFeed
  /** By market id; markets without a price are left out. */
  mids: ReadonlyMap<string, Price>
}

/** The latest committed prices of feeds, as every reader in this process sees them. */
@singleton()
export class FeedBoard {
  #recent = new Map<string, { readAtMs: number; reading: Promise<StoredFeed | null> }>()

  constructor(
    private feeds: FeedStore,
    private clock: Clock
  ) {}

  /** @returns null when the feed never ticked */
  async read(feedId: string): Promise<FeedReading | null> {
    const stored = await this.stored(feedId)
    return stored && this.reading(stored)
  }

  reading(stored: StoredFeed): FeedReading {
    const { feed, clock } = stored
    const asOfMs = msOfTick(feed.tick)
    const nowMs = feedNowMs(clock, this.clock.nowMs())
    const ageSeconds = Math.max(0, Math.floor((nowMs - asOfMs) / 1000))
    const mids = Object.entries(feed.markets).flatMap(([id, { prices, controls }]) => {
      return controls.delisted ? [] : [[id, prices.mid] as const]
    })
    return {
      stored,
      tick: feed.tick,
      asOfMs,
      ageSeconds,
      stale: ageSeconds >= STALE_AFTER_SECONDS,
      mids: new Map(mids),
    }
  }

  /** A feed as it was at most a moment ago. */
  stored(feedId: string): Promise<StoredFeed | null> {
    const nowMs = this.clock.nowMs()
    const known = this.#recent.get(feedId)
    if (known && Math.abs(nowMs - known.readAtMs) < CACHE_MS) return known.reading
    const reading = this.feeds.read(feedId)
    this.#recent.set(feedId, { readAtMs: nowMs, reading })
    // A failed read fails for the callers who waited for it, and the next caller tries again.
    reading.catch(() => this.#recent.delete(feedId))
    return reading
  }
}
