import type { ApplicationService } from '@adonisjs/core/types'
import type { ComposedEntry } from '#modules/ledger/extension/companion'
import type { Command } from '#modules/venue/core/engine/commands'
import type { OrderRequest } from '#modules/venue/core/engine/order_terms'
import { ceilToTick, floorToTick } from '#modules/venue/core/numerics'
import type { FeedInputs } from '#modules/venue/services/realm_passes'

/** Bulk of one posting: what a realm's venue is filled with goes in parts of this size. */
const PART = 500
/** Of an account with stops, and of one without: what a crash takes from it is more than the latter. */
const STOPPED_CASH = 100_000_000n
const EXPOSED_CASH = 30_000_000n
const HOUSE = '/_system/venue/house'
/** About a hundred dollars each, so that a thousand of them stay within the synthetic book. */
const HELD = [
  { market: 'vn:0:BTC', size: '0.002', side: 'buy' },
  { market: 'vn:0:ETH', size: '0.04', side: 'sell' },
  { market: 'vn:0:SOL', size: '1', side: 'buy' },
  { market: 'vn:0:XRP', size: '60', side: 'sell' },
] as const
/** What is left of a price in a crash, in percent, for those who bought and for those who sold. */
const CRASH = { buy: 55n, sell: 145n }
const TICK_MS = 3000
/** Of a rate of one. */
const FUNDING_RATE = 12_500_000n

export type TickKind = 'still' | 'moving' | 'funding' | 'crash'

/** One realm's venue, filled and ticked in this process without HTTP. */
export class VenueWork {
  private constructor(
    private container: ApplicationService['container'],
    private realmId: string,
    private feed: FeedInputs
  ) {}

  /** @param realmId of a realm with a private feed that stands still */
  static async open(container: ApplicationService['container'], realmId: string) {
    const { RealmPasses } = await import('#modules/venue/services/realm_passes')
    const feed = await (await container.make(RealmPasses)).current(realmId)
    if (!feed) throw new Error('The realm sees no prices')
    return new VenueWork(container, realmId, feed)
  }

  /** Accounts with cash, for objects that are there. */
  async fund(objectIds: readonly string[]): Promise<void> {
    const funded = objectIds.map((objectId, place) => {
      return { objectId, amount: hasStops(place) ? STOPPED_CASH : EXPOSED_CASH }
    })
    await inParts(funded, (part) => {
      const commands = part.flatMap(({ objectId, amount }): Command[] => [
        { type: 'open_account', objectId },
        { type: 'deposit', objectId, amount },
      ])
      return this.#pass(commands, part.map(lent))
    })
  }

  /** A position for each, a resting order for each, and waiting stops for every second four. */
  async trade(objectIds: readonly string[], orders: number): Promise<void> {
    const orderIds = await freshIds(objectIds.length + orders)
    const opening = objectIds.map((objectId, index): Command => {
      const order: OrderRequest = { ...heldBy(index), orderType: 'MARKET' }
      return placing(objectId, orderIds[index]!, order)
    })
    await inParts(opening, (part) => this.#pass(part))
    const waiting = Array.from({ length: orders }, (_, index): Command => {
      const rests = index < orders / 2
      const own = index % objectIds.length
      const place = rests || hasStops(own) ? own : own - HELD.length
      const order = rests ? this.#resting(place) : this.#stop(place)
      return placing(objectIds[place]!, orderIds[objectIds.length + index]!, order)
    })
    await inParts(waiting, (part) => this.#pass(part))
  }

  #resting(place: number): OrderRequest {
    const { market, size, side } = heldBy(place)
    const price = this.#away(market, side === 'buy' ? 80n + BigInt(place % 9) : 120n)
    return { market, side, orderType: 'LIMIT', size, price }
  }

  #stop(place: number): OrderRequest {
    const held = heldBy(place)
    const isLong = held.side === 'buy'
    const { market } = held
    const triggerPx = this.#away(market, isLong ? 60n : 140n)
    const side = isLong ? 'sell' : 'buy'
    const trigger = { isTrigger: true, tpsl: 'sl', sizeToMax: true, reduceOnly: true } as const
    return { market, side, orderType: 'MARKET', triggerPx, ...trigger }
  }

  /** A price on everybody's grid, in percent of the mark. */
  #away(market: string, percent: bigint): string {
    const { mark } = this.feed.markets.get(market)!.prices!
    const hundredths = (mark * percent) / 100_000_000n
    const [digits] = [String(hundredths).slice(0, 3)]
    const zeros = '0'.repeat(String(hundredths).length - digits!.length)
    const text = `${digits}${zeros}`.padStart(3, '0')
    return `${text.slice(0, -2)}.${text.slice(-2)}`.replace(/\.?0+$/, '')
  }

  /** Passes ticks. @returns milliseconds and processor milliseconds of each */
  async ticks(kind: TickKind, count: number): Promise<{ ms: number; cpuMs: number }[]> {
    const { RealmPassRunner } = await import('#modules/venue/services/realm_passes')
    const runner = await this.container.make(RealmPassRunner)
    const figures: { ms: number; cpuMs: number }[] = []
    const first = await this.#tickReached()
    // What can happen only once is measured as a worker meets it, with the venue in its memory.
    if (kind === 'crash') await runner.run(this.realmId, this.#passAt(first + 1, 'moving'))
    for (let passed = 1; passed <= count; passed++) {
      const pass = this.#passAt(first + 1 + passed, kind)
      const cpu = process.cpuUsage()
      const startedAt = performance.now()
      await runner.run(this.realmId, pass)
      const { user, system } = process.cpuUsage(cpu)
      figures.push({ ms: performance.now() - startedAt, cpuMs: (user + system) / 1000 })
    }
    return figures
  }

  #passAt(tick: number, kind: TickKind) {
    const nowMs = tick * TICK_MS
    const hour = 1_000_000 + tick
    const rates = [...this.feed.markets.keys()].map((market) => {
      return { market, hour, rate: FUNDING_RATE }
    })
    // A few hundredths of a percent up and down, as on an ordinary day.
    const drift = kind === 'moving' ? BigInt((tick % 7) - 3) : 0n
    const markets = new Map(
      [...this.feed.markets].map(([id, input]) => {
        const { prices, market } = input
        if (!prices || kind === 'still' || kind === 'funding') return [id, input]
        const percent =
          kind === 'crash' ? CRASH[HELD.find((each) => each.market === id)?.side ?? 'buy'] : 100n
        const scale = (price: bigint, round = floorToTick) =>
          round((price * (10_000n + drift) * percent) / 1_000_000n, market.szDecimals)
        const [bid, ask] = [scale(prices.bid), scale(prices.ask, ceilToTick)]
        const own = { oracle: scale(prices.oracle), mark: scale(prices.mark), bid, ask }
        return [id, { ...input, prices: { ...own, mid: (bid + ask) / 2n } }]
      })
    )
    const funding = kind === 'funding' ? rates : []
    return { ...this.feed, nowMs, tick, markets, funding, delisted: [] }
  }

  async #tickReached(): Promise<number> {
    const { Database } = await import('#app/storage/database')
    const database = await this.container.make(Database)
    const [row] = await database.read<{ tick: string | number }>(
      'SELECT tick FROM venue_instances WHERE realm_id = ?',
      [this.realmId]
    )
    return Math.max(Number(row?.tick ?? 0), this.feed.tick)
  }

  async #pass(commands: readonly Command[], extra: readonly ComposedEntry[] = []): Promise<void> {
    const { VenueDesk } = await import('#modules/venue/services/venue_desk')
    const { PostComposed } = await import('#modules/ledger/index')
    const desk = await this.container.make(VenueDesk)
    const poster = await this.container.make(PostComposed)
    const { realmId, feed } = this
    const companion = await desk.companion({ realmId, commands: () => commands, feed })
    await poster.pass(realmId, {
      ...companion,
      module: 'venue',
      compose: async (session, now) => {
        const composed = await companion.compose(session, now)
        if (composed.kind === 'refused') throw new Error(JSON.stringify(composed))
        return { kind: 'composed', entries: [...composed.entries, ...extra] }
      },
    })
  }
}

function heldBy(place: number) {
  return HELD[place % HELD.length]!
}

/** In turns of four, so that in every market some have stops and some are exposed. */
function hasStops(place: number): boolean {
  return place % (2 * HELD.length) < HELD.length
}

function placing(objectId: string, orderId: string, order: OrderRequest): Command {
  return { type: 'place_order', objectId, orderId, order }
}

/** What the house lends an account, in place of a transfer. */
function lent({ objectId, amount }: { objectId: string; amount: bigint }): ComposedEntry {
  const leg = { denomination: 'USD', kind: 'trade' as const }
  return {
    operation: null,
    opType: 'transfer',
    state: 'completed',
    failureMessage: null,
    outcome: {},
    objectId,
    denomination: null,
    amount: null,
    legs: [
      { ...leg, holder: { objectId }, amount },
      { ...leg, holder: { systemPath: HOUSE, keepsOwnBooks: true }, amount: -amount },
    ],
    events: [],
    deltas: [],
  }
}

async function freshIds(count: number): Promise<string[]> {
  const { newId } = await import('#app/ids/ids')
  return Array.from({ length: count }, () => newId('ord'))
}

async function inParts<Item>(items: readonly Item[], run: (part: Item[]) => Promise<void>) {
  for (let at = 0; at < items.length; at += PART) await run(items.slice(at, at + PART))
}
