import { test } from '@japa/runner'
import { accepted, type AnyData, type Reply } from '#tests/support/client'
import { TradingRealm, type Trader } from '#tests/functional/venue/support/trading_realm'

const BTC = 'vn:0:BTC'
const ETH = 'vn:0:ETH'
const SOL = 'vn:0:SOL'
const XRP = 'vn:0:XRP'
const DOGE = 'vn:0:DOGE'
const HOUR = 3_600_000

let trading: TradingRealm

const code = ({ status, error }: Reply<unknown>) =>
  `${status} ${error?.code} ${String(error?.details?.reason ?? '')}`

async function orderOf(trader: Trader, id: string): Promise<AnyData> {
  return accepted(await trader.get(`orders/${id}`)).order
}

/** Millionths. */
const micros = (decimal: string) => {
  const [whole, part = ''] = decimal.replace('-', '').split('.')
  const value = BigInt(whole!) * 1_000_000n + BigInt(part.padEnd(6, '0'))
  return decimal.startsWith('-') ? -value : value
}

test.group('venue | scenarios that are rare', (group) => {
  group.setup(async () => {
    trading = await TradingRealm.open()
    const prices = { [BTC]: '60000', [ETH]: '3000', [SOL]: '150', [XRP]: '2', [DOGE]: '0.15' }
    for (const [market, price] of Object.entries(prices)) await trading.price(market, price)
  })
  group.each.teardown(() => trading.tick())

  test('a flip ends what only reduces, splits the fee and starts a new lot', async ({ assert }) => {
    const flo = await trading.trader('flo', '10000.00')
    accepted(await flo.order({ market: BTC, size: '0.1', leverage: 10 }))
    const reduce = { market: BTC, side: 'sell', orderType: 'LIMIT', price: '66000', size: '0.1' }
    const rest = accepted(await flo.order({ ...reduce, reduceOnly: true })).order
    const stop = { ...reduce, orderType: 'MARKET', price: undefined, isTrigger: true, tpsl: 'sl' }
    const wait = accepted(await flo.order({ ...stop, triggerPx: '57000', reduceOnly: true })).order
    const flip = accepted(await flo.order({ market: BTC, side: 'sell', size: '0.15' }))
    assert.deepInclude(await orderOf(flo, rest.id), {
      status: 'CANCELLED',
      cancelReason: 'reduce_only',
    })
    assert.equal((await orderOf(flo, wait.id)).status, 'CANCELLED')
    const [fill] = accepted(await flo.get('fills')).fills
    assert.equal(fill.direction, 'flip_long_to_short')
    const position = await flo.position(BTC)
    assert.deepInclude(position, { side: 'short', size: '0.05' })
    // The new lot carries the opening share, cut off at a millionth.
    const share = (micros(flip.fee.amount) * 5n) / 15n
    assert.equal(micros(position.cumulativeFee), share)
    assert.notProperty(position, 'cumulativeFunding')
    await trading.assertSoundBooks(assert)
  })

  test('a leg that fills in part takes the other one along', async ({ assert }) => {
    const leo = await trading.trader('leo', '10000.00')
    accepted(await leo.order({ market: SOL, size: '10', leverage: 10 }))
    const leg = {
      market: SOL,
      side: 'sell',
      size: '10',
      reduceOnly: true,
      isTrigger: true,
      ocoGroupId: 'pair',
    }
    const limit = { orderType: 'LIMIT', isMarket: false, price: '164', tpsl: 'tp' }
    const target = accepted(await leo.order({ ...leg, ...limit, triggerPx: '160' })).order
    const stop = accepted(await leo.order({ ...leg, tpsl: 'sl', triggerPx: '130' })).order
    await trading.price(SOL, '162')
    await trading.tick()
    assert.equal((await orderOf(leo, target.id)).status, 'OPEN')
    const tia = await trading.trader('tia', '10000.00')
    accepted(await trading.sim('liquidity', { market: SOL, side: 'asks', mode: 'empty' }))
    accepted(await tia.order({ market: SOL, size: '4', leverage: 10 }))
    accepted(await trading.sim('liquidity', { market: SOL, side: 'asks', mode: 'release' }))
    assert.deepInclude(await orderOf(leo, target.id), {
      status: 'PARTIALLY_FILLED',
      filledSize: '4',
      avgFillPrice: '164',
    })
    assert.deepInclude(await orderOf(leo, stop.id), {
      status: 'CANCELLED',
      cancelReason: 'sibling_filled',
    })
    await trading.assertSoundBooks(assert)
  })

  test('a large position is liquidated by a fifth, whole in the cooldown', async ({ assert }) => {
    const big = await trading.trader('big', '12000.00')
    accepted(await big.order({ market: BTC, size: '4', leverage: 40 }))
    const { liquidationPrice } = await big.position(BTC)
    // A little below: two thirds of the maintenance are still there.
    await trading.price(BTC, `${Math.floor(Number(liquidationPrice)) - 5}`)
    await trading.tick()
    assert.equal((await big.position(BTC))?.size, '3.2')
    await trading.tick()
    await trading.tick()
    const { marginSummary } = await big.state()
    const { equity, maintenanceMarginRequired } = marginSummary
    assert.isAtLeast(Number(equity), Number(maintenanceMarginRequired))
    await trading.price(BTC, '60000')
    await trading.assertSoundBooks(assert)
  })

  test('a gap below nothing leaves an empty account, the house the debt', async ({ assert }) => {
    const gap = await trading.trader('gap', '1000.00')
    accepted(await gap.order({ market: XRP, size: '8000', leverage: 20 }))
    await trading.price(XRP, '1.5')
    await trading.tick()
    const { marginSummary, positions, openOrders } = await gap.state()
    assert.deepEqual([marginSummary.equity, marginSummary.totalRawUsd], ['0.00', '0.00'])
    assert.deepEqual([positions, openOrders], [[], []])
    await trading.price(XRP, '2')
    await trading.assertSoundBooks(assert)
  })

  test('a day of funding is paid hour by hour, to the last millionth', async ({ assert }) => {
    const [long, short] = [
      await trading.trader('long', '10000.00'),
      await trading.trader('short', '10000.00'),
    ]
    accepted(await long.order({ market: DOGE, size: '3333', leverage: 3 }))
    accepted(await short.order({ market: DOGE, side: 'sell', size: '7777', leverage: 3 }))
    accepted(await trading.sim('funding', { market: DOGE, rate: '0.0000123' }))
    accepted(await trading.sim('clock', { mode: 'manual', advanceMs: 24 * HOUR, stepMs: HOUR }))
    for (const [trader, sign, size] of [
      [long, -1n, 3333n],
      [short, 1n, 7777n],
    ] as const) {
      const { payments, total } = accepted(await trader.get('funding'))
      assert.equal(total, 24)
      let sum = 0n
      for (const { amount, oraclePx, rate } of payments) {
        // size x oracle in millionths, times the rate in 1e-12, cut off toward zero.
        const exact =
          (size * micros(oraclePx) * BigInt(Math.round(Number(rate) * 1e12))) / 10n ** 12n
        assert.equal(micros(amount), sign * exact)
        sum += sign * exact
      }
      assert.equal(micros((await trader.position(DOGE)).cumulativeFunding), sum)
    }
    await trading.assertSoundBooks(assert)
  })

  test('a delisted market settles its positions and ends what waits for it', async ({ assert }) => {
    const out = await trading.trader('out', '10000.00')
    accepted(await out.order({ market: SOL, size: '10', leverage: 10 }))
    accepted(await out.send('PUT', `positions/${SOL}/tpsl`, { stopLoss: { triggerPx: '100' } }))
    const limit = { market: SOL, orderType: 'LIMIT', price: '140', size: '1' }
    const rest = accepted(await out.order(limit)).order
    accepted(await trading.sim(`markets/${SOL}/delist`))
    await trading.tick()
    const { positions, openOrders } = await out.state()
    assert.deepEqual([positions, openOrders], [[], []])
    assert.equal((await orderOf(out, rest.id)).cancelReason, 'market_delisted')
    const refused = code(await out.order({ market: SOL, size: '1' }))
    assert.equal(refused, '409 MARKET_DELISTED market_delisted')
    const { orders } = accepted(
      await out.get('orders', { market: SOL, status: 'WAITING_FOR_TRIGGER' })
    )
    assert.deepEqual(orders, [])
    await trading.assertSoundBooks(assert)
  })

  test('orders of the largest size at once never take more than there is', async ({ assert }) => {
    const max = await trading.trader('max', '1000.00')
    const asset = accepted(await max.get('active-asset-data', { market: ETH, leverage: 10 }))
    const order = { market: ETH, size: asset.maxBuySize, leverage: 10, useMax: true }
    const replies = await Promise.all(Array.from({ length: 8 }, () => max.order(order)))
    const filled = replies.filter(({ status }) => status === 201)
    assert.lengthOf(filled, 1)
    const refused = replies.filter(({ status }) => status !== 201).map(code)
    assert.deepEqual(new Set(refused), new Set(['409 ORDER_FAILED max_below_tolerance']))
    assert.equal((await max.position(ETH)).size, filled[0]!.data.order.filledSize)
    const { marginSummary } = await max.state()
    assert.isAtLeast(Number(marginSummary.equity), Number(marginSummary.initialMarginUsed))
    await trading.assertSoundBooks(assert)
  })

  test('maker and taker fees are exact, the application’s is the order’s', async ({ assert }) => {
    const { client, id } = trading
    const settings = (tenths: number | null) =>
      client.send('PATCH', `/api/v1/realms/${id}/settings`, {
        defaultApplicationFeeTenthsBps: tenths,
      })
    accepted(await settings(20))
    const [mia, tad] = [
      await trading.trader('mia', '10000.00'),
      await trading.trader('tad', '10000.00'),
    ]
    const limit = { market: ETH, orderType: 'LIMIT', price: '3000', size: '1', leverage: 10 }
    accepted(await mia.order(limit))
    const take = { ...limit, side: 'sell', timeInForce: 'IOC', applicationFeeTenthsBps: 50 }
    accepted(await tad.order(take))
    accepted(await settings(null))
    const [made] = accepted(await mia.get('fills')).fills
    const [taken] = accepted(await tad.get('fills')).fills
    assert.deepEqual(made.feeBreakdown, { exchange: '0.45', platform: '0.00', builder: '0.60' })
    assert.deepEqual(taken.feeBreakdown, { exchange: '1.35', platform: '0.00', builder: '1.50' })
    assert.deepEqual([made.isMaker, taken.isMaker], [true, false])
    await trading.assertSoundBooks(assert)
  })

  test('the liquidation price is where equity meets maintenance', async ({ assert }) => {
    const liq = await trading.trader('liq', '1000.00')
    accepted(await liq.order({ market: XRP, size: '8000', leverage: 20 }))
    const { marginSummary } = await liq.state()
    const cash = micros(marginSummary.totalRawUsd)
    // cash + q p = q p / 40, so p = -cash / (q x 39/40); eight decimals, half to even.
    const scaled = (-cash * 40n * 1000n) / (8000n * 39n)
    const shown = (await liq.position(XRP)).liquidationPrice as string
    const [whole, part = ''] = shown.split('.')
    const price = BigInt(whole!) * 100_000_000n + BigInt(part.padEnd(8, '0'))
    const off = price * 10n - scaled
    assert.isTrue(off >= -5n && off <= 5n, `${shown} for ${marginSummary.totalRawUsd}`)
    accepted(await liq.send('POST', `positions/${XRP}/close`))
  })
})
