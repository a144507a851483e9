import { Clock } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import { VENUE_LIMITS } from '../../limits.ts'
import { LiveRemains } from '../storage/live_remains.ts'

/**
 * Deletes old records of the live venue. Nothing goes that could still decide anything: an action
 * only once the ledger has booked it, a fill only once the venue is asked for later ones alone.
 */
@singleton()
export class PruneLive {
  constructor(
    private remains: LiveRemains,
    private clock: Clock
  ) {}

  async run(): Promise<void> {
    const nowMs = this.clock.nowMs()
    await this.remains.dropActions(nowMs - VENUE_LIMITS.liveActionsKeptMs)
    await this.remains.dropFills(VENUE_LIMITS.liveFillsKeptMs)
  }
}
