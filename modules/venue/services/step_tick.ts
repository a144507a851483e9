import { Clock } from '#app/clock/clock'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import type { KeepKey } from '#app/http/idempotency/answer_once'
import { advanced, feedNowMs } from '../core/feed/feed_clock.ts'
import { msOfTick } from '../core/tick.ts'
import type { StoredFeed } from '../storage/feed_store.ts'
import { MoveFeed } from './move_feed.ts'
import { PrivateFeed } from './private_feed.ts'

/** Takes one tick at once; on a running clock it is taken ahead of time. */
@singleton()
export class StepTick {
  constructor(
    private feed: PrivateFeed,
    private move: MoveFeed,
    private clock: Clock
  ) {}

  /** @throws ServiceError those of PrivateFeed */
  async run(principal: Principal, realmId: string, keep?: KeepKey): Promise<StoredFeed> {
    const changed = await this.feed.change(
      principal,
      realmId,
      async (_session, stored) => {
        const nowMs = feedNowMs(stored.clock, this.clock.nowMs())
        const dueMs = Math.max(0, msOfTick(stored.feed.tick + 1) - nowMs)
        const line = JSON.stringify({ type: 'tick' })
        return { stored: { ...stored, clock: advanced(stored.clock, dueMs), passTicks: 1 }, line }
      },
      keep
    )
    await this.move.run(changed.id)
    return this.feed.read(principal, realmId)
  }
}
