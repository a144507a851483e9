import type { ApplicationService } from '@adonisjs/core/types'
import { ModuleHost } from '#app/extension/module_host'
import { Metrics } from '#app/observability/metrics'
import { marketsOf } from './core/markets.ts'
import { bindFeeds } from './feed_bindings.ts'
import { feedHealth } from './feed_health.ts'
import { VENUE_ACTIONS } from './http/actions.ts'
import { VENUE_ERRORS } from './http/errors.ts'
import { mountRoutes } from './http/routes.ts'
import { mountTradingRoutes } from './http/trading_routes.ts'
import { feedRetentionJob } from './jobs/feed_retention_job.ts'
import { feedTickJob } from './jobs/feed_tick_job.ts'
import { ExchangePart } from './realtime/exchange_part.ts'
import { MarketStreams } from './realtime/market_streams.ts'
import { venueTopics } from './realtime/venue_topics.ts'
import { FeedBoard } from './services/feed_board.ts'
import { SHARED_FEED } from './services/feed_directory.ts'
import { bindLive, liveParts } from './live/live_bindings.ts'
import { bindTrading, tradingParts } from './trading_bindings.ts'
import { venueSettings, type VenueConfig } from './settings.ts'
import { FEED_GLOSSARY } from './http/feed_glossary.ts'
import { TRADING_GLOSSARY } from './http/trading_glossary.ts'

/** The simulated venue: its markets, and the feed that prices them. */
export default class VenueProvider {
  constructor(protected app: ApplicationService) {}

  register() {
    const settings = venueSettings(this.app.config.get<VenueConfig>('venue'))
    bindFeeds(this.app.container, settings)
    bindTrading(this.app.container, marketsOf(settings.code))
    bindLive(this.app.container, settings.live ?? null)
  }

  async boot() {
    const host = await this.app.container.make(ModuleHost)
    const live = liveParts(this.app.container)
    host.add({
      name: 'venue',
      title: 'Venue',
      glossary: { ...FEED_GLOSSARY, ...TRADING_GLOSSARY },
      description: 'Perpetual futures markets, simulated: prices, orders, positions.',
      migrations: 'modules/venue/storage/migrations',
      routes: (router) => {
        mountRoutes(router)
        mountTradingRoutes(router)
      },
      actions: VENUE_ACTIONS,
      errors: VENUE_ERRORS,
      jobs: [feedTickJob, feedRetentionJob, ...live.jobs],
      healthChecks: [feedHealth(() => this.#board()), ...live.healthChecks],
      ...(await tradingParts(this.app.container)),
      realtimeTopics: venueTopics(() => this.app.container.make(MarketStreams)),
      watchParts: [await this.app.container.make(ExchangePart)],
    })
    await this.#observe()
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
