import type { ApplicationService } from '@adonisjs/core/types'
import { bind } from '#app/extension/bind'
import { Clock } from '#app/clock/clock'
import { ModuleHost } from '#app/extension/module_host'
import { Metrics } from '#app/observability/metrics'
import { Database } from '#app/storage/database'
import { RealmDirectory } from '#modules/ledger/index'
import { marketsOf } from './core/markets.ts'
import { feedHealth } from './feed_health.ts'
import { VENUE_ACTIONS } from './http/actions.ts'
import { VENUE_ERRORS } from './http/errors.ts'
import { mountRoutes } from './http/routes.ts'
import { feedTickJob } from './jobs/feed_tick_job.ts'
import { AdvanceFeed, SHARED_FEED } from './services/advance_feed.ts'
import { FeedBoard } from './services/feed_board.ts'
import { ReadMeta } from './services/read_meta.ts'
import { ReadMids } from './services/read_mids.ts'
import { RealmFeed } from './services/realm_feed.ts'
import { venueSettings, type VenueConfig } from './settings.ts'
import { FeedStore } from './storage/feed_store.ts'

/** The simulated venue: its markets, and the feed that prices them. */
export default class VenueProvider {
  constructor(protected app: ApplicationService) {}

  register() {
    const settings = venueSettings(this.app.config.get<VenueConfig>('venue'))
    this.#bindFeed(settings)
    this.#bindReaders(settings.code)
  }

  async boot() {
    const host = await this.app.container.make(ModuleHost)
    host.add({
      name: 'venue',
      title: 'Venue',
      description: 'Perpetual futures markets, simulated: prices, orders, positions.',
      migrations: 'modules/venue/storage/migrations',
      routes: mountRoutes,
      actions: VENUE_ACTIONS,
      errors: VENUE_ERRORS,
      jobs: [feedTickJob],
      healthChecks: [feedHealth(() => this.#board())],
    })
    await this.#observe()
  }

  #bindFeed(settings: ReturnType<typeof venueSettings>) {
    const { container } = this.app
    bind(container, FeedStore, Database, Clock)
    container.singleton(
      AdvanceFeed,
      async (resolver) =>
        new AdvanceFeed(
          await resolver.make(Database),
          await resolver.make(Clock),
          await resolver.make(FeedStore),
          marketsOf(settings.code),
          settings,
          await resolver.make('logger')
        )
    )
    bind(container, FeedBoard, FeedStore, Clock)
  }

  #bindReaders(venueCode: string) {
    const { container } = this.app
    bind(container, RealmFeed, RealmDirectory)
    bind(container, ReadMids, RealmFeed, FeedBoard)
    container.singleton(
      ReadMeta,
      async (resolver) => new ReadMeta(await resolver.make(RealmFeed), marketsOf(venueCode))
    )
  }

  async #observe() {
    const metrics = await this.app.container.make(Metrics)
    const read = async () => (await this.#board()).read(SHARED_FEED)
    metrics.observe('venue_feed_tick', 'The tick the shared price feed has reached.', async () => {
      return (await read())?.tick ?? 0
    })
    metrics.observe(
      'venue_feed_age_seconds',
      'Age of the latest tick of the shared price feed.',
      async () => (await read())?.ageSeconds ?? Number.NaN
    )
  }

  #board(): Promise<FeedBoard> {
    return this.app.container.make(FeedBoard)
  }
}
