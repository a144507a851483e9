import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { CUSTODY_LIMITS } from '#modules/custody/limits'
import { CheckBooks } from '#modules/ledger/services/check_books'
import { FollowHalts } from '#modules/custody/services/follow_halts'
import { ReadBalanceSheet } from '#modules/custody/services/read_balance_sheet'
import { RealmHalts } from '#modules/custody/services/realm_halts'
import { unhaltedFaults } from '#modules/custody/storage/halt_store'
import { SheetStore } from '#modules/custody/storage/sheet_store'
import { WatchBalanceSheets } from '#modules/custody/services/watch_balance_sheets'
import {
  Client,
  TestRealm,
  accepted,
  eventually,
  until,
  pluck,
  type AnyData,
} from '#tests/support/client'
import { holdQueues } from '#tests/support/held_queues'
import { platformAdmin } from '#tests/support/platform_admin'
import { MISSING, refusesFields } from '#tests/support/refusals'
import { readRows, writeRows } from '#tests/support/rows'
import { chainOfApp } from './support/process.ts'
import { PoolHand, indexed, sheetOf } from './support/pool_hand.ts'

let admin: Client
let restore: () => void

const haltPath = (realm: TestRealm) => `/api/v1/admin/realms/${realm.id}/halt`

async function halt(realm: TestRealm, type: 'withdrawals' | 'all_flows') {
  return accepted(await admin.post(haltPath(realm), { type, reason: 'A test.' }))
}

async function goOn(realm: TestRealm) {
  return accepted(await admin.send('DELETE', haltPath(realm)))
}

async function statusOf({ client, id: realmId }: TestRealm): Promise<AnyData> {
  return (await client.get('/api/v1/custody/status', { realmId })).body
}

/** What every movement is answered with. */
async function movements({ client, id: realmId }: TestRealm): Promise<Record<string, unknown>> {
  const amount = '1'
  const path = () => `/op/halt/${randomUUID()}`
  const at = { realmId, amount }
  const between = { ...at, sourceObjectPath: '/users/a', targetObjectPath: '/users/b' }
  const replies = {
    transfer: await client.post('/api/v1/transfer', { ...between, path: path() }),
    bulk: await client.post('/api/v1/transfers/bulk', {
      realmId,
      mode: 'atomic',
      transfers: [{ ...between, path: path(), realmId: undefined }],
    }),
    fund: await client.post('/api/v1/fund-account', { ...at, objectPath: '/users/a' }),
    defund: await client.post('/api/v1/defund-account', {
      ...at,
      objectPath: '/users/a',
      destinationAddress: `0x${'ab'.repeat(20)}`,
    }),
    fees: await client.post('/api/v1/fees/withdraw', { realmId, amount: '0.01', path: path() }),
    sweep: await client.post('/api/v1/objects/delete', {
      realmId,
      path: '/users/c',
      sweepToPath: '/users/b',
    }),
    create: await client.post('/api/v1/objects', { realmId, path: `/users/${randomUUID()}` }),
  }
  return Object.fromEntries(
    Object.entries(replies).map(([name, { status, error }]) => [name, error?.code ?? status])
  )
}

/** A realm whose pool is read and that has money. */
async function fundedRealm(): Promise<{ realm: TestRealm; pool: PoolHand }> {
  const realm = await TestRealm.open()
  const pool = await PoolHand.of(realm)
  for (const name of ['a', 'b', 'c']) await realm.account(`/users/${name}`, '20')
  await until('the pool to be read', async () => {
    await indexed()
    const { poolMeasurable, boundaries } = await sheetOf(realm)
    return poolMeasurable && boundaries[0].onChain === '60.00'
  })
  return { realm, pool }
}

test.group('custody | realm halt', (group) => {
  group.setup(async () => {
    const platform = await platformAdmin()
    admin = platform.admin
    restore = platform.restore
  })
  group.teardown(() => restore())

  test('a halt of all flows stops every movement and nothing else', async ({ assert }) => {
    const { realm } = await fundedRealm()
    const { realmHalt } = await halt(realm, 'all_flows')
    assert.equal(realmHalt.type, 'all_flows')
    assert.deepEqual((await statusOf(realm)).realmHalt, realmHalt)
    assert.deepEqual(await movements(realm), {
      transfer: 'REALM_HALTED',
      bulk: 'REALM_HALTED',
      fund: 'REALM_HALTED',
      defund: 'REALM_HALTED',
      fees: 'REALM_HALTED',
      sweep: 'REALM_HALTED',
      create: 201,
    })
    const refused = await realm.withdraw('/users/a', '1')
    assert.deepEqual([refused.status, refused.error.details], [409, realmHalt])
    // Another realm is not concerned.
    const other = await TestRealm.open()
    assert.isNull((await statusOf(other)).realmHalt)
    await other.account('/users/a', '1')
  })

  test('a halt of withdrawals stops only what leaves', async ({ assert }) => {
    const { realm } = await fundedRealm()
    await halt(realm, 'withdrawals')
    const { defund, fees, transfer, fund, create } = await movements(realm)
    assert.deepEqual([defund, fees], ['REALM_HALTED', 'REALM_HALTED'])
    assert.deepEqual([transfer, fund, create], [201, 201, 201])
    assert.deepEqual(await goOn(realm), { realmHalt: null })
    assert.isNull((await statusOf(realm)).realmHalt)
    const again = await movements(realm)
    assert.deepEqual([again.defund, again.fees], [201, 201])
  })

  test('the organization’s log says who halted its realm, and who ended it', async ({ assert }) => {
    const { realm } = await fundedRealm()
    await halt(realm, 'withdrawals')
    await goOn(realm)
    const service = { type: 'all_flows', source: 'service', by: 'settlement', reason: 'r' } as const
    const halts = await app.container.make(RealmHalts)
    await halts.raise(realm.id, service)
    await goOn(realm)
    const query = { realmId: realm.id, limit: 10 }
    const { entries } = accepted(await realm.client.get('/api/v1/auth/audit', query))
    const of = entries.filter(({ eventType }: AnyData) => eventType.startsWith('halt_'))
    const { id: adminId } = accepted(await admin.get('/api/v1/auth/me'))
    const told = of.map(({ eventType, actorId, address, details }: AnyData) => [
      eventType,
      actorId,
      address,
      details.type,
      details.reason,
    ])
    const [byAdmin, byService] = [
      [adminId, '127.0.0.1'],
      ['settlement', null],
    ]
    assert.deepEqual(told, [
      ['halt_lifted', ...byAdmin, 'all_flows', undefined],
      ['halt_set', ...byService, 'all_flows', undefined],
      ['halt_lifted', ...byAdmin, 'withdrawals', undefined],
      ['halt_set', ...byAdmin, 'withdrawals', undefined],
    ])
  })

  test('an operation that was accepted before is answered as it was', async ({ assert }) => {
    const { realm } = await fundedRealm()
    const body = {
      realmId: realm.id,
      path: `/op/${randomUUID()}`,
      amount: '2',
      sourceObjectPath: '/users/a',
      targetObjectPath: '/users/b',
    }
    const first = await realm.client.post('/api/v1/transfer', body)
    await halt(realm, 'all_flows')
    const again = await realm.client.post('/api/v1/transfer', body)
    assert.deepEqual([again.status, again.data.operation.id], [201, first.data.operation.id])
  })

  test('the pool refuses the operator while all flows are halted', async ({ assert }) => {
    const { realm, pool } = await fundedRealm()
    const { gateway } = pool.chain
    const halted = (wanted: boolean) =>
      eventually('the pool to follow', async () => {
        await (await app.container.make(FollowHalts)).run()
        const call = { contract: 'RealmCustody', to: pool.address, fn: 'counters' } as const
        const { halted: now } = (await gateway.call(call, 'latest')) as { halted: boolean }
        return now === wanted ? true : null
      })
    await halt(realm, 'all_flows')
    await halted(true)
    // What the pool says of itself is no second halt.
    await indexed()
    await goOn(realm)
    await halted(false)
    await indexed()
    assert.isNull((await statusOf(realm)).realmHalt)
    await realm.fund('/users/a', '1')
  })

  test('a pool halted past the service stops its realm until an admin acts', async ({ assert }) => {
    const { realm, pool } = await fundedRealm()
    await pool.act('halt')
    await until('the halt to be noticed', async () => {
      await indexed()
      const { transfer } = await movements(realm)
      return transfer === 'REALM_HALTED'
    })
    assert.equal((await statusOf(realm)).realmHalt.type, 'all_flows')
    await goOn(realm)
    await until('the realm to go on', async () => {
      await (await app.container.make(FollowHalts)).run()
      await indexed()
      const { transfer } = await movements(realm)
      return transfer === 201
    })
    const { history } = accepted(await admin.get(haltPath(realm)))
    assert.containSubset(history, [{ source: 'chain', type: 'all_flows' }])
    assert.isNotNull(history[0].clearedAt)
  })

  test('a pool that somebody halts goes on also when its realm, {state}, is let go on at once')
    .with([
      { state: 'which moved until then', isHalted: false },
      { state: 'which an admin had halted a moment before', isHalted: true },
    ])
    .run(async ({ cleanup }, { isHalted }) => {
      const { realm, pool } = await fundedRealm()
      // The pool follows nothing before the realm has been let go on.
      const release = await holdQueues('custody-halts')
      cleanup(release)
      if (isHalted) await halt(realm, 'all_flows')
      await pool.act('halt')
      await until('the halt of the pool to be noticed', async () => {
        await indexed()
        const sql = 'SELECT on_chain FROM custody_halts WHERE realm_id = ?'
        const [row] = await readRows<{ on_chain: string }>(sql, [realm.id])
        return row?.on_chain === 'halting'
      })
      await goOn(realm)
      await release()
      await until('the pool to go on', async () => (await statusOf(realm)).realmHalt === null)
    })

  test('a token that vanishes halts the realm, a failing look does not', async ({ assert }) => {
    const { realm, pool } = await fundedRealm()
    const sheets = await app.container.make(WatchBalanceSheets)
    await sheets.look(realm.id)
    assert.isNull((await statusOf(realm)).realmHalt)
    await pool.steal(pool.address, 1n)
    await indexed()
    await eventually('the realm to be halted by itself', async () => {
      return (await statusOf(realm)).realmHalt
    })
    assert.equal((await movements(realm)).transfer, 'REALM_HALTED')
    const { history } = accepted(await admin.get(haltPath(realm)))
    assert.containSubset(history[0], { source: 'service', raisedBy: 'balance-sheet' })
    assert.match(history[0].reason, /Not conserved at block \d+/)
    assert.isFalse((await sheetOf(realm)).conservation)
    // As long as it is missing, letting the realm go on does not help.
    await goOn(realm)
    await eventually('it to be halted again', async () => (await statusOf(realm)).realmHalt)
    await pool.give(pool.address, 1n)
    await indexed()
    // A look that began before it was back may still say that it is not.
    await until('the realm to go on', async () => {
      await goOn(realm)
      await sheets.look(realm.id)
      await sheets.look(realm.id)
      return (await statusOf(realm)).realmHalt === null
    })
  })

  test('a contradiction on a chain that the installation has left wakes nobody', async ({
    assert,
    cleanup,
  }) => {
    const left = 1
    const realmId = randomUUID()
    await writeRows`INSERT INTO custody_pool_cursors
        (chain_id, pool, realm_id, first_block, last_seq, final_seq, verified_to, gaps, fault)
      VALUES (${left}, ${`0x${'1'.repeat(40)}`}, ${realmId}, 0, 0, 0, 0, 0, 'Too few.')`
    cleanup(async () => {
      await writeRows`DELETE FROM custody_pool_cursors WHERE realm_id = ${realmId}`
    })
    const { chainId } = (await chainOfApp()).settings
    assert.isNotEmpty(await readRows(unhaltedFaults(left), []))
    assert.isEmpty(await readRows(unhaltedFaults(chainId), []))
  })

  test('one look that finds something wrong halts nothing', async ({ assert, cleanup }) => {
    const { realm } = await fundedRealm()
    const readSheet = await app.container.make(ReadBalanceSheet)
    const measured = await readSheet.measure(realm.id)
    const store = await app.container.make(SheetStore)
    // Nobody else looks between these.
    const release = await holdQueues('custody-balance-sheet', 'custody-token-watch')
    cleanup(release)
    assert.equal(await store.record(realm.id, measured.sheet, measured, true), 1)
    // What cannot be compared neither counts nor clears.
    assert.equal(await store.record(realm.id, measured.sheet, measured, null), 1)
    assert.equal(await store.record(realm.id, measured.sheet, measured, false), 0)
    assert.isNull((await statusOf(realm)).realmHalt)
  })

  test('anybody strengthens halts, an admin weakens them; all is recorded', async ({ assert }) => {
    const { realm } = await fundedRealm()
    const halts = await app.container.make(RealmHalts)
    const service = { source: 'service', by: 'test', reason: 'Because.' } as const
    const raise = (type: 'withdrawals' | 'all_flows') => halts.raise(realm.id, { ...service, type })
    const first = await raise('withdrawals')
    assert.deepEqual((await raise('withdrawals')).id, first.id)
    const second = await raise('all_flows')
    assert.notEqual(second.id, first.id)
    assert.equal((await raise('withdrawals')).id, second.id)
    assert.equal((await halt(realm, 'withdrawals')).realmHalt.type, 'withdrawals')
    const { history, realmHalt } = accepted(await admin.get(haltPath(realm)))
    assert.equal(realmHalt.type, 'withdrawals')
    assert.deepEqual(
      history.map(({ type, source }: AnyData) => [type, source]),
      [
        ['withdrawals', 'admin'],
        ['all_flows', 'service'],
        ['withdrawals', 'service'],
      ]
    )
    await goOn(realm)
  })

  test('many who halt a realm at once make one halt', async ({ assert }) => {
    const { realm } = await fundedRealm()
    const halts = await app.container.make(RealmHalts)
    const cause = { type: 'all_flows', source: 'service', by: 'test', reason: 'At once.' } as const
    const raised = await Promise.all(Array.from({ length: 8 }, () => halts.raise(realm.id, cause)))
    assert.lengthOf(new Set(pluck(raised, 'id')), 1)
    const replies = await Promise.all(
      Array.from({ length: 4 }, () => admin.send('DELETE', haltPath(realm)))
    )
    assert.deepEqual(pluck(replies, 'status'), [200, 200, 200, 200])
    assert.lengthOf(accepted(await admin.get(haltPath(realm))).history, 1)
  })

  test('only platform admins halt, and only with a valid request', async ({ assert }) => {
    const { realm } = await fundedRealm()
    const body = { type: 'withdrawals', reason: 'A test.' }
    for (const client of [realm.client, Client.anonymous()]) {
      for (const [method, sent] of [
        ['POST', body],
        ['GET', undefined],
        ['DELETE', undefined],
      ] as const) {
        const { status } = await client.send(method, haltPath(realm), sent)
        assert.equal(status, client === realm.client ? 403 : 401)
      }
    }
    const elsewhere = haltPath(realm).replace(realm.id, '0192f0c1-2345-7abc-8def-0123456789ab')
    assert.equal((await admin.post(elsewhere, body)).status, 404)
    assert.equal((await admin.send('DELETE', elsewhere)).status, 404)
    await refusesFields(assert, (sent) => admin.post(haltPath(realm), sent), body, {
      type: [MISSING, null, 1, '', 'everything', ['withdrawals']],
      reason: [MISSING, null, 1, '', ' ', 'x'.repeat(CUSTODY_LIMITS.haltReasonLength + 1)],
    })
    assert.isNull((await statusOf(realm)).realmHalt)
  })

  test('the books of custody are part of the check of all books', async ({ assert }) => {
    const { realm } = await fundedRealm()
    await realm.transfer('/users/a', '/users/b', '1')
    await indexed()
    const books = await app.container.make(CheckBooks)
    assert.deepEqual(await books.run({ realmId: realm.id }), [])
    const { checks, ok } = accepted(await realm.get('/verify'))
    assert.isTrue(ok)
    assert.includeMembers(pluck(checks, 'name'), [
      'pool-facts-are-booked-once',
      'booked-facts-are-final-events',
      'obligations-are-the-replay',
    ])
  })
})
