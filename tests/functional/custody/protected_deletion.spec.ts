import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { BoundaryDirectory } from '#modules/custody/services/boundary_directory'
import { KeepVaults } from '#modules/custody/services/keep_vaults'
import { TradingRealm, Trader } from '#tests/functional/venue/support/trading_realm'
import { accepted, eventually, until, type AnyData } from '#tests/support/client'
import { booksAreSound } from '#tests/support/sound_books'
import { zoneOf } from './support/holder.ts'
import { sheetOf } from './support/pool_hand.ts'

const BTC = 'vn:0:BTC'
const HOUR = 3600

let trading: TradingRealm
let boundaryId: string
let trader: Trader

const body = (more: Record<string, unknown> = {}) => ({ realmId: trading.id, ...more })

const remove = (more: Record<string, unknown> = {}) => {
  const named = { path: trader.path, sweepToPath: '/zone/cash', ...more }
  return trading.client.post('/api/v1/objects/delete', body(named))
}

const readiness = async (): Promise<AnyData> => {
  const route = `/api/v1/objects/${trader.id}/deletion-readiness`
  return accepted(await trading.client.get(route, { realmId: trading.id }))
}

const setLock = async (seconds: number) => {
  const route = `/api/v1/custody/boundaries/${boundaryId}/time-lock`
  const reply = await trading.client.post(route, body({ seconds }))
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body))
  const directory = await app.container.make(BoundaryDirectory)
  await until('the time lock', async () => {
    const { timeLockSeconds } = await directory.of(boundaryId)
    return timeLockSeconds === seconds
  })
}

const ended = async (id: string): Promise<AnyData> =>
  eventually('the end of the deletion', async () => {
    const { operation } = accepted(await trading.client.get(`/api/v1/operations/${id}`))
    return operation.state === 'pending' ? null : (operation as AnyData)
  })

test.group('custody | deleting what has traded in a protected boundary', (group) => {
  group.each.setup(async () => {
    trading = await TradingRealm.open()
    await trading.price(BTC, '60000')
    boundaryId = await zoneOf(trading.realm, '/zone')
    await trading.realm.account('/zone/cash', '10000.00')
    const { id } = await trading.realm.object('/zone/ex', { type: 'exchange' })
    trader = new Trader(trading, id, '/zone/ex')
    const moved = accepted(await trader.move('/zone/cash', trader.path, '10000.00'))
    await trading.realm.completed(moved.operation.id)
  })

  test('a loss is told up front, and refuses while it is protected', async ({ assert }) => {
    accepted(await trader.order({ market: BTC, size: '0.1' }))
    accepted(await trader.send('POST', `positions/${BTC}/close`, {}))
    assert.isTrue((await readiness()).ready)
    await setLock(HOUR)
    const { ready, reasons } = await readiness()
    assert.isFalse(ready)
    assert.match((reasons as string[]).join(' '), /has lost [\d.]+ .* time lock or co-signer/)
    const refused = await remove()
    assert.deepEqual([refused.status, refused.error?.code], [409, 'CONFLICT'])
    assert.match(refused.error.message, /lets no loss out/)
    await booksAreSound(trading.realm)
  })

  test('a loss that closing makes ends the deletion at once, and says why', async ({ assert }) => {
    accepted(await trader.order({ market: BTC, size: '0.1' }))
    await trading.price(BTC, '66000')
    await trading.tick()
    await setLock(HOUR)
    // Worth more than it was given, as long as nobody sells.
    assert.isTrue((await readiness()).ready)
    const keeper = await app.container.make(KeepVaults)
    const obstacle = keeper.obstacle.bind(keeper)
    keeper.obstacle = async () => null
    await trading.price(BTC, '54000')
    await trading.tick()
    const reply = await remove({ liquidatePositions: true })
    keeper.obstacle = obstacle
    const { state, failureMessage } = await ended(accepted(reply).operation.id)
    assert.equal(state, 'failed')
    assert.match(failureMessage, /has lost [\d.]+ .* lets no loss out/)
    const { object } = accepted(await trading.client.get(`/api/v1/objects/${trader.id}`))
    assert.equal(object.status, 'active')
    await booksAreSound(trading.realm)
  })

  test('a profit is no obstacle', async ({ assert }) => {
    accepted(await trader.order({ market: BTC, size: '0.1' }))
    await trading.price(BTC, '66000')
    await trading.tick()
    await setLock(HOUR)
    const { state } = await ended(accepted(await remove({ liquidatePositions: true })).operation.id)
    assert.equal(state, 'completed')
    await booksAreSound(trading.realm)
    const sheet = await sheetOf(trading.realm)
    assert.isTrue(sheet.conservation)
    for (const { solvent } of sheet.boundaries) assert.isTrue(solvent)
  })
})
