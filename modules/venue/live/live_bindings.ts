import type { ApplicationService } from '@adonisjs/core/types'
import { Clock } from '#app/clock/clock'
import { bind } from '#app/extension/bind'
import type { HealthCheck } from '#app/observability/health'
import { Database } from '#app/storage/database'
import {
  ObjectReader,
  OperationReader,
  PostComposed,
  RealmDirectory,
  RealmReader,
} from '#modules/ledger/index'
import { VenueBooks } from '../services/venue_books.ts'
import { liveAccountsJob, liveActionsJob, liveRetentionJob } from './jobs/live_jobs.ts'
import type { LiveSettings } from './live_settings.ts'
import { liveHealth } from './live_health.ts'
import { BookAction } from './services/book_action.ts'
import { BookReports } from './services/book_reports.ts'
import { EmptyAccount } from './services/empty_account.ts'
import { KeepAccounts } from './services/keep_accounts.ts'
import { LiveBooks } from './services/live_books.ts'
import { LiveConnection } from './services/live_connection.ts'
import { LiveDriver } from './services/live_driver.ts'
import { LiveMarketData } from './services/live_market_data.ts'
import { LivePrices } from './services/live_prices.ts'
import { MoveCash } from './services/move_cash.ts'
import { PollAccount } from './services/poll_account.ts'
import { PruneLive } from './services/prune_live.ts'
import { ProvisionAccount } from './services/provision_account.ts'
import { ReadReports } from './services/read_reports.ts'
import { ReconcileAccount } from './services/reconcile_account.ts'
import { RecoverActions } from './services/recover_actions.ts'
import { ReturnCash } from './services/return_cash.ts'
import { SendAction } from './services/send_action.ts'
import { StoreStep } from './services/store_step.ts'
import { LiveAccountStore } from './storage/live_account_store.ts'
import { LiveActionStore } from './storage/live_action_store.ts'
import { LiveLimitsStore } from './storage/live_limits_store.ts'
import { LiveRemains } from './storage/live_remains.ts'
import { LiveOrderStore } from './storage/live_order_store.ts'

type Container = ApplicationService['container']

/** The live venue. Without settings everything is there and answers that it is not ready. */
export function bindLive(container: Container, settings: LiveSettings | null) {
  bind(container, LiveLimitsStore, Database)
  bind(container, LiveAccountStore, Database)
  bind(container, LiveActionStore, Database)
  bind(container, LiveOrderStore)
  bind(container, LiveRemains, Database)
  bind(container, PruneLive, LiveRemains, Clock)
  container.singleton(LiveConnection, async (resolver) => {
    const limits = await resolver.make(LiveLimitsStore)
    const connection = new LiveConnection(limits, await resolver.make(Clock))
    if (settings) connection.open(settings)
    return connection
  })
  bind(container, LivePrices, LiveConnection, VenueBooks, Clock, Database)
  bind(container, LiveMarketData, LiveConnection, LivePrices, Clock)
  bind(container, LiveBooks, VenueBooks)
  bind(container, BookReports, LiveOrderStore)
  bind(container, ReadReports, LiveConnection, LivePrices)
  bind(container, StoreStep, PostComposed, LiveActionStore)
  bind(container, BookAction, LiveBooks, LiveActionStore, BookReports)
  bind(
    container,
    SendAction,
    LiveConnection,
    LiveActionStore,
    LiveAccountStore,
    LiveLimitsStore,
    Clock
  )
  bind(
    container,
    MoveCash,
    LiveConnection,
    LiveActionStore,
    StoreStep,
    LiveLimitsStore,
    LiveBooks,
    LivePrices,
    Clock
  )
  bind(container, ReturnCash, OperationReader, LiveAccountStore, LiveActionStore, MoveCash)
  bind(
    container,
    PollAccount,
    Database,
    Clock,
    VenueBooks,
    LiveBooks,
    PostComposed,
    LivePrices,
    ReadReports,
    BookReports,
    LiveOrderStore,
    LiveAccountStore
  )
  bindKeepers(container)
  bindDriver(container)
}

/** What runs by itself, and tells the log what it could not do. */
function bindKeepers(container: Container) {
  container.singleton(ProvisionAccount, async (resolver) => {
    return new ProvisionAccount(
      await resolver.make(LiveConnection),
      await resolver.make(LiveAccountStore),
      await resolver.make(LiveLimitsStore),
      await resolver.make(LiveBooks),
      await resolver.make(PostComposed),
      await resolver.make(ObjectReader),
      await resolver.make(LivePrices),
      await resolver.make(Clock),
      await resolver.make('logger')
    )
  })
  container.singleton(ReconcileAccount, async (resolver) => {
    return new ReconcileAccount(
      await resolver.make(Database),
      await resolver.make(Clock),
      await resolver.make(LiveConnection),
      await resolver.make(VenueBooks),
      await resolver.make(LivePrices),
      await resolver.make(PollAccount),
      await resolver.make(LiveAccountStore),
      await resolver.make(LiveActionStore),
      await resolver.make('logger')
    )
  })
  container.singleton(KeepAccounts, async (resolver) => {
    return new KeepAccounts(
      await resolver.make(LiveConnection),
      await resolver.make(LiveAccountStore),
      await resolver.make(ProvisionAccount),
      await resolver.make(PollAccount),
      await resolver.make(ReconcileAccount),
      await resolver.make(RealmDirectory),
      await resolver.make(Clock),
      await resolver.make('logger')
    )
  })
  container.singleton(RecoverActions, async (resolver) => {
    return new RecoverActions(
      await resolver.make(Clock),
      await resolver.make(LiveConnection),
      await resolver.make(LiveActionStore),
      await resolver.make(LiveAccountStore),
      await resolver.make(SendAction),
      await resolver.make(BookAction),
      await resolver.make(ReadReports),
      await resolver.make(LivePrices),
      await resolver.make(PostComposed),
      await resolver.make(ReturnCash),
      await resolver.make('logger')
    )
  })
}

function bindDriver(container: Container) {
  bind(
    container,
    EmptyAccount,
    Database,
    Clock,
    VenueBooks,
    LiveBooks,
    LiveAccountStore,
    LiveActionStore,
    StoreStep,
    SendAction,
    PollAccount,
    MoveCash
  )
  container.singleton(LiveDriver, async (resolver) => {
    return new LiveDriver(
      await resolver.make(Database),
      await resolver.make(Clock),
      await resolver.make(LiveConnection),
      await resolver.make(VenueBooks),
      await resolver.make(LiveBooks),
      await resolver.make(LivePrices),
      await resolver.make(RealmReader),
      await resolver.make(OperationReader),
      {
        accounts: await resolver.make(LiveAccountStore),
        actions: await resolver.make(LiveActionStore),
        orders: await resolver.make(LiveOrderStore),
      },
      {
        provision: await resolver.make(ProvisionAccount),
        send: await resolver.make(SendAction),
        book: await resolver.make(BookAction),
        read: await resolver.make(ReadReports),
        poll: await resolver.make(PollAccount),
        cash: await resolver.make(MoveCash),
        empty: await resolver.make(EmptyAccount),
        data: await resolver.make(LiveMarketData),
      }
    )
  })
}

/** What the live venue adds to the module. */
export function liveParts(container: Container) {
  const healthChecks: HealthCheck[] = [
    liveHealth(async () => {
      const connection = await container.make(LiveConnection)
      return connection.current && container.make(LiveAccountStore)
    }),
  ]
  return { jobs: [liveAccountsJob, liveActionsJob, liveRetentionJob], healthChecks }
}
