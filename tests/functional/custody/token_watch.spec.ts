import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { Database } from '#app/storage/database'
import type { Address } from '#modules/custody/core/chain_types'
import { ExpectedTokens } from '#modules/custody/storage/expected_tokens'
import { TokenOfPool } from '#modules/custody/services/token_of_pool'
import { WatchBalanceSheets } from '#modules/custody/services/watch_balance_sheets'
import { WatchTokens } from '#modules/custody/services/watch_tokens'
import { type CustodyChain } from '#modules/custody/services/custody_chain'
import { ReadBalanceSheet } from '#modules/custody/services/read_balance_sheet'
import { TradingRealm, Trader } from '#tests/functional/venue/support/trading_realm'
import { TestRealm, accepted, eventually, type AnyData } from '#tests/support/client'
import { PoolHand, indexed } from './support/pool_hand.ts'
import { processOn, chainOfApp } from './support/process.ts'

let database: Database

/** One that has never looked. */
async function freshWatch(): Promise<WatchTokens> {
  const chain = await chainOfApp()
  const expected = new ExpectedTokens(database, chain)
  return new WatchTokens(chain, expected, new TokenOfPool(chain))
}

/** As if its turn among all realms came long after everybody else's. */
async function isNotDue({ id }: TestRealm) {
  const sheets = await app.container.make(WatchBalanceSheets)
  await eventually('a first sheet', async () => {
    // The job comes to it in its turn, which is later the more realms other files have left.
    await sheets.look(id)
    const rows = await database.read(
      `SELECT 1 FROM custody_sheets s
         JOIN custody_pools p ON p.realm_id = s.realm_id
         JOIN custody_pool_cursors c ON c.chain_id = p.chain_id AND c.pool = p.address
        WHERE s.realm_id = ? AND s.final_seq = c.final_seq`,
      [id]
    )
    return rows[0] ?? null
  })
  await database.write(
    `UPDATE custody_sheets SET measured_at = '2999-01-01 00:00:00' WHERE realm_id = ?`,
    [id]
  )
}

const told = ({ id }: TestRealm) =>
  eventually('the loss to be told', async () => {
    const [row] = await database.read<{ conserved: number | null }>(
      'SELECT conserved FROM custody_sheets WHERE realm_id = ?',
      [id]
    )
    return row?.conserved === 0 ? true : null
  })

test.group('custody | tokens of all realms', (group) => {
  group.setup(async () => {
    database = await app.container.make(Database)
  })

  test('one that is taken out of a pool is told at once, in any turn', async ({ assert }) => {
    const realm = await TestRealm.open()
    const pool = await PoolHand.of(realm)
    await realm.account('/users/a', '50')
    await indexed()
    assert.notInclude((await (await freshWatch()).run()).short, realm.id)
    await isNotDue(realm)
    await pool.steal(pool.address, 1n)
    await indexed()
    assert.include((await (await freshWatch()).run()).short, realm.id)
    await told(realm)
  })

  test('so is one that is taken out of a vault', async ({ assert }) => {
    const trading = await TradingRealm.open()
    const { realm } = trading
    const { id } = await realm.object('/traders/ann', { type: 'exchange' })
    await realm.account('/cash/ann', '100.00')
    await new Trader(trading, id, '/traders/ann').credit('40.00')
    await indexed()
    assert.notInclude((await (await freshWatch()).run()).short, realm.id)
    await isNotDue(realm)
    const shown = await trading.client.get('/api/v1/custody/exchange-objects', {
      realmId: realm.id,
    })
    const [{ vaultAddress }] = (shown.body as unknown as { exchangeObjects: [AnyData] })
      .exchangeObjects
    const pool = await PoolHand.of(realm)
    await pool.steal(vaultAddress as Address, 1n)
    await indexed()
    assert.include((await (await freshWatch()).run()).short, realm.id)
    await told(realm)
    accepted(await trading.client.get('/api/v1/summary', { realmId: realm.id }))
  })

  test('a realm that cannot be measured keeps no other from being seen', async ({ assert }) => {
    const realm = await TestRealm.with({ '/users/a': '50' })
    const readSheet = await app.container.make(ReadBalanceSheet)
    const unreadable: string[] = Array.from({ length: 8 }, () => randomUUID())
    const read = Object.create(readSheet) as ReadBalanceSheet
    read.measure = async (realmId) => {
      if (unreadable.includes(realmId)) throw new Error(`${realmId} has no sheet`)
      return readSheet.measure(realmId)
    }
    const process = await processOn(await chainOfApp())
    process.bindValue(ReadBalanceSheet, read)
    const tokens: Pick<WatchTokens, 'run'> = {
      run: async () => ({ short: [...unreadable, realm.id], again: true }),
    }
    process.bindValue(WatchTokens, tokens as WatchTokens)
    const watch = await process.make(WatchBalanceSheets)
    const [{ now }] = (await database.read<{ now: string }>('SELECT UTC_TIMESTAMP(6) AS now')) as [
      { now: string },
    ]
    await assert.rejects(() => watch.runShort(), /has no sheet/)
    const measured = await database.read(
      'SELECT 1 FROM custody_sheets WHERE realm_id = ? AND measured_at >= ?',
      [realm.id, now]
    )
    assert.lengthOf(measured, 1)
  })

  test('a still chain is asked nothing, a node that is down asked again', async ({ assert }) => {
    const chain = await chainOfApp()
    let asked = 0
    let answers = false
    const gateway = Object.create(chain.gateway) as typeof chain.gateway
    const counted = Object.create(chain, { gateway: { value: gateway } }) as CustodyChain
    gateway.callMany = async (calls) => {
      asked++
      return calls.map(() =>
        answers ? { ok: true, value: 10n ** 30n } : { ok: false, revert: null }
      )
    }
    const expected = new ExpectedTokens(database, chain)
    const head = await expected.block()
    expected.block = async () => head
    const watch = new WatchTokens(counted, expected, new TokenOfPool(chain))
    const { again } = await watch.run()
    assert.isAbove(asked, 0)
    assert.isTrue(again, 'expected a look without answers to be repeated')
    asked = 0
    answers = true
    await watch.run()
    assert.isAbove(asked, 0)
    asked = 0
    assert.deepEqual(await watch.run(), { short: [], again: false })
    assert.equal(asked, 0)
  })
})
