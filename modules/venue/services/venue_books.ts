import { boundedCache } from '#app/storage/bounded_cache'
import type { Micros } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import type { SqlReader, SqlSession } from '#app/storage/database'
import type { ComposedEntry } from '#modules/ledger/extension/companion'
import { failpoint } from '../failpoints.ts'
import { VENUE_LIMITS } from '../limits.ts'
import { composeEntries, type AskedEntry } from '../core/books/compose_entries.ts'
import { lotsToAtoms } from '../core/books/ledger_legs.ts'
import type { HistoryRows, OrderRow } from '../core/books/rows.ts'
import type { VenueEvent } from '../core/engine/events.ts'
import { settingOf } from '../core/engine/margin.ts'
import type { Inputs } from '../core/engine/market_inputs.ts'
import type { VenueState } from '../core/engine/state.ts'
import type { Market } from '../core/markets.ts'
import { RATE_ONE } from '../core/numerics.ts'
import { tickAtMs } from '../core/tick.ts'
import { HistoryWriter } from '../storage/history_writer.ts'
import { type Instance, InstanceStore } from '../storage/instance_store.ts'
import type { FeedInputs } from './realm_passes.ts'
import { MarketList } from './market_list.ts'

const MICROS_PER_MS = 1000

/** One realm's venue inside one transaction: each command sees what earlier commands have done. */
interface Working {
  base: Instance
  state: VenueState
  orderOperations: Map<string, string>
  rows: HistoryRows
  now: Micros
}

/** What a command has done, to be booked. */
export interface Booking {
  realmId: string
  state: VenueState
  events: readonly VenueEvent[]
  inputs: Inputs
  asked: AskedEntry | null
  /** The operation of the orders that this command makes. */
  operationId: string | null
  now: Micros
}

/**
 * The state of realms' venues in this process, and how its changes get into the database. A
 * remembered state is used only when its version is the stored one. It is replaced only after
 * COMMIT, so that a transaction that is undone or repeated leaves no trace.
 */
@singleton()
export class VenueBooks {
  readonly #markets: ReadonlyMap<string, Market>
  #instances = boundedCache<Instance>(VENUE_LIMITS.rememberedVenues)
  #working = new WeakMap<SqlSession, Map<string, Working>>()
  #written = new WeakMap<SqlSession, Map<string, Instance>>()

  constructor(
    markets: MarketList,
    private instances: InstanceStore,
    private history: HistoryWriter
  ) {
    this.#markets = new Map(markets.map((market) => [market.id, market]))
  }

  get markets(): ReadonlyMap<string, Market> {
    return this.#markets
  }

  marketOf(id: string): Market {
    const market = this.#markets.get(id)
    if (!market) throw new Error(`${id} is not a market`)
    return market
  }

  knows(market: string): boolean {
    return this.#markets.has(market)
  }

  /** All that a command depends on beside the state. Without a feed no market has prices. */
  inputs(feed: FeedInputs | null, nowMs: number, applicationTenthsBps: number): Inputs {
    const fees = { platformTenthsBps: 0, applicationTenthsBps }
    if (feed) return { ...feed, fees }
    const liquidity = { bids: RATE_ONE, asks: RATE_ONE }
    const markets = [...this.#markets.values()].map((market) => {
      return [market.id, { market, prices: null, liquidity }] as const
    })
    return { nowMs, tick: tickAtMs(nowMs), bookSeed: '', markets: new Map(markets), fees }
  }

  /** The committed state, for readers. */
  async read(session: SqlReader, realmId: string): Promise<Instance> {
    const { version, tick } = await this.instances.standing(session, realmId)
    const known = this.#instances.get(realmId)
    if (known?.version === version) return known.state.tick === tick ? known : atTick(known, tick)
    const loaded = await this.instances.load(session, realmId)
    const newest = this.#instances.get(realmId)
    if (!newest || newest.version < loaded.version) this.#instances.set(realmId, loaded)
    return loaded
  }

  /** The state inside a posting, with the realm locked. */
  async open(session: SqlSession, realmId: string): Promise<VenueState> {
    const open = this.#working.get(session) ?? new Map<string, Working>()
    this.#working.set(session, open)
    const working = open.get(realmId)
    if (working) return working.state
    const base = await this.read(session, realmId)
    open.set(realmId, {
      base,
      state: base.state,
      orderOperations: new Map(base.orderOperations),
      rows: { orders: new Map(), fills: [], funding: [], twaps: new Map() },
      now: 0,
    })
    return base.state
  }

  /**
   * Takes over what an accepted command has done.
   *
   * @returns the journal entries of it
   */
  book(session: SqlSession, booking: Booking): ComposedEntry[] {
    const { realmId, events, inputs, asked, state, now } = booking
    const working = this.#workingOf(session, realmId)
    this.#noteOrders(working, booking)
    const { entries, fills, funding } = composeEntries(events, {
      realmId,
      nowMs: Math.floor(now / MICROS_PER_MS),
      marketOf: (id) => inputs.markets.get(id)!.market,
      operationOfOrder: (id) => working.orderOperations.get(id),
      asked,
    })
    working.state = state
    working.now = now
    working.rows.fills.push(...fills)
    working.rows.funding.push(...funding)
    return entries
  }

  /** Stores a refused order as failed; it was never part of the state. */
  bookFailure(session: SqlSession, realmId: string, row: OrderRow, now: Micros): void {
    const working = this.#workingOf(session, realmId)
    working.rows.orders.set(row.order.orderId, row)
    working.now = now
  }

  #workingOf(session: SqlSession, realmId: string): Working {
    const working = this.#working.get(session)?.get(realmId)
    if (!working) throw new Error('A venue is changed inside a posting only')
    return working
  }

  #noteOrders(working: Working, { events, inputs, state, operationId }: Booking) {
    for (const event of events) {
      if (event.type === 'twap_changed') {
        working.rows.twaps.set(event.twap.twapId, { twap: event.twap })
      }
      if (event.type !== 'order_changed') continue
      const { order } = event
      // A slice belongs to its TWAP, whose id is that of its operation.
      const made = order.twapId ?? operationId ?? ''
      const owner = working.orderOperations.get(order.orderId) ?? made
      working.orderOperations.set(order.orderId, owner)
      const account = state.accounts.get(order.objectId)
      const leverage = account ? settingOf(inputs, account, order.market).leverage : 1
      const row = { order, operationId: owner, leverage, failureReason: null }
      working.rows.orders.set(order.orderId, row)
    }
  }

  /** Writes all that this transaction has changed and not yet written. */
  async write(session: SqlSession): Promise<void> {
    const open = this.#working.get(session)
    if (!open) return
    const written = this.#written.get(session) ?? new Map<string, Instance>()
    this.#written.set(session, written)
    for (const [realmId, working] of open) {
      const { base, state, rows, now } = working
      open.delete(realmId)
      const atoms = (market: string, lots: bigint) => lotsToAtoms(lots, this.marketOf(market))
      const history = this.history.inserts({ realmId, rows, now, lotsToAtoms: atoms })
      if (state === base.state) {
        await session.insertInTurn(history, () => {})
        continue
      }
      const atomsOf = ({ market, size }: { market: string; size: bigint }) => atoms(market, size)
      const change = { realmId, before: base, after: state, now, atomsOf }
      const version = await this.instances.save(session, change, history)
      await failpoint('venue.state_written')
      written.set(realmId, { version, state, orderOperations: liveOnly(working) })
    }
  }

  /** Remembers what this transaction wrote, once COMMIT was confirmed. */
  committed(session: SqlSession): void {
    for (const [realmId, instance] of this.#written.get(session) ?? []) {
      this.#instances.set(realmId, instance)
    }
    this.#written.delete(session)
  }
}

/** Drops the orders that ended in this transaction, which are not asked for any more. */
function liveOnly({ state, orderOperations, rows }: Working): ReadonlyMap<string, string> {
  for (const orderId of rows.orders.keys()) {
    if (!state.orders.has(orderId)) orderOperations.delete(orderId)
  }
  return orderOperations
}

function atTick(instance: Instance, tick: number): Instance {
  return { ...instance, state: { ...instance.state, tick } }
}
