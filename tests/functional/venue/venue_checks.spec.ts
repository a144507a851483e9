import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import fc from 'fast-check'
import { Database } from '#app/storage/database'
import { VenueChecks } from '#modules/venue/storage/venue_checks'
import { accepted, pluck } from '#tests/support/client'
import { TradingRealm, type Trader } from '#tests/functional/venue/support/trading_realm'

const MARKETS = ['vn:0:BTC', 'vn:0:ETH', 'vn:0:SOL'] as const
const PRICES = { 'vn:0:BTC': 60000, 'vn:0:ETH': 3000, 'vn:0:SOL': 150 }
const SIZES = { 'vn:0:BTC': '0.01', 'vn:0:ETH': '0.2', 'vn:0:SOL': '4' }

/** `TRADING_STEPS=10000` makes it a long day, with several commands on their way at any time. */
const STEPS = Number(process.env.TRADING_STEPS ?? 80)
const IN_FLIGHT = STEPS > 80 ? 8 : 1

let trading: TradingRealm
let traders: Trader[]

/** What is damaged, and the check that has to see it. */
const DAMAGE: [string, string, string][] = [
  [
    'a position that is no balance',
    'UPDATE venue_positions SET size = size + 1 WHERE realm_id = ?',
    'positions-are-balances',
  ],
  [
    'a balance that is no position',
    `UPDATE balances SET settled = settled + 1 WHERE realm_id = ? AND denomination LIKE 'PERP:%'
      AND object_id IN (SELECT id FROM objects WHERE path = '/_system/venue/house')`,
    'positions-cancel-out',
  ],
  [
    'cash from nowhere',
    'UPDATE venue_accounts SET cross_cash = cross_cash + 1 WHERE realm_id = ?',
    'venue-cash-is-the-balance',
  ],
  [
    'cash out of trading for no transfer',
    `UPDATE venue_accounts SET reserved_cash = reserved_cash + 1, cross_cash = cross_cash - 1
      WHERE realm_id = ?`,
    'reserved-cash-is-on-its-way',
  ],
  ['a fill that is gone', 'DELETE FROM venue_fills WHERE realm_id = ?', 'fills-make-the-positions'],
  [
    'a fee that nobody got',
    'UPDATE venue_fills SET exchange_fee = exchange_fee + 1 WHERE realm_id = ?',
    'fees-are-what-fills-paid',
  ],
]

const move = fc.record({
  who: fc.nat({ max: 2 }),
  market: fc.constantFrom(...MARKETS),
  side: fc.constantFrom('buy', 'sell'),
  kind: fc.constantFrom('market', 'limit', 'close', 'cancel', 'tick', 'price', 'withdraw'),
  away: fc.integer({ min: -40, max: 40 }),
})
type Move = typeof move extends fc.Arbitrary<infer Value> ? Value : never

/** A price a few tenths of a percent away, on everybody's grid. */
function priceOf({ market, away }: Move): string {
  return String(Math.round(PRICES[market] * (1 + away / 1000)))
}

async function make(step: Move): Promise<number> {
  const { who, market, side, kind } = step
  const trader = traders[who]!
  const order = { market, side, size: SIZES[market] }
  switch (kind) {
    case 'market':
      return (await trader.order(order)).status
    case 'limit':
      return (await trader.order({ ...order, orderType: 'LIMIT', price: priceOf(step) })).status
    case 'close':
      return (await trader.send('POST', `positions/${market}/close`)).status
    case 'cancel':
      return (await trader.send('DELETE', 'orders')).status
    case 'withdraw':
      return (await trader.move(trader.path, trader.path.replace('traders', 'cash'), '50')).status
    case 'price':
      await trading.price(market, priceOf(step))
      return 200
    case 'tick':
      await trading.tick()
      return 200
  }
}

test.group('venue | the books of a trading day', (group) => {
  group.setup(async () => {
    trading = await TradingRealm.open()
    for (const market of MARKETS) await trading.price(market, String(PRICES[market]))
    traders = [
      await trading.trader('one', '5000.00'),
      await trading.trader('two', '2000.00'),
      await trading.trader('three', '300.00'),
    ]
  })

  test('whatever trades, positions, cash and fees net to zero', async ({ assert }) => {
    const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
    const queue = fc.sample(move, { seed, numRuns: STEPS })[Symbol.iterator]()
    let done = 0
    const work = async () => {
      for (const step of queue) {
        // A run that is silent for minutes is taken for one that hangs.
        if (++done % 500 === 0) process.stdout.write(`${done} of ${STEPS}, seed ${seed}\n`)
        assert.isBelow(await make(step), 500, `seed ${seed}: ${JSON.stringify(step)}`)
      }
    }
    await Promise.all(Array.from({ length: IN_FLIGHT }, work))
    await trading.assertSoundBooks(assert)
  }).timeout(300_000 + 500 * STEPS)

  for (const [index, [what, sql, seenBy]] of DAMAGE.entries()) {
    test(`damage is found: ${what}`, async ({ assert }) => {
      // Somebody of its own, with a position: those of the day may have lost everything.
      const holder = await trading.trader(`holder${index}`, '1000.00')
      accepted(await holder.order({ market: 'vn:0:SOL', size: '1' }))
      const database = await app.container.make(Database)
      const undone = new Error('Damage is never committed')
      const damaged = database.transaction(async (session) => {
        const { affectedRows } = await session.write(sql, [trading.id])
        assert.isAbove(affectedRows, 0)
        const verdicts = await new VenueChecks().check(session, trading.id)
        const found = verdicts.filter(({ violations }) => violations.length > 0)
        assert.include(pluck(found, 'name'), seenBy)
        throw undone
      })
      await assert.rejects(() => damaged, undone.message)
    })
  }
})
