import { test } from '@japa/runner'
import ace from '@adonisjs/core/services/ace'
import app from '@adonisjs/core/services/app'
import { IndexStore } from '#modules/custody/storage/index_store'
import { readRows } from '#tests/support/rows'
import { until, pluck } from '#tests/support/client'
import { scrapeWith } from '#tests/support/metrics'
import { eventually } from '../../support/client.ts'
import { newCaller, newRealm } from './support/caller.ts'

test.group('custody | indexer in the running service', () => {
  test('the events of a new realm become final by themselves', async ({ assert, client }) => {
    const realmId = await newRealm(client, await newCaller(client))
    const names = await eventually('final events', async () => {
      const rows = await readRows`SELECT e.name FROM custody_events e JOIN custody_pools p
            ON p.address = e.pool AND p.chain_id = e.chain_id WHERE p.realm_id = ${realmId}
            AND e.state = 'final' ORDER BY e.seq`
      return rows.length >= 3 ? pluck(rows, 'name') : null
    })
    assert.deepEqual(names.slice(0, 3), [
      'RealmInitialized',
      'SettlerChanged',
      'BoundaryRegistered',
    ])
  })

  test('the metrics tell how far the events are read', async ({ assert, client }) => {
    await newRealm(client, await newCaller(client))
    const index = await app.container.make(IndexStore)
    await eventually('a first run', () => index.summary())
    const ready = await client.get('/health/ready')

    assert.match(JSON.stringify(ready.body()), /custody-indexer/)
    const figures = ['head_block', 'lag_blocks', 'pools', 'gaps', 'stopped', 'missing_events']
    const text = await scrapeWith(
      ...figures.map((name) => new RegExp(`^custody_indexer_${name} \\d+$`, 'm')),
      /^custody_transactions_at_fee_cap 0$/m,
      /^custody_chain_head_age_seconds \d/m,
      /^custody_settlements{state="queued"} \d+$/m,
      /^custody_settlements_oldest_seconds{state="batched"} \d+$/m,
      /^custody_transactions_open \d+$/m,
      /^custody_confirmation_seconds \d/m,
      /^custody_balance_sheet_realms \d+$/m,
      /^custody_deposits_due_base_units \d+$/m
    )
    const [, balance] = /^custody_operator_balance_ether (.*)$/m.exec(text)!
    assert.isAbove(Number(balance), 0)
  })

  test('custody:reindex reads all again and applies it once', async ({ assert, client }) => {
    await newRealm(client, await newCaller(client))
    const index = await app.container.make(IndexStore)
    await until('a pool', async () => (await index.summary())?.pools)
    // A worker may hold the lease at that moment; a person would try again as well.
    await until('the command', async () => {
      return (await ace.exec('custody:reindex', [])).exitCode === 0
    })
    const summary = await eventually('the end of reading', async () => {
      const now = (await index.summary())!
      return now.behind === 0 && now.missing === 0 ? now : null
    })
    assert.deepInclude(summary, { faults: 0, stoppedReason: null })
  })
})
