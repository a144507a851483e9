import { Clock } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import { ServiceError } from '#app/http/errors/service_error'
import { newId } from '#app/ids/ids'
import type { Atoms } from '#app/money/usd'
import { Database } from '#app/storage/database'
import type { Companion } from '#modules/ledger/extension/companion'
import type {
  EmptyingOptions,
  EmptyingProgress,
  KindReadiness,
} from '#modules/ledger/extension/object_deletion'
import { OperationReader, RealmReader } from '#modules/ledger/index'
import { failpoint } from '../../failpoints.ts'
import { VENUE_LIMITS } from '../../limits.ts'
import type { TradingCommand } from '../../core/engine/commands.ts'
import { MAX_BUILDER_TENTHS_BPS } from '../../core/engine/fees.ts'
import type { MaxOrderSize, MaxSizeQuestion } from '../../core/engine/max_order_size.ts'
import { isRefusal } from '../../core/engine/order_terms.ts'
import type { Refusal } from '../../core/engine/refusals.ts'
import { NO_ACCOUNT, accountReadiness, accountView } from '../../services/account_view.ts'
import type { MarketDataSource } from '../../services/market_data_source.ts'
import { VenueBooks } from '../../services/venue_books.ts'
import type { AskedCommand, VenueAccount, VenueDriver } from '../../services/venue_driver.ts'
import type { VenuePlace } from '../../core/venue_place.ts'
import { buyingPower } from '../core/buying_power.ts'
import { newOrders, type LivePlan } from '../core/plan.ts'
import { planCommand } from '../core/plan_command.ts'
import { LiveAccountStore, type LiveAccount } from '../storage/live_account_store.ts'
import { LiveActionStore, type StoredAction } from '../storage/live_action_store.ts'
import { LiveOrderStore } from '../storage/live_order_store.ts'
import { NO_REPORTS } from './book_reports.ts'
import { BookAction } from './book_action.ts'
import { bodyOf, hashOf, recordOf } from './live_action.ts'
import { EmptyAccount } from './empty_account.ts'
import { LiveBooks } from './live_books.ts'
import { provisioning, LiveConnection } from './live_connection.ts'
import { LiveMarketData } from './live_market_data.ts'
import { LivePrices } from './live_prices.ts'
import { MoveCash } from './move_cash.ts'
import { PollAccount } from './poll_account.ts'
import { ProvisionAccount } from './provision_account.ts'
import { ReadReports } from './read_reports.ts'
import { SendAction } from './send_action.ts'

/** The stores of the live driver's accounts, actions and orders. */
@singleton()
export class LiveStores {
  constructor(
    readonly accounts: LiveAccountStore,
    readonly actions: LiveActionStore,
    readonly orders: LiveOrderStore
  ) {}
}

/**
 * The services through which the live driver acts: they set accounts up, send, book, read and
 * empty.
 */
@singleton()
export class LiveHands {
  constructor(
    readonly provision: ProvisionAccount,
    readonly send: SendAction,
    readonly book: BookAction,
    readonly read: ReadReports,
    readonly poll: PollAccount,
    readonly cash: MoveCash,
    readonly empty: EmptyAccount,
    readonly data: LiveMarketData
  ) {}
}

/** Trading on the live venue, for production realms. */
@singleton()
export class LiveDriver implements VenueDriver {
  readonly name = 'venue'

  constructor(
    private database: Database,
    private clock: Clock,
    private connection: LiveConnection,
    private books: VenueBooks,
    private liveBooks: LiveBooks,
    private prices: LivePrices,
    private realms: RealmReader,
    private operations: OperationReader,
    private stores: LiveStores,
    private hands: LiveHands
  ) {}

  /**
   * Without a venue the object is created all the same. Its account begins with the first request
   * once there is a venue.
   */
  async provision(place: VenuePlace): Promise<void> {
    if (this.connection.current) await this.hands.provision.begin(place)
  }

  reachable(): void {
    this.connection.require()
  }

  async ready(place: VenuePlace): Promise<void> {
    await this.#ready(place)
  }

  async #ready(place: VenuePlace): Promise<LiveAccount> {
    this.connection.require()
    const account = await this.stores.accounts.find(place.objectId)
    if (!account) await this.hands.provision.begin(place)
    if (account?.state !== 'ready') throw provisioning()
    return account
  }

  async command(
    place: VenuePlace,
    command: TradingCommand,
    asked: AskedCommand
  ): Promise<Companion> {
    const { realmId, objectId } = place
    const account = await this.#ready(place)
    // A used path is answered from its stored result; nothing is sent for it again.
    if (await this.operations.isUsed(realmId, asked.path)) return this.liveBooks.unasked()
    const pathHash = hashOf(asked.path)
    const requestHash = hashOf(JSON.stringify([asked.opType, objectId, asked.caller.inputs]))
    const known = await this.stores.actions.byPath(realmId, pathHash)
    const action = known ?? (await this.#store(place, command, asked, { pathHash, requestHash }))
    if (isRefusal(action)) return this.#refused(realmId, action, asked)
    if (action.requestHash !== requestHash) throw new ServiceError('IDEMPOTENCY_VIOLATION')
    await failpoint('venue.stored')
    const result = await this.hands.send.carryOut(action, account)
    const body = bodyOf(action)
    if (body.kind !== 'command') throw new ServiceError('IDEMPOTENCY_VIOLATION')
    // Without its fills the order is shown as open until the next poll of the account.
    const taken = result.kind === 'orders' && result.orders.some(({ kind }) => kind === 'filled')
    const reports = taken
      ? await this.hands.read.fills(account).catch(() => NO_REPORTS)
      : NO_REPORTS
    return this.hands.book.companion({
      id: action.id,
      realmId,
      objectId,
      body,
      result,
      inputs: await this.#inputs(realmId),
      operationId: asked.operationId,
      reports,
    })
  }

  /** Stores the action with all that a later process would need, before the venue receives it. */
  async #store(
    place: VenuePlace,
    command: TradingCommand,
    asked: AskedCommand,
    hashes: { pathHash: string; requestHash: string }
  ): Promise<StoredAction | Refusal> {
    const { realmId, objectId } = place
    const { path, opType, operationId, caller } = asked
    const plan = await this.#plan(place, command, path)
    if (isRefusal(plan)) return plan
    const { principal, inputs, request } = caller
    const { actor, signature } = principal
    const who = { actor, ...(signature && { signature }) }
    const nowMs = this.clock.nowMs()
    await this.stores.actions.create({
      id: newId('op'),
      realmId,
      objectId,
      ...hashes,
      body: recordOf({
        kind: 'command',
        path,
        opType,
        operationId,
        caller: { principal: who, inputs, request },
        plan,
      }),
      nowMs,
      dueAtMs: nowMs + VENUE_LIMITS.liveActionOwnMs,
      orders: newOrders(plan),
    })
    const stored = await this.stores.actions.byPath(realmId, hashes.pathHash)
    if (!stored) throw new Error('An action was not stored')
    return stored
  }

  async #plan(
    { realmId, objectId }: VenuePlace,
    command: TradingCommand,
    path: string
  ): Promise<LivePlan | Refusal> {
    const { frozenReason } = await this.#ready({ realmId, objectId })
    const { account, orders, free } = await this.account({ realmId, objectId })
    const cloids = await this.stores.orders.cloidsOf(
      this.database,
      orders.map(({ orderId }) => orderId)
    )
    return planCommand(command, {
      realmId,
      path,
      account,
      free,
      orders,
      cloids,
      inputs: await this.#inputs(realmId),
      markets: await this.prices.markets(),
      frozen: frozenReason !== null,
      builder: this.connection.require().builder,
    })
  }

  /** Refuses without asking the venue; a refusal of phase B stores the operation as failed. */
  async #refused(realmId: string, refusal: Refusal, asked: AskedCommand): Promise<Companion> {
    const inputs = await this.#inputs(realmId)
    const work = () => Promise.resolve({ refusal })
    return this.liveBooks.companion({ realmId, inputs, work, asked })
  }

  async #inputs(realmId: string) {
    const { builder } = this.connection.require()
    // Without a builder address nobody could collect the fee at the venue.
    const wanted = builder ? await this.realms.applicationFeeTenthsBps(realmId) : 0
    return this.prices.inputs(Math.min(wanted, MAX_BUILDER_TENTHS_BPS))
  }

  async account(place: VenuePlace): Promise<VenueAccount> {
    await this.#ready(place)
    const found = accountView(await this.#look(place), place.objectId)
    if (!found) throw provisioning()
    return found
  }

  async #look({ realmId }: VenuePlace) {
    const inputs = await this.#inputs(realmId)
    const instance = await this.database.snapshot((session) => this.books.read(session, realmId))
    return { ...instance, inputs }
  }

  async maxOrderSize(place: VenuePlace, question: MaxSizeQuestion): Promise<MaxOrderSize> {
    const { account, inputs, free } = await this.account(place)
    const priced = inputs.markets.get(question.market)?.prices
    if (!priced || free === null) throw new ServiceError('MARKET_DATA_UNAVAILABLE')
    return buyingPower(inputs, account, free, question)
  }

  marketData(): MarketDataSource | null {
    return this.connection.current ? this.hands.data : null
  }

  async moveCash(place: VenuePlace, amount: Atoms, operationId: string): Promise<Companion | null> {
    const account = await this.#ready(place)
    return this.hands.cash.run(account, amount, operationId)
  }

  async readiness({ realmId, objectId }: VenuePlace): Promise<KindReadiness> {
    const { state } = await this.database.snapshot((session) => this.books.read(session, realmId))
    const account = state.accounts.get(objectId)
    return account ? accountReadiness(await this.#inputs(realmId), account) : NO_ACCOUNT
  }

  empty(place: VenuePlace, options: EmptyingOptions): Promise<EmptyingProgress> {
    return this.hands.empty.run(place, options, {
      plan: (command, path) => this.#plan(place, command, path),
      inputs: () => this.#inputs(place.realmId),
    })
  }
}
