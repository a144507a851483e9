import { Clock } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import { ServiceError, objectNotFound } from '#app/http/errors/service_error'
import { formatUsd, type Atoms } from '#app/money/usd'
import { Database } from '#app/storage/database'
import { SharedReads } from '#app/storage/shared_reads'
import type { Companion } from '#modules/ledger/extension/companion'
import type {
  EmptyingOptions,
  EmptyingProgress,
  KindReadiness,
} from '#modules/ledger/extension/object_deletion'
import { OperationReader, PostComposed, RealmReader } from '#modules/ledger/index'
import { refusalText } from '../core/books/refusal_texts.ts'
import type { Command, TradingCommand } from '../core/engine/commands.ts'
import { MAX_BUILDER_TENTHS_BPS } from '../core/engine/fees.ts'
import { isPriced } from '../core/engine/margin.ts'
import { maxOrderSize, type MaxSizeQuestion } from '../core/engine/max_order_size.ts'
import { isRefusal } from '../core/engine/order_terms.ts'
import type { VenueState } from '../core/engine/state.ts'
import { NO_ACCOUNT, accountReadiness, accountView } from './account_view.ts'
import { CashReserves } from './cash_reserves.ts'
import { TakeFault } from './take_fault.ts'
import { refusalOf, VenueDesk } from './venue_desk.ts'
import { VenueBooks } from './venue_books.ts'
import type { AskedCommand, VenueAccount, VenueDriver } from './venue_driver.ts'
import type { VenuePlace } from '../core/venue_place.ts'

/** Refusals that a venue gives before it looks at an order, so that nothing is stored. */
const UNRECORDED = new Set(['EXCHANGE_PROVISIONING', 'MARKET_DATA_UNAVAILABLE'])

/** Trades on the engine of this installation, for paper realms. */
@singleton()
export class SimulatedDriver implements VenueDriver {
  readonly name = 'venue-sim'
  /** The application fee that each realm has set, read for many orders at once. */
  #wantedFees: SharedReads<number>

  constructor(
    private database: Database,
    private clock: Clock,
    private desk: VenueDesk,
    private books: VenueBooks,
    private poster: PostComposed,
    realms: RealmReader,
    private operations: OperationReader,
    private faults: TakeFault,
    readonly reserves: CashReserves
  ) {
    this.#wantedFees = new SharedReads((realmId) => realms.applicationFeeTenthsBps(realmId))
  }

  async provision({ realmId, objectId }: VenuePlace): Promise<void> {
    const commands = (state: VenueState): Command[] => {
      if (state.accounts.has(objectId)) return []
      const open: Command = { type: 'open_account', objectId }
      // The first account of a realm starts at the present tick: ticks from before it existed must
      // not be passed.
      return state.accounts.size > 0 ? [open] : [{ type: 'tick', funding: [] }, open]
    }
    await this.poster.pass(realmId, await this.desk.companion({ realmId, commands }))
  }

  async ready(): Promise<void> {}

  reachable(): void {}

  async command(
    place: VenuePlace,
    command: TradingCommand,
    { path, market, caller: _, ...asked }: AskedCommand
  ): Promise<Companion> {
    const { realmId, objectId } = place
    // A used path is answered from its stored result; it must not use up a fault.
    const isReplay = () => this.operations.isUsed(realmId, path)
    const fault = await this.faults.run(realmId, { market, objectId }, isReplay)
    if (fault !== null && UNRECORDED.has(fault)) {
      throw new ServiceError(fault, { details: { reason: 'simulated_fault' } })
    }
    return this.desk.companion({
      realmId,
      commands: () => [command],
      applicationTenthsBps: await this.#applicationFee(realmId),
      asked,
      ...(fault !== null && { fault }),
    })
  }

  /** A realm may set a higher fee than a venue charges. */
  async #applicationFee(realmId: string): Promise<number> {
    const wanted = await this.#wantedFees.read(realmId)
    return Math.min(wanted, MAX_BUILDER_TENTHS_BPS)
  }

  async account(place: VenuePlace): Promise<VenueAccount> {
    const found = accountView(await this.#look(place), place.objectId)
    if (!found) throw objectNotFound(place.objectId)
    return found
  }

  async #look({ realmId }: VenuePlace) {
    const feed = await this.desk.feed(realmId)
    const fee = await this.#applicationFee(realmId)
    const instance = await this.database.snapshot((session) => this.books.read(session, realmId))
    return { ...instance, inputs: this.books.inputs(feed, this.clock.nowMs(), fee) }
  }

  async maxOrderSize(place: VenuePlace, question: MaxSizeQuestion) {
    const { state, inputs } = await this.#look(place)
    const account = state.accounts.get(place.objectId)
    if (!account) throw objectNotFound(place.objectId)
    const priced = isPriced(inputs, account) && inputs.markets.get(question.market)?.prices
    if (!priced) throw new ServiceError('MARKET_DATA_UNAVAILABLE')
    const answer = maxOrderSize(state, inputs, question)
    if (!isRefusal(answer)) return answer
    const { code, ...refused } = refusalOf(answer)
    throw new ServiceError(code, refused)
  }

  marketData(): null {
    return null
  }

  async moveCash({ realmId, objectId }: VenuePlace, amount: Atoms): Promise<Companion> {
    const command: Command =
      amount > 0n
        ? { type: 'deposit', objectId, amount }
        : { type: 'withdraw', objectId, amount: -amount }
    return this.desk.companion({ realmId, commands: () => [command] })
  }

  async loseCash({ realmId, objectId }: VenuePlace, amount: Atoms): Promise<Companion> {
    const commands = (state: VenueState): Command[] =>
      state.accounts.has(objectId) ? [{ type: 'lose_cash', objectId, amount }] : []
    return this.desk.companion({ realmId, commands })
  }

  async readiness(place: VenuePlace): Promise<KindReadiness> {
    const { state, inputs } = await this.#look(place)
    const account = state.accounts.get(place.objectId)
    return account ? accountReadiness(inputs, account) : NO_ACCOUNT
  }

  /**
   * Ends orders, sells positions if the caller asked for that, and ends the account with its
   * object.
   */
  async empty(
    place: VenuePlace,
    { liquidatePositions, operationId }: EmptyingOptions
  ): Promise<EmptyingProgress> {
    const { realmId, objectId } = place
    const wind = (state: VenueState): Command[] => {
      const account = state.accounts.get(objectId)
      if (!account) return []
      const holds = Object.keys(account.positions).length > 0
      if (holds && !liquidatePositions) return [{ type: 'cancel_all', objectId, market: null }]
      return [{ type: 'wind_up', objectId }]
    }
    const winding = await this.desk.companion({ realmId, commands: wind })
    // An object whose deletion was abandoned keeps its orders and positions; the next run finds
    // that out.
    const step = await this.poster.step({ realmId, operationId }, winding)
    if (step === 'ended') return { state: 'working' }
    const { state } = await this.#look(place)
    const account = state.accounts.get(objectId)
    if (account && Object.keys(account.positions).length > 0) return { state: 'working' }
    const commands = (current: VenueState): Command[] => {
      return current.accounts.has(objectId) ? [{ type: 'close_account', objectId }] : []
    }
    const alongside = await this.desk.companion({ realmId, commands })
    return { state: 'empty', cash: account?.crossCash ?? 0n, alongside }
  }
}

export function shortage(available: Atoms, required: Atoms): ServiceError {
  return new ServiceError('INSUFFICIENT_MARGIN', {
    ...refusalText('withdraw_exceeds_available', { available: formatUsd(available) }),
    details: {
      reason: 'withdraw_exceeds_available',
      available: formatUsd(available),
      required: formatUsd(required),
    },
  })
}
