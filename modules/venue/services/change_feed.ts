import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import type { KeepKey } from '#app/http/idempotency/answer_once'
import { ServiceError, invalidField, notFound } from '#app/http/errors/service_error'
import type { SqlSession } from '#app/storage/database'
import { applySim, simLine, type SimCommand, type SimRefusal } from '../core/feed/sim_command.ts'
import type { Market } from '../core/markets.ts'
import type { StoredFeed } from '../storage/feed_store.ts'
import { PrivateFeed } from './private_feed.ts'
import { MarketList } from './market_list.ts'

/** Makes one change by hand to the prices of a realm's private feed. */
@singleton()
export class ChangeFeed {
  constructor(
    private feed: PrivateFeed,
    private markets: MarketList
  ) {}

  /** @throws ServiceError as `applied`, and those of PrivateFeed */
  run(
    principal: Principal,
    realmId: string,
    command: SimCommand,
    keep?: KeepKey
  ): Promise<StoredFeed> {
    const change = async (_session: SqlSession, stored: StoredFeed) => ({
      stored: applied(this.markets, stored, command),
      line: simLine(command),
    })
    return this.feed.change(principal, realmId, change, keep)
  }
}

/** @throws ServiceError VALIDATION_ERROR naming the field, MARKET_DELISTED, CONFLICT */
export function applied(
  markets: readonly Market[],
  stored: StoredFeed,
  command: SimCommand
): StoredFeed {
  const result = applySim(markets, stored.feed, command)
  if (result.kind === 'refused') throw refusalOf(result.reason, command)
  return { ...stored, feed: result.feed }
}

function refusalOf(reason: SimRefusal, command: SimCommand): ServiceError {
  switch (reason) {
    case 'unknown_market':
      if (command.type === 'delist')
        return notFound(
          'market',
          command.market,
          'GET /api/v1/exchange/market/meta lists the markets.'
        )
      return invalidField('market', reason, 'The market field must be a market of this venue')
    case 'invalid_price':
      return invalidField(
        'price',
        reason,
        'The price field must lie on the tick grid, and within a hundredth and a hundred times of where the market starts'
      )
    case 'market_delisted':
      return new ServiceError('MARKET_DELISTED', { details: { reason } })
    case 'nothing_to_replay':
      return new ServiceError('CONFLICT', {
        message: 'The feed has no recorded candles of any market.',
        next: 'Send some first with POST /api/v1/exchange/sim/replay.',
        details: { reason },
      })
  }
}
