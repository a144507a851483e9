import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { SHARED_FEED } from '#modules/venue/services/feed_directory'
import { InstanceTicks } from '#modules/venue/storage/instance_ticks'
import { TestRealm, accepted, until } from '#tests/support/client'
import { readRows, writeRows } from '#tests/support/rows'
import { TradingRealm, type Trader } from '#tests/functional/venue/support/trading_realm'

const SOL = 'vn:0:SOL'
const HOUR_MS = 3_600_000

async function row<Row>(sql: string, realmId: string): Promise<Row> {
  const [found] = await readRows<Row>(sql, [realmId])
  return found!
}

const instanceOf = (realmId: string) =>
  row<{ version: number; tick: number }>(
    'SELECT version, tick FROM venue_instances WHERE realm_id = ?',
    realmId
  )
const entriesOf = async (realmId: string) => {
  const sql = 'SELECT COUNT(*) AS entries FROM journal_entries WHERE realm_id = ?'
  return Number((await row<{ entries: number }>(sql, realmId)).entries)
}

async function remove(trading: TradingRealm, trader: Trader) {
  const { operation } = accepted(
    await trading.realm.remove(trader.id, {
      liquidatePositions: true,
      sweepToPath: trader.path.replace('/traders/', '/cash/'),
    })
  )
  await trading.realm.completed(operation.id)
}

test.group('venue | ticks in which nothing happens', () => {
  test('post nothing, and leave what every process remembers of the venue', async ({ assert }) => {
    const trading = await TradingRealm.open()
    await trading.price(SOL, '150')
    const amy = await trading.trader('amy', '5000.00')
    accepted(await amy.order({ market: SOL, size: '2' }))
    accepted(await amy.order({ market: SOL, size: '2', orderType: 'LIMIT', price: '100' }))
    // What the order took from the book grows back first.
    await trading.tick()
    const [before, entries] = [await instanceOf(trading.id), await entriesOf(trading.id)]
    for (let passed = 0; passed < 5; passed++) await trading.tick()
    const after = await instanceOf(trading.id)
    assert.equal(Number(after.tick), Number(before.tick) + 5)
    assert.equal(after.version, before.version)
    assert.equal(await entriesOf(trading.id), entries)
    // The next command meets the tick they have reached.
    accepted(await amy.order({ market: SOL, size: '1' }))
    assert.equal(Number((await instanceOf(trading.id)).version), Number(after.version) + 1)
    await trading.assertSoundBooks(assert)
  })

  test('a realm that had nobody for a while begins at the present', async ({ assert }) => {
    const trading = await TradingRealm.open()
    await trading.price(SOL, '150')
    await remove(trading, await trading.trader('old', '100.00'))
    const left = await instanceOf(trading.id)
    for (const advanceMs of [HOUR_MS, HOUR_MS]) {
      accepted(await trading.sim('clock', { mode: 'manual', advanceMs }))
    }
    const away = await instanceOf(trading.id)
    assert.equal(away.tick, left.tick, 'expected nobody to be told of ticks')
    const ned = await trading.trader('ned', '1000.00')
    accepted(await ned.order({ market: SOL, size: '2' }))
    const present = Number((await instanceOf(trading.id)).tick)
    assert.isAtLeast(present, Number(left.tick) + (2 * HOUR_MS) / 3000)
    await trading.tick()
    assert.equal(Number((await instanceOf(trading.id)).tick), present + 1)
    const { payments } = accepted(await ned.get('funding'))
    assert.deepEqual(payments, [], 'expected no funding for hours before the account')
    await trading.assertSoundBooks(assert)
  })

  test('a closed realm is behind nothing', async ({ assert }) => {
    const realm = await TestRealm.open()
    const { client, id } = realm
    await realm.object('/traders/amy', { type: 'exchange' })
    await until('the realm to have passed a tick', async () => {
      const sql = 'SELECT tick FROM venue_instances WHERE realm_id = ?'
      const [found] = await readRows<{ tick: number }>(sql, [id])
      return Number(found?.tick ?? 0) > 0
    })
    accepted(await client.send('DELETE', `/api/v1/realms/${id}`))
    await writeRows`UPDATE venue_instances SET tick = 0 WHERE realm_id = ${id}`
    const instances = await app.container.make(InstanceTicks)
    const behind = (await instances.behind(SHARED_FEED, null)).map(({ realmId }) => realmId)
    assert.notInclude(behind, id)
    assert.equal((await instanceOf(id)).tick, 0, 'expected its account to stay where it is')
  })
})
