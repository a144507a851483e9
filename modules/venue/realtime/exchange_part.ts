import { AccessControl } from '#app/extension/access_control'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { ServiceError } from '#app/http/errors/service_error'
import { schema } from '#app/http/schemas'
import type { WatchPart, WatchedPlace } from '#modules/ledger/extension/watch_part'
import { RealmDirectory } from '#modules/ledger/index'
import { presentAccount } from '../http/account_presenters.ts'
import { exchangeState } from '../http/trading_schemas.ts'
import { ReadAccount } from '../services/read_account.ts'
import { VenueBooks } from '../services/venue_books.ts'
import { EXCHANGE_FRAMES } from './venue_frames.ts'

const READ = 'svc:ReadExchange'

/** The exchange account of a watched path, and its fills. */
@singleton()
export class ExchangePart implements WatchPart {
  readonly name = 'exchange'
  readonly schema = schema.nullable(exchangeState)
  readonly example = null
  readonly frames = EXCHANGE_FRAMES
  readonly update: WatchPart['update'] = {
    type: 'exchange.updated',
    field: 'exchange',
    objectTypes: ['exchange'],
    action: READ,
    read: (realmId, object) => this.#state(realmId, object),
  }
  readonly events: WatchPart['events'] = [
    {
      type: 'fill.recorded',
      field: 'fill',
      action: READ,
      entity: 'fillId',
      correlation: 'orderId',
      previewedAs: 'fill.previewed',
    },
  ]

  constructor(
    private account: ReadAccount,
    private realms: RealmDirectory,
    private books: VenueBooks,
    private access: AccessControl
  ) {}

  /**
   * The state of one exchange object; null for any other object, and while the account is being set
   * up.
   */
  async snapshotAfter(principal: Principal, { realmId, path, objects }: WatchedPlace) {
    const [object] = path.endsWith('/') ? [] : objects
    if (object?.type !== 'exchange') return null
    return this.access.permits(principal, READ, path) ? this.#state(realmId, object) : null
  }

  async #state(realmId: string, { id, path }: { id: string; path: string }) {
    const realm = await this.realms.find(realmId)
    if (!realm) return null
    try {
      const target = { objectId: id, path, realm, isDeleting: false }
      const found = await this.account.stateOf(target)
      return presentAccount(found, (market) => this.books.marketOf(market))
    } catch (error) {
      // The account is being set up or has no prices: there is nothing to show yet, and no reason
      // to refuse.
      if (error instanceof ServiceError) return null
      throw error
    }
  }
}
