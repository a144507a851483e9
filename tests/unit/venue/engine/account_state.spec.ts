import { test } from '@japa/runner'
import { accountState } from '#modules/venue/core/engine/account_state'
import { RATE_DECIMALS, formatFixed, formatPrice } from '#modules/venue/core/numerics'
import { VenueWorld, usd } from './venue_world.ts'

const SOL = 'vn:0:SOL'
const NVDA = 'vn:1:NVDA'

test.group('venue | engine | account state', () => {
  test('full-notional accounting: cash may be negative, equity is not', ({ assert }) => {
    const world = new VenueWorld({ alice: '1000' })
    world.place('alice', { market: SOL, size: '20', leverage: 10 })
    world.place('alice', { market: NVDA, side: 'sell', size: '2', leverage: 4, isolated: true })
    world.setMark(SOL, '151')
    const { marginSummary, crossMaintenanceMarginUsed } = state(world)
    // Fees: 20 x 150.02 and 2 x 149.97, each x 0.00045.
    const fees = usd('1.35018') + usd('0.134973')
    const short = usd('299.94')
    assert.equal(marginSummary.totalRawUsd, usd('1000') - usd('3000.4') + short - fees)
    assert.equal(marginSummary.equity, marginSummary.totalRawUsd + usd('3020') - usd('300'))
    assert.equal(marginSummary.totalUnrealizedPnl, usd('19.6') - usd('0.06'))
    assert.equal(marginSummary.totalNtlPos, usd('3320'))
    // 3020 / 40, and 300 / 20 for the isolated one.
    assert.equal(crossMaintenanceMarginUsed, usd('75.5'))
    assert.equal(marginSummary.maintenanceMarginRequired, usd('90.5'))
    // 3020 / 10, and the isolated equity of 74.985 - 0.06.
    assert.equal(marginSummary.initialMarginUsed, usd('302') + usd('74.925'))
    const left = marginSummary.equity - marginSummary.maintenanceMarginRequired
    assert.equal(marginSummary.availableToWithdraw, left)
  })

  test('a position shows its average entry, its margin and its return', ({ assert }) => {
    const world = new VenueWorld({ alice: '1000' })
    world.place('alice', { market: SOL, size: '1', leverage: 10 })
    world.setMark(SOL, '151')
    world.place('alice', { market: SOL, size: '2' })
    world.place('alice', { market: NVDA, side: 'sell', size: '2', leverage: 4, isolated: true })
    const [sol, nvda] = state(world).positions
    // (150.02 + 2 x 151.02) / 3.
    assert.equal(formatPrice(sol!.entryPrice), '150.68666667')
    assert.equal(sol!.side, 'long')
    assert.equal(sol!.marginUsed, usd('45.3'))
    assert.isNull(sol!.isolatedMargin)
    // 0.94 of profit on a margin of 45.206.
    assert.equal(sol!.unrealizedPnl, usd('0.94'))
    assert.equal(formatFixed(sol!.returnOnEquity, RATE_DECIMALS), '0.020793699951')
    assert.deepEqual([nvda!.side, nvda!.size, nvda!.marginMode], ['short', 2000n, 'isolated'])
    assert.equal(nvda!.isolatedMargin, usd('74.925'))
    assert.equal(nvda!.marginUsed, usd('74.925'))
  })

  test('an account that owes more than it has cannot withdraw, and shows zero', ({ assert }) => {
    const world = new VenueWorld({ alice: '100' })
    world.place('alice', { market: SOL, size: '10', leverage: 20 })
    world.setMark(SOL, '130')
    assert.equal(state(world).marginSummary.availableToWithdraw, 0n)
  })
})

function state(world: VenueWorld) {
  return accountState(world.inputs, world.account('alice'))
}
