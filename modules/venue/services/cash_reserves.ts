import { singleton } from '#app/extension/singleton'
import type { Atoms } from '#app/money/usd'
import { Database } from '#app/storage/database'
import type { Companion } from '#modules/ledger/extension/companion'
import { ObjectReader, PostComposed } from '#modules/ledger/index'
import type { Command } from '../core/engine/commands.ts'
import type { Account, VenueState } from '../core/engine/state.ts'
import { VenueBooks } from './venue_books.ts'
import { VenueDesk } from './venue_desk.ts'
import type { VenuePlace } from '../core/venue_place.ts'

/** Cash that leaves an account while its transfer is still under way outside the journal. */
@singleton()
export class CashReserves {
  constructor(
    private database: Database,
    private desk: VenueDesk,
    private books: VenueBooks,
    private poster: PostComposed,
    private objects: ObjectReader
  ) {}

  /**
   * Takes the amount out of trading, once per operation and only while that is pending: an amount
   * that is reserved for an ended operation would be out of trading for good.
   *
   * @returns `ended` when the operation is not pending any more
   * @throws ServiceError INSUFFICIENT_MARGIN, OBJECT_NOT_FOUND, MARKET_DATA_UNAVAILABLE
   */
  async take(place: VenuePlace, operationId: string, amount: Atoms): Promise<'taken' | 'ended'> {
    const { realmId, objectId } = place
    const before = await this.#account(place)
    if (before?.reserved?.[operationId] !== undefined) return 'taken'
    const commands = (): Command[] => [{ type: 'reserve', objectId, operationId, amount }]
    const companion = await this.desk.companion({ realmId, commands })
    const step = await this.poster.step({ realmId, operationId }, companion)
    return step === 'ended' ? 'ended' : 'taken'
  }

  /**
   * All that an account owns at the moment, including what is reserved and what is on its way to
   * it; null while it holds positions, whose worth changes with every price.
   */
  async keeps(place: VenuePlace): Promise<Atoms | null> {
    const { objectId } = place
    // Holds are read before the account: a transfer that completes in between then counts twice,
    // and is not taken for a loss.
    const holds = await this.objects.openHolds([objectId])
    const account = await this.#account(place)
    if (!account || Object.keys(account.positions).length > 0) return null
    const arriving = holds.filter(({ direction }) => direction === 'inbound')
    const parts = [
      ...Object.values(account.reserved ?? {}),
      ...arriving.map(({ amount: atoms }) => atoms),
    ]
    return parts.reduce((sum, part) => sum + part, account.crossCash)
  }

  /** Returns a reserved amount to trading after its transfer was refused for good. */
  async giveBack({ realmId, objectId }: VenuePlace, operationId: string): Promise<void> {
    const commands = ({ accounts }: VenueState): Command[] =>
      accounts.get(objectId)?.reserved?.[operationId] === undefined
        ? []
        : [{ type: 'end_reserve', objectId, operationId, as: 'returned' }]
    await this.poster.pass(realmId, await this.desk.companion({ realmId, commands }))
  }

  /** The companion of the posting that completes the transfer. */
  spend({ realmId, objectId }: VenuePlace, operationId: string): Promise<Companion> {
    const command: Command = { type: 'end_reserve', objectId, operationId, as: 'spent' }
    return this.desk.companion({ realmId, commands: () => [command] })
  }

  async #account({ realmId, objectId }: VenuePlace): Promise<Account | undefined> {
    const { state } = await this.database.snapshot((session) => this.books.read(session, realmId))
    return state.accounts.get(objectId)
  }
}
