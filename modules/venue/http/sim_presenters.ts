import { sqlToRfc3339, toRfc3339 } from '#app/clock/timestamp'
import type { MarketControls } from '../core/feed/feed.ts'
import { formatPrice } from '../core/numerics.ts'
import { msOfTick } from '../core/tick.ts'
import type { SimFeedView } from '../services/read_sim_feed.ts'
import { formatRate, presentAge } from './presenters.ts'

export function presentSimFeed({ reading, faults, commands }: SimFeedView) {
  const { stored } = reading
  const { feed, clock } = stored
  return {
    feed: {
      realmId: stored.realmId,
      seed: feed.seed,
      mode: feed.mode,
      clock: {
        mode: clock.mode,
        now: clock.manualMs === null ? null : toRfc3339(clock.manualMs * 1000),
        aheadOfWallMs: clock.manualMs === null ? clock.offsetMs : null,
      },
      tick: feed.tick,
      forkedAt: toRfc3339(msOfTick(stored.firstTick) * 1000),
      markets: Object.entries(feed.markets).map(([market, { prices, controls }]) => ({
        market,
        oraclePx: formatPrice(prices.oracle),
        markPx: formatPrice(prices.mark),
        midPx: formatPrice(prices.mid),
        ...presentControls(controls),
      })),
      faults: faults.map(({ code, market, objectId, remaining }) => ({
        code,
        market,
        objectId,
        count: remaining,
      })),
      commands: commands.map(({ seq, tick, command, actorType, actorId, createdAt }) => ({
        seq,
        tick: Number(tick),
        command: JSON.parse(command) as unknown,
        actor: { type: actorType, id: actorId },
        createdAt: sqlToRfc3339(createdAt),
      })),
      ...presentAge(reading),
    },
  }
}

function presentControls({ pinned, liquidity, fundingRate, delisted, tape }: MarketControls) {
  return {
    pinned,
    liquidity: { bids: formatRate(liquidity.bids), asks: formatRate(liquidity.asks) },
    fundingRate: fundingRate === null ? null : formatRate(fundingRate),
    isDelisted: delisted !== null,
    settlementPx: delisted && formatPrice(delisted.settlement),
    replay: tape && {
      candles: tape.candles,
      ticksPerCandle: tape.ticksPerCandle,
      loop: tape.loops,
    },
  }
}
