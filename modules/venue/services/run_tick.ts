import { singleton } from '#app/extension/singleton'
import { ServiceError } from '#app/http/errors/service_error'
import { PostComposed } from '#modules/ledger/index'
import { failpoint } from '../failpoints.ts'
import type { Command } from '../core/engine/commands.ts'
import type { VenueState } from '../core/engine/state.ts'
import { RealmPassRunner, type RealmPass } from './realm_passes.ts'
import { VenueDesk } from './venue_desk.ts'

/**
 * Takes one step of a feed through a realm's venue: funding, passive fills, triggers, TWAPs and
 * liquidations, all in one posting. The tick reached is part of the state, so that a step that two
 * workers take, or one takes twice, is taken once.
 */
@singleton()
export class RunTick extends RealmPassRunner {
  constructor(
    private desk: VenueDesk,
    private poster: PostComposed
  ) {
    super()
  }

  override async run(realmId: string, pass: RealmPass): Promise<void> {
    const { funding, delisted, ...feed } = pass
    const commands = (state: VenueState): Command[] => {
      if (pass.tick <= state.tick || state.accounts.size === 0) return []
      const ended = delisted.filter(({ market }) => !state.delisted.includes(market))
      return [
        ...ended.map((each): Command => ({ type: 'delist', ...each })),
        { type: 'tick', funding },
      ]
    }
    const companion = await this.desk.companion({ realmId, commands, feed })
    try {
      await this.poster.pass(realmId, companion)
      await failpoint('venue.tick_passed')
    } catch (error) {
      // The realm was closed meanwhile, so nothing is traded there any more.
      if (!(error instanceof ServiceError && error.code === 'NOT_FOUND')) throw error
    }
  }
}
