import { Clock } from '#app/clock/clock'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import type { KeepKey } from '#app/http/idempotency/answer_once'
import { invalidField } from '#app/http/errors/service_error'
import { VENUE_LIMITS } from '../limits.ts'
import {
  advanced,
  feedNowMs,
  running,
  stopped,
  type ClockMode,
  type FeedClock,
} from '../core/feed/feed_clock.ts'
import { TICK_MS } from '../core/tick.ts'
import type { StoredFeed } from '../storage/feed_store.ts'
import { MoveFeed } from './move_feed.ts'
import { PrivateFeed } from './private_feed.ts'

export interface ClockRequest {
  mode: ClockMode
  /** In milliseconds since the Unix epoch. */
  setToMs?: number
  advanceMs?: number
  stepMs?: number
}

/** Stops, starts and advances the clock of a private feed. */
@singleton()
export class MoveClock {
  constructor(
    private feed: PrivateFeed,
    private move: MoveFeed,
    private clock: Clock
  ) {}

  /**
   * Answers when the feed and the accounts of its realm have reached the time. The ticker carries
   * an advance on whose process dies on the way.
   *
   * @throws ServiceError VALIDATION_ERROR for a time in the past or too far ahead, and those of
   *   PrivateFeed
   */
  async run(
    principal: Principal,
    realmId: string,
    request: ClockRequest,
    keep?: KeepKey
  ): Promise<StoredFeed> {
    const { mode, setToMs, advanceMs, stepMs = TICK_MS } = request
    const changed = await this.feed.change(
      principal,
      realmId,
      async (_session, stored) => {
        const nowMs = this.clock.nowMs()
        const { clock } = stored
        if (mode === 'wall') {
          const line = JSON.stringify({ type: 'clock', mode })
          return { stored: { ...stored, clock: running(clock, nowMs), passTicks: 1 }, line }
        }
        const still = stopped(clock, nowMs, stored.feed.tick)
        const passTicks = stepMs / TICK_MS
        const next = { ...stored, passTicks, clock: ahead(still, { setToMs, advanceMs, stepMs }) }
        const line = JSON.stringify({ type: 'clock', mode, nowMs: next.clock.manualMs, stepMs })
        return { stored: next, line }
      },
      keep
    )
    await this.move.run(changed.id)
    return this.feed.read(principal, realmId)
  }
}

function ahead(
  clock: FeedClock,
  { setToMs, advanceMs, stepMs }: { setToMs?: number; advanceMs?: number; stepMs: number }
): FeedClock {
  const field = setToMs === undefined ? 'advanceMs' : 'setTo'
  const ms = setToMs === undefined ? (advanceMs ?? 0) : setToMs - feedNowMs(clock, 0)
  if (ms < 0) throw invalidField(field, 'range', 'The clock of a feed does not go back')
  if (ms > VENUE_LIMITS.simAdvanceMs) {
    throw invalidField(
      field,
      'range',
      `One step forward has at most ${VENUE_LIMITS.simAdvanceMs} ms`
    )
  }
  if (ms / stepMs > VENUE_LIMITS.simAdvanceSteps) {
    const most = VENUE_LIMITS.simAdvanceSteps
    throw invalidField(field, 'steps', `At most ${most} steps at a time; use a larger stepMs`)
  }
  return advanced(clock, ms)
}
