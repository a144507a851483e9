import {
  operationsOf,
  rows,
  type Body,
  type MakeKeyedPost,
} from '#tests/functional/host/support/keyed_world'
import { SIM } from '#tests/functional/venue/support/sim_stage'
import { accepted } from '#tests/support/client'

const BTC = 'vn:0:BTC'

/** A command of an exchange account. */
function commanding(address: string, body: Body, other: Body): MakeKeyedPost {
  return ({ trading: { client, id: realmId }, trader }) => ({
    client,
    address: `${trader.base}/${address}`,
    body: { realmId, ...body },
    other: { realmId, ...body, ...other },
    count: operationsOf(realmId),
  })
}

/** A control of a private feed. */
function simulating(address: string, body: Body, other: Body): MakeKeyedPost {
  return ({ stage: { realm } }) => ({
    client: realm.client,
    address: `${SIM}/${address}`,
    body: { realmId: realm.id, ...body },
    other: { realmId: realm.id, ...body, ...other },
    count: () =>
      rows(
        'venue_feed_commands c JOIN venue_feeds f ON f.id = c.feed_id WHERE f.realm_id = ?',
        realm.id
      ),
  })
}

/** What is asked of the venue: commands of an account, and controls of a simulated feed. */
export const KEYED_TRADING: Record<string, MakeKeyedPost> = {
  'POST /api/v1/objects/:id/exchange/orders': commanding(
    'orders',
    { market: BTC, side: 'buy', orderType: 'MARKET', size: '0.01' },
    { size: '0.02' }
  ),
  'POST /api/v1/objects/:id/exchange/orders/batch': commanding(
    'orders/batch',
    {
      grouping: 'normalTpsl',
      orders: [
        { market: BTC, side: 'buy', orderType: 'LIMIT', size: '0.01', price: '50000' },
        {
          market: BTC,
          side: 'sell',
          orderType: 'LIMIT',
          size: '0.01',
          price: '40000',
          isTrigger: true,
          isMarket: true,
          triggerPx: '40000',
          tpsl: 'sl',
          reduceOnly: true,
        },
      ],
    },
    { orders: [{ market: BTC, side: 'buy', orderType: 'LIMIT', size: '0.02', price: '50000' }] }
  ),
  'POST /api/v1/objects/:id/exchange/positions/:market/close': commanding(
    `positions/${BTC}/close`,
    { size: '0.001' },
    { size: '0.002' }
  ),
  'POST /api/v1/objects/:id/exchange/leverage': commanding(
    'leverage',
    { market: 'vn:0:ETH', leverage: 3 },
    { leverage: 4 }
  ),
  'POST /api/v1/objects/:id/exchange/margin-mode': commanding(
    'margin-mode',
    { market: 'vn:0:ETH', marginMode: 'isolated' },
    { marginMode: 'cross' }
  ),
  'POST /api/v1/objects/:id/exchange/isolated-margin': async (world, key) => {
    const { trader } = world
    const market = 'vn:0:SOL'
    accepted(await trader.send('POST', 'margin-mode', { market, marginMode: 'isolated' }))
    accepted(await trader.order({ market, size: '1', leverage: 5 }))
    return commanding('isolated-margin', { market, amount: '10' }, { amount: '20' })(world, key)
  },
  'POST /api/v1/objects/:id/exchange/twap': commanding(
    'twap',
    { market: BTC, side: 'buy', totalSize: '1', durationMinutes: 60 },
    { totalSize: '2' }
  ),
  'POST /api/v1/exchange/sim/fork': async ({ realm }) => {
    const { client, id: realmId } = await realm.client.realm()
    return {
      client,
      address: `${SIM}/fork`,
      body: { realmId },
      other: { realmId, seed: 'another' },
      count: () => rows('venue_feeds WHERE realm_id = ?', realmId),
    }
  },
  'POST /api/v1/exchange/sim/clock': simulating(
    'clock',
    { mode: 'manual', advanceMs: 3000 },
    { advanceMs: 6000 }
  ),
  'POST /api/v1/exchange/sim/tick': async (world, key) => ({
    ...(await simulating('tick', {}, {})(world, key)),
    other: null,
  }),
  'POST /api/v1/exchange/sim/faults': simulating(
    'faults',
    { code: 'ORDER_FAILED', count: 1 },
    { count: 2 }
  ),
  'POST /api/v1/exchange/sim/prices': simulating(
    'prices',
    { market: BTC, mode: 'jump', price: '60000' },
    { price: '61000' }
  ),
  'POST /api/v1/exchange/sim/liquidity': simulating(
    'liquidity',
    { market: BTC, side: 'both', mode: 'scale', factor: '2' },
    { factor: '3' }
  ),
  'POST /api/v1/exchange/sim/funding': simulating(
    'funding',
    { market: BTC, rate: '0.001' },
    { rate: '0.002' }
  ),
  'POST /api/v1/exchange/sim/replay': simulating(
    'replay',
    { market: BTC, candles: [{ t: 0, o: '60000', h: '60000', l: '60000', c: '60000' }] },
    { loop: true }
  ),
  'POST /api/v1/exchange/sim/markets/:market/delist': async (world, key) => ({
    ...(await simulating('markets/vn:0:XRP/delist', {}, {})(world, key)),
    otherAddress: `${SIM}/markets/vn:0:ETH/delist`,
  }),
}
