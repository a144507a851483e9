import type { ApplicationService } from '@adonisjs/core/types'
import { AccessControl } from '#app/extension/access_control'
import { bind } from '#app/extension/bind'
import { Clock } from '#app/clock/clock'
import type { ServiceModule } from '#app/extension/module'
import { ModuleHost } from '#app/extension/module_host'
import { Database } from '#app/storage/database'
import {
  ObjectReader,
  OperationReader,
  PathBoundary,
  PostComposed,
  ReadObject,
  RealmDirectory,
  RealmReader,
} from '#modules/ledger/index'
import type { Market } from './core/markets.ts'
import { ExchangePart } from './realtime/exchange_part.ts'
import { CancelAllOrders } from './services/cancel_all_orders.ts'
import { CancelOrder } from './services/cancel_order.ts'
import { CashReserves } from './services/cash_reserves.ts'
import { ChangeSetting } from './services/change_setting.ts'
import { ClosePosition } from './services/close_position.ts'
import { ExchangeKind } from './services/exchange_kind.ts'
import { ExchangeObjects } from './services/exchange_objects.ts'
import { ExchangeValuator } from './services/exchange_valuator.ts'
import { VenueOrderFees } from './services/order_fees.ts'
import { MarksAt } from './services/marks_at.ts'
import { PlaceBracket } from './services/place_bracket.ts'
import { PlaceOrder } from './services/place_order.ts'
import { ReadAccount } from './services/read_account.ts'
import { ReadHistory } from './services/read_history.ts'
import { PositionsAt } from './services/positions_at.ts'
import { RealmBooks } from './services/realm_books.ts'
import { RealmPasses, RealmPassRunner } from './services/realm_passes.ts'
import { ResizeOrder } from './services/resize_order.ts'
import { RunTick } from './services/run_tick.ts'
import { SendCommand } from './services/send_command.ts'
import { SetPositionTriggers } from './services/set_position_triggers.ts'
import { SimulatedDriver } from './services/simulated_driver.ts'
import { StartTwap } from './services/start_twap.ts'
import { StopTwap } from './services/stop_twap.ts'
import { TakeFault } from './services/take_fault.ts'
import { TradedBooks } from './services/traded_books.ts'
import { LiveDriver } from './live/services/live_driver.ts'
import { LiveConnection } from './live/services/live_connection.ts'
import { LivePrices } from './live/services/live_prices.ts'
import { Vaults } from './services/vaults.ts'
import { VenueBooks } from './services/venue_books.ts'
import { VenueDesk } from './services/venue_desk.ts'
import { VenueDrivers } from './services/venue_drivers.ts'
import { VenueGuard, VenueRail } from './services/venue_rail.ts'
import { HistoryWriter } from './storage/history_writer.ts'
import { InstanceStore } from './storage/instance_store.ts'
import { OrderHistory } from './storage/order_history.ts'
import { VenueChecks } from './storage/venue_checks.ts'
import { TradeHistory } from './storage/trade_history.ts'

type Container = ApplicationService['container']

/** The trading side: what takes commands, and what reads what they led to. */
export function bindTrading(container: Container, markets: readonly Market[]) {
  bindBooks(container, markets)
  bind(container, ExchangeObjects, ReadObject, RealmDirectory)
  bind(
    container,
    SendCommand,
    ExchangeObjects,
    VenueDrivers,
    PostComposed,
    PathBoundary,
    OperationReader
  )
  bind(container, OrderHistory, Database)
  bind(container, TradeHistory, Database)
  bind(container, PositionsAt, Database)
  for (const service of [
    PlaceOrder,
    PlaceBracket,
    CancelAllOrders,
    ChangeSetting,
    SetPositionTriggers,
    ClosePosition,
    StartTwap,
    StopTwap,
  ]) {
    bind(container, service as typeof PlaceOrder, SendCommand)
  }
  bind(container, CancelOrder, SendCommand, OrderHistory)
  bind(container, ResizeOrder, SendCommand, OrderHistory)
  bind(container, ReadAccount, ExchangeObjects, VenueDrivers, OrderHistory)
  bind(container, ExchangePart, ReadAccount, RealmDirectory, VenueBooks, AccessControl)
  bind(
    container,
    ReadHistory,
    ExchangeObjects,
    VenueDrivers,
    OrderHistory,
    TradeHistory,
    VenueBooks
  )
}

function bindBooks(container: Container, markets: readonly Market[]) {
  bind(container, InstanceStore)
  bind(container, HistoryWriter)
  container.singleton(VenueBooks, async (resolver) => {
    return new VenueBooks(
      markets,
      await resolver.make(InstanceStore),
      await resolver.make(HistoryWriter)
    )
  })
  container.singleton(VenueOrderFees, async (resolver) => {
    return new VenueOrderFees(
      markets,
      await resolver.make(RealmReader),
      await resolver.make(LiveConnection)
    )
  })
  bind(container, VenueDesk, VenueBooks, RealmPasses)
  bind(
    container,
    SimulatedDriver,
    Database,
    Clock,
    VenueDesk,
    VenueBooks,
    PostComposed,
    RealmReader,
    OperationReader,
    TakeFault,
    CashReserves
  )
  bind(container, CashReserves, Database, VenueDesk, VenueBooks, PostComposed, ObjectReader)
  bind(container, Vaults, ModuleHost)
  bind(container, VenueDrivers, SimulatedDriver, LiveDriver)
  bind(container, MarksAt, Database, RealmDirectory, LivePrices)
  bind(container, ExchangeValuator, VenueBooks, MarksAt)
  container.singleton(RealmBooks, async (resolver) => {
    return new TradedBooks(await resolver.make(Database), await resolver.make(VenueBooks))
  })
  container.singleton(RealmPassRunner, async (resolver) => {
    return new RunTick(await resolver.make(VenueDesk), await resolver.make(PostComposed))
  })
}

/** What trading plugs into the ledger's extension points. */
export async function tradingParts(container: Container) {
  const drivers = await container.make(VenueDrivers)
  const vaults = await container.make(Vaults)
  const [realms, objects] = [
    await container.make(RealmDirectory),
    await container.make(ObjectReader),
  ]
  const rail = new VenueRail(drivers, vaults)
  const positions = await container.make(PositionsAt)
  return {
    objectKinds: [new ExchangeKind(drivers, realms, rail, vaults, objects, positions)],
    settlementRails: [rail],
    movementGuards: [new VenueGuard(drivers, objects)],
    valuators: [await container.make(ExchangeValuator)],
    bookChecks: [new VenueChecks()],
    orderFeeSources: [await container.make(VenueOrderFees)],
    events: {
      'order.open': 'An order rests on the book.',
      'order.partially_filled': 'An order was filled in part and rests with the remainder.',
      'order.filled': 'An order was filled.',
      'order.cancelled': 'An order ended without being filled completely; the payload says why.',
      'order.failed': 'An order was refused by its venue.',
      'order.pending': 'A leg of a bracket waits for its entry.',
      'order.waiting_for_trigger': 'An order waits for its trigger.',
      'order.triggered': 'The trigger of an order has fired.',
      'fill.recorded': 'A fill was booked.',
      'funding.applied': 'Funding was paid or received on a position.',
    },
  } satisfies Partial<ServiceModule>
}
