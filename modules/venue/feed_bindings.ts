import type { ApplicationService } from '@adonisjs/core/types'
import { Clock } from '#app/clock/clock'
import { bind } from '#app/extension/bind'
import { Wakes } from '#app/realtime/wakes'
import { Database } from '#app/storage/database'
import { ObjectReader, RealmDirectory } from '#modules/ledger/index'
import { marketsOf, type Market } from './core/markets.ts'
import { MarketStreams, feedWake } from './realtime/market_streams.ts'
import { AdvanceFeed } from './services/advance_feed.ts'
import { ChangeFeed } from './services/change_feed.ts'
import { DelistMarket } from './services/delist_market.ts'
import { FeedBoard } from './services/feed_board.ts'
import { FeedDirectory, SHARED_FEED } from './services/feed_directory.ts'
import { ForkFeed } from './services/fork_feed.ts'
import { LoadTape } from './services/load_tape.ts'
import { MoveClock } from './services/move_clock.ts'
import { MoveFeed } from './services/move_feed.ts'
import { PassRealms } from './services/pass_realms.ts'
import { PrivateFeed } from './services/private_feed.ts'
import { PruneFeeds } from './services/prune_feeds.ts'
import { ReadBook } from './services/read_book.ts'
import { ReadCandles } from './services/read_candles.ts'
import { ReadFunding } from './services/read_funding.ts'
import { ReadMeta } from './services/read_meta.ts'
import { ReadMids } from './services/read_mids.ts'
import { ReadOpenInterest } from './services/read_open_interest.ts'
import { ReadSimFeed } from './services/read_sim_feed.ts'
import { ReadSparklines } from './services/read_sparklines.ts'
import { ReadTickers } from './services/read_tickers.ts'
import { RealmBooks } from './services/realm_books.ts'
import { RealmFeed } from './services/realm_feed.ts'
import { RealmMarketData } from './services/realm_market_data.ts'
import { RealmPassRunner, RealmPasses } from './services/realm_passes.ts'
import { SetFault } from './services/set_fault.ts'
import { StepTick } from './services/step_tick.ts'
import { StoreHistory } from './services/store_history.ts'
import { TakeFault } from './services/take_fault.ts'
import { TickFeeds } from './services/tick_feeds.ts'
import { VenueDrivers } from './services/venue_drivers.ts'
import type { VenueSettings } from './settings.ts'
import { CandleStore } from './storage/candle_store.ts'
import { FaultStore } from './storage/fault_store.ts'
import { FeedCommandStore } from './storage/feed_command_store.ts'
import { FeedRemains } from './storage/feed_remains.ts'
import { FeedStore } from './storage/feed_store.ts'
import { InstanceTicks } from './storage/instance_ticks.ts'
import { TapeStore } from './storage/tape_store.ts'
import { TickStore } from './storage/tick_store.ts'

type Container = ApplicationService['container']

/** The markets of this venue, as the container knows them. */
export abstract class MarketList extends Array<Market> {}

/** Feeds, market data and the simulation controls. What realms hold and how they pass a tick is bound by the trading side. */
export function bindFeeds(container: Container, settings: VenueSettings) {
  const markets = marketsOf(settings.code)
  container.singleton(MarketList, () => markets as Market[] as MarketList)
  bindStores(container)
  bindMovement(container, settings)
  bindReaders(container)
  bindControls(container)
}

function bindStores(container: Container) {
  bind(container, FeedStore, Database, Clock)
  bind(container, TickStore)
  bind(container, TapeStore)
  bind(container, FaultStore)
  bind(container, FeedCommandStore, Clock)
  bind(container, CandleStore, Database)
  bind(container, FeedRemains, Database)
  container.singleton(
    InstanceTicks,
    async (resolver) => new InstanceTicks(await resolver.make(Database), SHARED_FEED)
  )
}

function bindMovement(container: Container, settings: VenueSettings) {
  const markets = marketsOf(settings.code)
  container.singleton(AdvanceFeed, async (resolver) => {
    const wakes = await resolver.make(Wakes)
    return new AdvanceFeed(
      await resolver.make(Database),
      await resolver.make(Clock),
      await resolver.make(FeedStore),
      await resolver.make(TickStore),
      await resolver.make(TapeStore),
      markets,
      settings,
      await resolver.make('logger'),
      (feedId) => wakes.wake(feedWake(feedId))
    )
  })
  bind(container, FeedBoard, FeedStore, Clock)
  bind(container, FeedDirectory, FeedStore, FeedBoard)
  bind(container, RealmPasses, Database, Clock, FeedStore, TickStore, FeedDirectory, MarketList)
  container.singleton(
    PassRealms,
    async (resolver) =>
      new PassRealms(
        await resolver.make(InstanceTicks),
        await resolver.make(RealmPasses),
        await resolver.make(RealmPassRunner),
        await resolver.make(RealmDirectory),
        await resolver.make('logger')
      )
  )
  bind(container, MoveFeed, AdvanceFeed, PassRealms)
  bind(container, StoreHistory, Database, FeedStore, TickStore, MarketList)
  bind(container, PruneFeeds, FeedRemains, RealmDirectory, MarketList)
  container.singleton(
    TickFeeds,
    async (resolver) =>
      new TickFeeds(
        await resolver.make(FeedStore),
        await resolver.make(AdvanceFeed),
        await resolver.make(MoveFeed),
        await resolver.make(PassRealms),
        await resolver.make(StoreHistory),
        await resolver.make('logger')
      )
  )
}

function bindReaders(container: Container) {
  bind(container, RealmFeed, RealmDirectory, FeedDirectory, FeedBoard)
  bind(container, RealmMarketData, RealmDirectory, VenueDrivers)
  bind(container, ReadMeta, RealmFeed, RealmMarketData, MarketList)
  bind(container, ReadMids, RealmFeed, RealmMarketData)
  bind(container, ReadTickers, RealmFeed, CandleStore, MarketList)
  bind(container, ReadBook, RealmFeed, RealmMarketData, RealmBooks, MarketList)
  bind(container, ReadCandles, RealmFeed, RealmMarketData, CandleStore, Clock, MarketList)
  bind(container, ReadOpenInterest, RealmFeed, RealmBooks, MarketList)
  bind(container, ReadFunding, RealmFeed, CandleStore, MarketList)
  bind(container, ReadSparklines, RealmFeed, CandleStore, MarketList)
  container.singleton(
    MarketStreams,
    async (resolver) =>
      new MarketStreams(
        await resolver.make(ReadMids),
        await resolver.make(ReadCandles),
        await resolver.make(MarketList),
        await resolver.make(Wakes),
        await resolver.make('logger')
      )
  )
}

function bindControls(container: Container) {
  bind(
    container,
    PrivateFeed,
    Database,
    Clock,
    RealmDirectory,
    FeedStore,
    FeedCommandStore,
    MoveFeed
  )
  bind(
    container,
    ForkFeed,
    Database,
    PrivateFeed,
    FeedStore,
    TickStore,
    FeedCommandStore,
    MarketList
  )
  bind(container, ChangeFeed, PrivateFeed, MarketList)
  bind(container, MoveClock, PrivateFeed, MoveFeed, Clock)
  bind(container, StepTick, PrivateFeed, MoveFeed, Clock)
  bind(container, SetFault, PrivateFeed, FaultStore, ObjectReader, MarketList)
  bind(container, LoadTape, PrivateFeed, TapeStore, MarketList)
  bind(container, DelistMarket, PrivateFeed, TickStore, MarketList)
  bind(container, ReadSimFeed, Database, PrivateFeed, FaultStore, FeedCommandStore, FeedBoard)
  bind(container, TakeFault, Database, FaultStore)
}
