import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import type { KeepKey } from '#app/http/idempotency/answer_once'
import { invalidField, notFound } from '#app/http/errors/service_error'
import { ObjectReader } from '#modules/ledger/index'
import { FaultStore } from '../storage/fault_store.ts'
import type { StoredFeed } from '../storage/feed_store.ts'
import { PrivateFeed } from './private_feed.ts'
import { MarketList } from './market_list.ts'

/** Refusals that a builder can ask for: those that an order can meet at a venue. */
export const FAULT_CODES = [
  'EXCHANGE_PROVISIONING',
  'EXCHANGE_ERROR',
  'MARKET_DATA_UNAVAILABLE',
  'NO_LIQUIDITY',
  'ORDER_FAILED',
  'INSUFFICIENT_MARGIN',
  'MARKET_DELISTED',
] as const

export interface FaultRequest {
  code: (typeof FAULT_CODES)[number]
  market?: string
  objectId?: string
  /** How many orders to refuse; 0 removes the fault. */
  count: number
}

/** Has the next orders of a realm refused. */
@singleton()
export class SetFault {
  constructor(
    private feed: PrivateFeed,
    private faults: FaultStore,
    private objects: ObjectReader,
    private markets: MarketList
  ) {}

  /** @throws ServiceError VALIDATION_ERROR, NOT_FOUND for an unknown object, those of PrivateFeed */
  async run(
    principal: Principal,
    realmId: string,
    request: FaultRequest,
    keep?: KeepKey
  ): Promise<StoredFeed> {
    const { code, market = null, objectId = null, count } = request
    await this.feed.read(principal, realmId)
    if (market !== null && !this.markets.some(({ id }) => id === market)) {
      throw invalidField(
        'market',
        'unknown_market',
        'The market field must be a market of this venue'
      )
    }
    if (objectId !== null) {
      const object = await this.objects.find(objectId)
      if (object?.realm_id !== realmId)
        throw notFound('object', objectId, 'GET /api/v1/objects lists those of the realm.')
    }
    return this.feed.change(
      principal,
      realmId,
      async (session, stored) => {
        const seq = stored.commands + 1
        await this.faults.put(session, stored.id, { seq, code, market, objectId, remaining: count })
        const line = JSON.stringify({ type: 'fault', code, market, objectId, count })
        return { stored, line }
      },
      keep
    )
  }
}
