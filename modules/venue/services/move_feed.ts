import { singleton } from '#app/extension/singleton'
import { AdvanceFeed } from './advance_feed.ts'
import { PassRealms } from './pass_realms.ts'

/** Brings a feed to its present, and every realm on it as well. */
@singleton()
export class MoveFeed {
  constructor(
    private advance: AdvanceFeed,
    private realms: PassRealms
  ) {}

  /** Realms keep up with the parts of a long advance, so that its ticks never pile up. */
  async run(feedId: string): Promise<void> {
    await this.advance.run(feedId, () => this.realms.run(feedId))
  }
}
