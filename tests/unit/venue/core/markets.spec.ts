import { test } from '@japa/runner'
import { marketsOf } from '#modules/venue/core/markets'
import { isOnTick } from '#modules/venue/core/numerics'

const markets = marketsOf('vn')
const byId = new Map(markets.map((market) => [market.id, market]))

test.group('venue | markets', () => {
  test('the venue lists twelve markets under its code', ({ assert }) => {
    const symbols = ['BTC', 'ETH', 'SOL', 'XRP', 'DOGE', 'HYPE', 'LINK', 'KPEPE', 'THIN', 'LOOM']
    assert.deepEqual(
      [...byId.keys()],
      [...symbols.map((symbol) => `vn:0:${symbol}`), 'vn:1:GOLD', 'vn:1:NVDA']
    )
    assert.equal(marketsOf('xx')[0]!.id, 'xx:0:BTC')
  })

  test('margin tiers start at zero, rise in size and fall in leverage', ({ assert }) => {
    for (const { marginTiers, maxLeverage } of markets) {
      assert.containSubset(marginTiers[0]!, { lowerBoundUsd: 0n, maxLeverage })
      for (const [index, tier] of marginTiers.entries()) {
        const before = marginTiers[index - 1]
        if (!before) continue
        assert.isTrue(tier.lowerBoundUsd > before.lowerBoundUsd)
        assert.isTrue(tier.maxLeverage < before.maxLeverage)
      }
    }
  })

  test('markets of the second index take isolated margin only, and gold keeps it', ({ assert }) => {
    assert.deepEqual(byId.get('vn:1:GOLD')!.marginModes, ['isolated'])
    assert.isFalse(byId.get('vn:1:GOLD')!.isolatedMarginRemovable)
    assert.deepEqual(byId.get('vn:1:NVDA')!.marginModes, ['isolated'])
    assert.isTrue(byId.get('vn:1:NVDA')!.isolatedMarginRemovable)
    assert.deepEqual(byId.get('vn:0:BTC')!.marginModes, ['cross', 'isolated'])
  })

  test('only the delisted market has no price model', ({ assert }) => {
    const delisted = markets.filter(({ isDelisted }) => isDelisted)
    const models = delisted.map(({ id, priceModel }) => [id, priceModel])
    assert.deepEqual(models, [['vn:0:LOOM', null]])
    for (const { szDecimals, priceModel } of markets) {
      assert.isTrue(priceModel === null || isOnTick(priceModel.anchor, szDecimals))
    }
  })

  test('larger leverage comes with larger market orders', ({ assert }) => {
    const caps = ['BTC', 'ETH', 'SOL', 'LINK', 'THIN'].map(
      (symbol) => byId.get(`vn:0:${symbol}`)!.maxMarketOrderNotionalUsd
    )
    assert.deepEqual(caps, [30_000_000n, 30_000_000n, 5_000_000n, 2_000_000n, 500_000n])
  })
})
