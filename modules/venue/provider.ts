import type { ContainerResolver } from '@adonisjs/core/container'
import { Logger } from '@adonisjs/core/logger'
import type { ApplicationService, ContainerBindings } from '@adonisjs/core/types'
import { Clock } from '#app/clock/clock'
import { ModuleHost } from '#app/extension/module_host'
import { readSetting } from '#app/preflight/broken_settings'
import { Wakes } from '#app/realtime/wakes'
import { Database } from '#app/storage/database'
import { marketsOf } from './core/markets.ts'
import { assertVenueLimits } from './limits.ts'
import { VENUE_EVENTS } from './events.ts'
import { feedHealth } from './feed_health.ts'
import { feedMetrics } from './feed_metrics.ts'
import { VENUE_ACTIONS } from './http/actions.ts'
import { VENUE_ERRORS } from './http/errors.ts'
import { FEED_GLOSSARY } from './http/feed_glossary.ts'
import { VENUE_OPERATION_SCHEMAS } from './http/operation_schemas.ts'
import { mountRoutes } from './http/routes.ts'
import { TRADING_GLOSSARY } from './http/trading_glossary.ts'
import { mountTradingRoutes } from './http/trading_routes.ts'
import { feedRetentionJob } from './jobs/feed_retention_job.ts'
import { feedTickJob } from './jobs/feed_tick_job.ts'
import { liveJobs } from './live/jobs/live_jobs.ts'
import { liveHealth } from './live/live_health.ts'
import { LiveConnection } from './live/services/live_connection.ts'
import { LiveAccountStore } from './live/storage/live_account_store.ts'
import { LiveLimitsStore } from './live/storage/live_limits_store.ts'
import { ExchangePart } from './realtime/exchange_part.ts'
import { MarketStreams, feedWake } from './realtime/market_streams.ts'
import { venueTopics } from './realtime/venue_topics.ts'
import { AdvanceFeed } from './services/advance_feed.ts'
import { ExchangeKind } from './services/exchange_kind.ts'
import { ExchangeValuator } from './services/exchange_valuator.ts'
import { FeedBoard } from './services/feed_board.ts'
import { MarketList } from './services/market_list.ts'
import { VenueOrderFees } from './services/order_fees.ts'
import { RealmBooks } from './services/realm_books.ts'
import { RealmPassRunner } from './services/realm_passes.ts'
import { RunTick } from './services/run_tick.ts'
import { TradedBooks } from './services/traded_books.ts'
import { VenueGuard, VenueRail } from './services/venue_rail.ts'
import { venueSettings, type VenueConfig, type VenueSettings } from './settings.ts'
import { VENUE_LEG_KINDS, VENUE_OPERATION_TYPES } from './words.ts'
import { FeedStore } from './storage/feed_store.ts'
import { TapeStore } from './storage/tape_store.ts'
import { TickStore } from './storage/tick_store.ts'
import { VenueChecks } from './storage/venue_checks.ts'

/** The simulated venue: its markets, and the feed that prices them. */
export default class VenueProvider {
  constructor(protected app: ApplicationService) {}

  register() {
    const { container, config } = this.app
    const given = config.get<VenueConfig>('venue')
    const simulated: VenueSettings = { code: given.code, feedSeed: null }
    const settings = readSetting(() => venueSettings(given), simulated)
    container.singleton(MarketList, () => marketsOf(settings.code))
    container.singleton(RealmBooks, (resolver) => resolver.make(TradedBooks))
    container.singleton(RealmPassRunner, (resolver) => resolver.make(RunTick))
    container.singleton(AdvanceFeed, (resolver) => advanceFeed(resolver, settings))
    container.singleton(LiveConnection, async (resolver) => {
      const limits = await resolver.make(LiveLimitsStore)
      const connection = new LiveConnection(limits, await resolver.make(Clock))
      // Without settings the live venue is loaded too, and answers that it is not ready.
      if (settings.live) connection.open(settings.live)
      return connection
    })
  }

  async boot() {
    assertVenueLimits()
    const { container } = this.app
    const host = await container.make(ModuleHost)
    const connected = (await container.make(LiveConnection)).current !== null
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
      operationTypes: VENUE_OPERATION_TYPES,
      operationSchemas: VENUE_OPERATION_SCHEMAS,
      legKinds: VENUE_LEG_KINDS,
      events: VENUE_EVENTS,
      jobs: [feedTickJob, feedRetentionJob, ...liveJobs({ connected })],
      sharedMetrics: [feedMetrics(() => this.#board())],
      healthChecks: [feedHealth(() => this.#board()), liveHealth(() => this.#liveAccounts())],
      objectKinds: [await container.make(ExchangeKind)],
      settlementRails: [await container.make(VenueRail)],
      movementGuards: [await container.make(VenueGuard)],
      valuators: [await container.make(ExchangeValuator)],
      bookChecks: [new VenueChecks()],
      orderFeeSources: [await container.make(VenueOrderFees)],
      realtimeTopics: venueTopics(() => container.make(MarketStreams)),
      watchParts: [await container.make(ExchangePart)],
    })
  }

  #board(): Promise<FeedBoard> {
    return this.app.container.make(FeedBoard)
  }

  /** @returns null when no live venue is connected */
  async #liveAccounts(): Promise<LiveAccountStore | null> {
    const { current } = await this.app.container.make(LiveConnection)
    return current && this.app.container.make(LiveAccountStore)
  }
}

/** Wakes the connections that wait for a feed when it has moved. */
async function advanceFeed(
  resolver: ContainerResolver<ContainerBindings>,
  settings: VenueSettings
): Promise<AdvanceFeed> {
  const wakes = await resolver.make(Wakes)
  return new AdvanceFeed(
    await resolver.make(Database),
    await resolver.make(Clock),
    await resolver.make(FeedStore),
    await resolver.make(TickStore),
    await resolver.make(TapeStore),
    await resolver.make(MarketList),
    settings,
    await resolver.make(Logger),
    (feedId) => wakes.wake(feedWake(feedId))
  )
}
