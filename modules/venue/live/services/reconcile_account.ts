import { Logger } from '@adonisjs/core/logger'
import { Clock } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import { formatUsd, type Atoms } from '#app/money/usd'
import { Database } from '#app/storage/database'
import { absolute, type Account } from '../../core/engine/state.ts'
import { formatFixed } from '../../core/numerics.ts'
import { VenueBooks } from '../../services/venue_books.ts'
import { usdOf, parsed } from '../core/book_venue.ts'
import type { WireAccountState } from '../core/wire_shapes.ts'
import { type LiveAccount, LiveAccountStore } from '../storage/live_account_store.ts'
import { LiveActionStore } from '../storage/live_action_store.ts'
import { LiveConnection } from './live_connection.ts'
import { LivePrices } from './live_prices.ts'
import { PollAccount } from './poll_account.ts'

/** A cent: the most that truncation on both sides may add up to. */
const TOLERANCE: Atoms = 10_000n

/** Compares an account with the venue's; while they differ nothing may be opened on it. */
@singleton()
export class ReconcileAccount {
  constructor(
    private database: Database,
    private clock: Clock,
    private connection: LiveConnection,
    private books: VenueBooks,
    private prices: LivePrices,
    private poll: PollAccount,
    private accounts: LiveAccountStore,
    private actions: LiveActionStore,
    private log: Logger
  ) {}

  async run(account: LiveAccount): Promise<void> {
    const { objectId } = account
    const before = await this.accounts.find(objectId)
    if (!before || before.state !== 'ready') return
    let difference = await this.#difference(before)
    // A change between the two readings looks like a difference, so the account is read and
    // compared once more.
    if (difference !== null) {
      await this.poll.run(before)
      difference = await this.#difference(before)
    }
    // An action that is under way shows at the venue first, so its booking is awaited.
    if (difference !== null && (await this.actions.underWay(objectId)).length > 0) return
    await this.accounts.update(objectId, {
      frozenReason: difference,
      reconciledAtMs: this.clock.nowMs(),
    })
    if (difference !== null) {
      this.log.error({ objectId, difference }, 'a live account differs from the venue: frozen')
    } else if (before.frozenReason !== null) {
      this.log.warn({ objectId }, 'a live account agrees with the venue again')
    }
  }

  async #difference({ objectId, realmId, address, floatUsd }: LiveAccount): Promise<string | null> {
    const { wire } = this.connection.require()
    const request = { type: 'clearinghouseState', user: address }
    const there = await wire.info<WireAccountState>(request, 'state')
    const { state } = await this.database.snapshot((session) => this.books.read(session, realmId))
    const here = state.accounts.get(objectId)
    if (!here) return null
    const cash = usdOf(there.marginSummary.totalRawUsd) - (floatUsd ?? 0n) - cashOf(here)
    if (absolute(cash) > TOLERANCE) return `cash differs by ${formatUsd(cash)}`
    return this.#sizes(here, there)
  }

  async #sizes(here: Account, { assetPositions }: WireAccountState): Promise<string | null> {
    const markets = await this.prices.byCoin()
    const held = new Map(Object.values(here.positions).map(({ market, size }) => [market, size]))
    for (const { position } of assetPositions) {
      const market = markets.get(position.coin)?.market
      if (!market) return `a position in ${position.coin} is not listed here`
      const size = parsed(position.szi, market.szDecimals)
      const own = held.get(market.id) ?? 0n
      if (size !== own) {
        const gap = formatFixed(size - own, market.szDecimals)
        return `the position in ${market.id} differs by ${gap}`
      }
      held.delete(market.id)
    }
    const [only] = held.keys()
    return only === undefined ? null : `the venue has no position in ${only}`
  }
}

function cashOf({ crossCash, positions }: Account): Atoms {
  return Object.values(positions).reduce((sum, each) => sum + each.isolatedCash, crossCash)
}
