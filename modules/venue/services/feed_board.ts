import { Clock } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import { LIMITS } from '#app/limits'
import { feedNowMs } from '../core/feed/feed_clock.ts'
import type { Price } from '../core/numerics.ts'
import { msOfTick } from '../core/tick.ts'
import { FeedStore, type StoredFeed } from '../storage/feed_store.ts'

/** Prices older than this are shown as stale: five ticks were missed. */
export const STALE_AFTER_SECONDS = LIMITS.midStaleSeconds

/** Far below a tick, so that a burst of readers costs one statement and nobody sees old prices. */
const CACHE_MS = 250

/** How old what is shown is. */
export interface PriceAge {
  /** In milliseconds since the Unix epoch; of a feed, when its tick began. */
  asOfMs: number
  ageSeconds: number
  stale: boolean
}

/** By the feed's own clock: one that stands still does not age. */
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

  /** A feed as it stood a moment ago at most. */
  stored(feedId: string): Promise<StoredFeed | null> {
    const nowMs = this.clock.nowMs()
    const known = this.#recent.get(feedId)
    if (known && Math.abs(nowMs - known.readAtMs) < CACHE_MS) return known.reading
    const reading = this.feeds.read(feedId)
    this.#recent.set(feedId, { readAtMs: nowMs, reading })
    // A failed read is told to those who waited for it, and the next caller tries again.
    reading.catch(() => this.#recent.delete(feedId))
    return reading
  }
}
