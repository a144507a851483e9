import { singleton } from '#app/extension/singleton'
import { AdvanceFeed } from './advance_feed.ts'
import { PassRealms } from './pass_realms.ts'

/** Brings a feed and every realm on it to the feed's present. */
@singleton()
export class MoveFeed {
  constructor(
    private advance: AdvanceFeed,
    private realms: PassRealms
  ) {}

  /** Realms follow each part of a long advance, so that unpassed ticks never pile up. */
  async run(feedId: string): Promise<void> {
    await this.advance.run(feedId, () => this.realms.run(feedId))
  }
}
