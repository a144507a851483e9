import type { Clock } from '#app/clock/clock'
import { msOfTick } from '../core/tick.ts'
import type { FeedMids, FeedStore } from '../storage/feed_store.ts'

/** Prices older than this are shown as stale: five ticks were missed. */
export const STALE_AFTER_SECONDS = 15

/** Far below a tick, so that a burst of readers costs one statement and nobody sees old prices. */
const CACHE_MS = 250

export interface FeedReading extends FeedMids {
  /** When the tick began, in milliseconds since the Unix epoch. */
  asOfMs: number
  ageSeconds: number
  stale: boolean
}

/** The latest committed prices of feeds, as every reader in this process sees them. */
export class FeedBoard {
  #recent = new Map<string, { readAtMs: number; reading: Promise<FeedMids | null> }>()

  constructor(
    private feeds: FeedStore,
    private clock: Clock
  ) {}

  /** @returns null when the feed never ticked */
  async read(feedId: string): Promise<FeedReading | null> {
    const mids = await this.#recentMids(feedId)
    if (!mids) return null
    const asOfMs = msOfTick(mids.tick)
    const ageSeconds = Math.max(0, Math.floor((this.clock.nowMs() - asOfMs) / 1000))
    return { ...mids, asOfMs, ageSeconds, stale: ageSeconds >= STALE_AFTER_SECONDS }
  }

  #recentMids(feedId: string): Promise<FeedMids | null> {
    const nowMs = this.clock.nowMs()
    const known = this.#recent.get(feedId)
    if (known && Math.abs(nowMs - known.readAtMs) < CACHE_MS) return known.reading
    const reading = this.feeds.readMids(feedId)
    this.#recent.set(feedId, { readAtMs: nowMs, reading })
    // A failed read is told to those who waited for it, and the next caller tries again.
    reading.catch(() => this.#recent.delete(feedId))
    return reading
  }
}
