import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { ServiceError } from '#app/http/errors/service_error'
import { settingOf } from '../core/engine/margin.ts'
import type { MaxSizeQuestion } from '../core/engine/max_order_size.ts'
import { checkLeverage } from '../core/engine/order_terms.ts'
import { refuse, type Refusal } from '../core/engine/refusals.ts'
import { OrderHistory } from '../storage/order_history.ts'
import { ExchangeObjects, type ExchangeTarget } from './exchange_objects.ts'
import { refusalOf } from './venue_desk.ts'
import type { VenueAccount } from './venue_driver.ts'
import { VenueDrivers } from './venue_drivers.ts'

export interface AccountQuery {
  objectId: string
  realmId?: string | undefined
}

/**
 * Reads an exchange account as it is now: margin, positions, open orders, and how much it could
 * trade.
 */
@singleton()
export class ReadAccount {
  constructor(
    private objects: ExchangeObjects,
    private drivers: VenueDrivers,
    private orders: OrderHistory
  ) {}

  /** @throws ServiceError those of ExchangeObjects, MARKET_DATA_UNAVAILABLE */
  async state(principal: Principal, query: AccountQuery) {
    return this.stateOf(await this.objects.find(principal, query, 'svc:ReadExchange'))
  }

  /** @throws ServiceError MARKET_DATA_UNAVAILABLE */
  async stateOf(target: ExchangeTarget) {
    const { realm, objectId } = target
    const venue = await this.drivers.of(realm).account({ realmId: realm.id, objectId })
    const { state } = venue
    if (!state) throw new ServiceError('MARKET_DATA_UNAVAILABLE')
    const ids = venue.orders.map(({ orderId }) => orderId)
    const open = await this.orders.findAll(target.objectId, ids)
    return { target, venue, state, openOrders: open }
  }

  /** The leverage and mode with which an account trades a market. */
  async setting(principal: Principal, { market, ...query }: AccountQuery & { market: string }) {
    const { venue } = await this.#find(principal, query)
    this.#known(venue, market)
    return settingOf(venue.inputs, venue.account, market)
  }

  /** How much of a market the account could order at a leverage. */
  async assetData(
    principal: Principal,
    query: AccountQuery & { market: string; leverage?: number | undefined }
  ) {
    const { market } = query
    const { target, venue } = await this.#find(principal, query)
    const known = this.#known(venue, market)
    const leverage = query.leverage ?? settingOf(venue.inputs, venue.account, market).leverage
    const unfit = checkLeverage(known.market, leverage)
    if (unfit) throw refusalError(unfit)
    const { prices } = known
    if (!prices || venue.free === null) throw new ServiceError('MARKET_DATA_UNAVAILABLE')
    const { realm, objectId } = target
    const place = { realmId: realm.id, objectId }
    const driver = this.drivers.of(realm)
    const sizes = async (side: MaxSizeQuestion['side']) =>
      driver.maxOrderSize(place, { objectId, market, side, leverage, price: null })
    const [buy, sell] = [await sizes('buy'), await sizes('sell')]
    const free = venue.free > 0n ? venue.free : 0n
    return { market: known.market, prices, leverage, buy, sell, venue, free }
  }

  #known({ inputs }: VenueAccount, market: string) {
    const known = inputs.markets.get(market)
    if (!known) throw refusalError(refuse('unknown_market', { market }))
    return known
  }

  async #find(principal: Principal, query: AccountQuery) {
    const target: ExchangeTarget = await this.objects.find(principal, query, 'svc:ReadExchange')
    const { realm, objectId } = target
    const venue = await this.drivers.of(realm).account({ realmId: realm.id, objectId })
    return { target, venue }
  }
}

function refusalError(refusal: Refusal): ServiceError {
  const { code, ...told } = refusalOf(refusal)
  return new ServiceError(code, told)
}
