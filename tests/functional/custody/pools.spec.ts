import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { Clock } from '#app/clock/clock'
import type { CommittedEvent } from '#app/extension/event_listener'
import { newId, newUuid } from '#app/ids/ids'
import { OutboxRelay } from '#app/queue/outbox_relay'
import { Database } from '#app/storage/database'
import { RequestPool } from '#modules/custody/services/request_pool'
import { PoolStore, type PoolPlan, type RealmPool } from '#modules/custody/storage/pool_store'
import { WatchNonces } from '#modules/custody/services/watch_nonces'
import { CreatePool } from '#modules/custody/services/create_pool'
import type { Address } from '#modules/custody/core/chain_types'
import { WAIT_MS, eventually, pluck } from '#tests/support/client'
import { chainOfApp } from './support/process.ts'

async function stores() {
  const database = await app.container.make(Database)
  return { database, pools: new PoolStore(database, await app.container.make(Clock)) }
}

async function created(pools: PoolStore, realmId: string): Promise<RealmPool> {
  return eventually('the pool to be created', async () => {
    const pool = await pools.find(realmId)
    return pool?.state === 'created' ? pool : null
  })
}

async function transactionsFor(database: Database, pool: RealmPool): Promise<number> {
  const rows = await database.read('SELECT id FROM custody_transactions WHERE purpose = ?', [
    `create-pool:${pool.address}`,
  ])
  return rows.length
}

function realmCreated(realmId: string): CommittedEvent {
  return {
    id: newId('evt'),
    realmId,
    sequence: 1,
    eventNo: 0,
    type: 'realm.created',
    operationId: null,
    operationPath: null,
    objectPath: null,
    payload: JSON.stringify({ realmId, asset: 'paper' }),
    createdAt: '2026-01-01T00:00:00.000000Z',
  }
}

test.group('custody | pools', () => {
  test('an event that comes twice makes one pool', async ({ assert }) => {
    const { database, pools } = await stores()
    const listener = new RequestPool(database, pools, await app.container.make(OutboxRelay))
    const event = realmCreated(newUuid())
    await Promise.all([listener.handle(event), listener.handle(event)])
    await listener.handle(event)
    const pool = await created(pools, event.realmId)
    assert.equal(await transactionsFor(database, pool), 1)
  })

  test('a pool whose job was lost is created by the keeper', async ({ assert }) => {
    const { database, pools } = await stores()
    const realmId = newUuid()
    await database.transaction((session) =>
      pools.request(session, { realmId, boundaryId: newId('bnd'), paper: true })
    )
    const pool = await created(pools, realmId)
    assert.equal(await transactionsFor(database, pool), 1)
  })

  test('many realms at once get one pool each', async ({ assert }) => {
    const { database, pools } = await stores()
    const createPool = await app.container.make(CreatePool)
    const realmIds = Array.from({ length: 10 }, () => newUuid())
    for (const realmId of realmIds) {
      await database.transaction((session) =>
        pools.request(session, { realmId, boundaryId: newId('bnd'), paper: true })
      )
    }
    const hands = [...realmIds, ...realmIds].map((realmId) => createPool.run(realmId, WAIT_MS))
    await Promise.all(hands)
    const made = await Promise.all(realmIds.map((realmId) => created(pools, realmId)))
    assert.equal(new Set(pluck(made, 'address')).size, 10)
    for (const pool of made) assert.equal(await transactionsFor(database, pool), 1)
  })

  test('who ends a step late writes nothing over what came after it', async ({ assert }) => {
    const { database, pools } = await stores()
    const realmId = newUuid()
    await database.transaction((session) =>
      pools.request(session, { realmId, boundaryId: newId('bnd'), paper: true })
    )
    const pool = (await created(pools, realmId)) as RealmPool & PoolPlan & { address: Address }
    const elsewhere = { ...pool, address: pool.token }
    const { chainId } = (await chainOfApp()).settings
    await pools.markCreated(realmId, chainId, elsewhere, null)
    await pools.markRefused(realmId, chainId)
    await pools.markLost(elsewhere, chainId)
    assert.deepEqual(await pools.find(realmId), pool)
  })

  test('nothing that the service sends itself passes for a theft', async ({ assert }) => {
    const { database, pools } = await stores()
    const event = realmCreated(newUuid())
    await new RequestPool(database, pools, await app.container.make(OutboxRelay)).handle(event)
    await created(pools, event.realmId)
    await (await app.container.make(WatchNonces)).run()
    const own = await database.read(
      `SELECT t.nonce, t.purpose FROM custody_foreign_nonces f
         JOIN custody_transactions t ON t.lane_address = f.address AND t.nonce = f.nonce
        WHERE f.address = ? AND (t.purpose LIKE 'deploy:%' OR t.purpose LIKE 'create-pool:%')`,
      [(await chainOfApp()).lane.address]
    )
    assert.deepEqual(own, [])
  })
})
