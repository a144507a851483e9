import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import type { KeepKey } from '#app/http/idempotency/answer_once'
import { invalid, invalidField, type FieldError } from '#app/http/errors/service_error'
import { isPlausible, simLine } from '../core/feed/sim_command.ts'
import type { TapeCandle } from '../core/feed/tape.ts'
import type { Market } from '../core/markets.ts'
import { TICK_MS } from '../core/tick.ts'
import type { StoredFeed } from '../storage/feed_store.ts'
import { TapeStore } from '../storage/tape_store.ts'
import { applied } from './change_feed.ts'
import { PrivateFeed } from './private_feed.ts'
import { MarketList } from './market_list.ts'

/** A recorded candle. Of its time only the distance to the next candle's matters. */
export interface TimedCandle extends TapeCandle {
  /** Milliseconds since the Unix epoch. */
  timeMs: number
}

export interface TapeRequest {
  market: string
  candles: readonly TimedCandle[]
  loops: boolean
}

/** The length of a single candle, which has no neighbour to measure it by. */
const LONE_CANDLE_MS = 60_000

/** Lets a market of a private feed follow recorded candles from its next tick on. */
@singleton()
export class LoadTape {
  constructor(
    private feed: PrivateFeed,
    private tapes: TapeStore,
    private markets: MarketList
  ) {}

  /** @throws ServiceError VALIDATION_ERROR, MARKET_DELISTED, and those of PrivateFeed */
  run(
    principal: Principal,
    realmId: string,
    request: TapeRequest,
    keep?: KeepKey
  ): Promise<StoredFeed> {
    const { market: marketId, candles, loops } = request
    return this.feed.change(
      principal,
      realmId,
      async (session, stored) => {
        const tape = {
          startTick: stored.feed.tick,
          ticksPerCandle: ticksPerCandle(candles),
          candles: candles.length,
          loops,
        }
        const command = { type: 'load_tape', market: marketId, tape } as const
        const changed = applied(this.markets, stored, command)
        const market = this.markets.find(({ id }) => id === marketId)!
        checkPrices(market, candles)
        await this.tapes.put(session, stored.id, marketId, candles)
        return { stored: changed, line: simLine(command) }
      },
      keep
    )
  }
}

function ticksPerCandle(candles: readonly TimedCandle[]): number {
  const [first, second] = candles
  const lengthMs = second ? second.timeMs - first!.timeMs : LONE_CANDLE_MS
  const even = candles.every(
    ({ timeMs }, index) => index === 0 || timeMs - candles[index - 1]!.timeMs === lengthMs
  )
  if (!even || lengthMs <= 0 || lengthMs % TICK_MS !== 0) {
    throw invalidField(
      'candles',
      'spacing',
      'The candles must follow each other at one distance, a multiple of 3000 ms'
    )
  }
  return lengthMs / TICK_MS
}

function checkPrices(market: Market, candles: readonly TimedCandle[]): void {
  const fields = candles.flatMap(({ open, high, low, close }, index): FieldError[] => {
    const prices = [open, high, low, close]
    const onGrid = prices.every((price) => isPlausible(market, price))
    const inside = [open, close].every((price) => low <= price && price <= high)
    if (onGrid && inside) return []
    const message = onGrid
      ? 'Open and close must lie between low and high'
      : 'The prices must lie on the tick grid, within a hundredth and a hundred times of where the market starts'
    return [{ field: `candles.${index}`, rule: onGrid ? 'candle' : 'invalid_price', message }]
  })
  if (fields.length > 0) throw invalid(fields.slice(0, 20))
}
