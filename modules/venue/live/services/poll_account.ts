import { Clock } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import { Database } from '#app/storage/database'
import { PostComposed } from '#modules/ledger/index'
import { failpoint } from '../../failpoints.ts'
import { VenueBooks } from '../../services/venue_books.ts'
import { type LiveAccount, LiveAccountStore } from '../storage/live_account_store.ts'
import { LiveOrderStore } from '../storage/live_order_store.ts'
import { BookReports, type Reports } from './book_reports.ts'
import { LiveBooks } from './live_books.ts'
import { LivePrices } from './live_prices.ts'
import { ReadReports } from './read_reports.ts'

/** Brings the books of one account up to date with the venue's reports. */
@singleton()
export class PollAccount {
  constructor(
    private database: Database,
    private clock: Clock,
    private books: VenueBooks,
    private liveBooks: LiveBooks,
    private poster: PostComposed,
    private prices: LivePrices,
    private reader: ReadReports,
    private reports: BookReports,
    private orders: LiveOrderStore,
    private accounts: LiveAccountStore
  ) {}

  async run(account: LiveAccount): Promise<void> {
    const { objectId, realmId } = account
    const startedMs = this.clock.nowMs()
    const live = await this.#liveOrders(account)
    const reports = await this.reader.all(account, live)
    const inputs = await this.prices.inputs(0)
    let held: number | null = null
    const companion = this.liveBooks.companion({
      realmId,
      inputs,
      work: async (draft, session) => {
        held = await this.reports.book(draft, session, objectId, reports)
        return null
      },
    })
    await this.poster.pass(realmId, companion)
    await failpoint('venue.polled')
    await this.accounts.update(objectId, {
      fillsFromMs: held ?? newest(reports.fills, account.fillsFromMs),
      fundingFromMs: newest(reports.funding, account.fundingFromMs),
      polledAtMs: startedMs,
    })
  }

  async #liveOrders({ realmId, objectId }: LiveAccount) {
    return this.database.snapshot(async (session) => {
      const { state } = await this.books.read(session, realmId)
      const own = [...state.orders.values()].filter((order) => order.objectId === objectId)
      const ids = own.map(({ orderId }) => orderId)
      const cloids = await this.orders.cloidsOf(session, ids)
      return own.flatMap((order) => {
        const cloid = cloids.get(order.orderId)
        return cloid === undefined ? [] : [{ order, cloid }]
      })
    })
  }
}

function newest(items: Reports['fills'] | Reports['funding'], before: number): number {
  return Math.max(before, ...items.map(({ time }) => time))
}
