import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { armFailpoints } from '#app/failpoints/failpoint'
import { QueueHost } from '#app/queue/queue_host'
import {
  TestRealm,
  accepted,
  eventually,
  until,
  type Client,
  type AnyData,
  type Reply,
} from '#tests/support/client'
import { holdQueues } from '#tests/support/held_queues'
import { readRows, writeRows } from '#tests/support/rows'
import { boundaryOf, hashOf } from './support/holder.ts'
import { registered } from './support/pool_hand.ts'
import { chainOfApp } from './support/process.ts'
import { Wallet, bare, freshAddress, tokensOf, zone } from './support/withdrawing.ts'

const BOUNDARIES = '/api/v1/custody/boundaries'
const RECOVERY_KEY = '/api/v1/custody/recovery-key'

/** Sends a request with a key; what a process leaves that dies before it keeps the answer. */
async function unanswered(client: Client, address: string, body: object, key: string) {
  // Of a chain that is slow the service says 503, and keeps no answer: the same request comes again.
  const reply = await eventually('an answer in time', async () => {
    const given = await client.send('POST', address, body, { 'idempotency-key': key })
    return given.status === 503 ? null : given
  })
  await writeRows`DELETE FROM kept_answers ORDER BY created_at DESC LIMIT 1`
  return reply
}

/** A request whose answer got lost, and its repeat. */
async function repeated(
  client: Client,
  address: string,
  body: object,
  meanwhile: () => Promise<unknown> = async () => {}
): Promise<{ first: Reply<AnyData>; again: Reply<AnyData> }> {
  const key = randomUUID()
  const first = await unanswered(client, address, body, key)
  await meanwhile()
  const again = await client.send('POST', address, body, { 'idempotency-key': key })
  return { first, again }
}

/** How many transactions were made for a boundary by calling a function of its pool. */
async function sent(fn: string, boundaryId: string): Promise<number> {
  const [row] =
    await readRows`SELECT COUNT(*) AS sent FROM custody_transactions WHERE purpose LIKE ${`${fn}:%`}
        AND calldata LIKE ${`%${hashOf(boundaryId).slice(2)}%`}`
  return Number(row!.sent)
}

/** Until no transaction of the service waits: what is known to be final is not waited for again. */
async function settled() {
  const { transactions } = await chainOfApp()
  await until('the transactions to be final', async () => {
    return (await transactions.open(1)).length === 0
  })
}

async function auditOf(client: Client): Promise<AnyData[]> {
  const { entries } = accepted(await client.get('/api/v1/auth/audit', { limit: 10 }))
  return entries.filter(({ eventType }: AnyData) => eventType.startsWith('recovery_key'))
}

test.group('custody | a process that dies before it keeps the answer', (group) => {
  let realm: TestRealm
  let holder: Wallet
  let boundaryId: string

  group.each.setup(async () => {
    realm = await TestRealm.open()
    holder = new Wallet()
    boundaryId = await zone(realm, '/isolated')
    await registered(realm.id, boundaryId)
    return () => armFailpoints('')
  })

  test('gives test money once', async ({ assert }) => {
    const address = freshAddress()
    const gift = { address, amount: '5' }
    const { first, again } = await repeated(realm.client, '/dev/chain/faucet', gift)
    assert.deepEqual([again.status, again.body], [first.status, first.body])
    assert.equal(await tokensOf(address), 5_000_000n)
    const other = { address, amount: '7' }
    accepted(await unanswered(realm.client, '/dev/chain/faucet', other, randomUUID()))
    assert.equal(await tokensOf(address), 12_000_000n)
  })

  test('declares a zone once', async ({ assert }) => {
    const declaring = { realmId: realm.id, path: '/another' }
    const { first, again } = await repeated(realm.client, '/api/v1/isolation-zones', declaring)
    assert.deepEqual([first.status, again.status], [201, 200])
    assert.deepEqual(accepted(again), accepted(first))
  })

  test('says that its own recovery key is registered, and no other', async ({ assert }) => {
    const register = { realmId: realm.id, boundaryId, walletAddress: freshAddress() }
    const { first, again } = await repeated(realm.client, RECOVERY_KEY, register)
    assert.deepEqual([again.status, again.body], [200, first.body])
    assert.equal(await sent('registerRecoveryKey', boundaryId), 1)
    const other = { ...register, walletAddress: freshAddress() }
    for (const body of [register, other]) {
      const refused = await realm.client.post(RECOVERY_KEY, body)
      assert.equal(refused.error.code, 'RECOVERY_KEY_ALREADY_SET')
    }
  })

  test('leaves an entry of the recovery key the chain may take', async ({ assert, cleanup }) => {
    const walletAddress = freshAddress()
    // No job signs anything meanwhile: the failpoint is met by this request alone.
    const host = await app.container.make(QueueHost)
    cleanup(await holdQueues(...host.names()))
    // Signed and stored, so it will be sent; whoever asked never hears of it.
    armFailpoints('custody.signed:1:error')
    const register = { realmId: realm.id, boundaryId, walletAddress }
    assert.equal((await realm.client.post(RECOVERY_KEY, register)).status, 500)
    const [entry, ...more] = await auditOf(realm.client)
    assert.lengthOf(more, 0)
    assert.deepEqual(entry.details, { boundaryId, walletAddress })
    assert.deepInclude(entry, {
      eventType: 'recovery_key_requested',
      realmId: realm.id,
      address: '127.0.0.1',
    })
  })

  test('arms a boundary once, and not when its co-signer has disarmed it', async ({ assert }) => {
    await holder.hold(realm, boundaryId)
    const address = `${BOUNDARIES}/${boundaryId}/arm`
    const disarm = async () => {
      await holder.call(realm, 'setCosigner', [hashOf(boundaryId), `0x${'0'.repeat(40)}`])
      await settled()
    }
    const { first, again } = await repeated(realm.client, address, { realmId: realm.id }, disarm)
    assert.equal(bare<AnyData>(first).armed, true)
    assert.deepEqual([again.status, again.error.code], [409, 'CONFLICT'])
    assert.equal(await sent('setCosigner', boundaryId), 1)
    assert.equal((await realm.client.post(address, { realmId: realm.id })).status, 200)
  })

  test('locks a boundary once, and not when its holder has unlocked it', async ({ assert }) => {
    await holder.hold(realm, boundaryId)
    const address = `${BOUNDARIES}/${boundaryId}/time-lock`
    const lock = { realmId: realm.id, seconds: 60 }
    const unlock = async () => {
      await holder.call(realm, 'setTimeLock', [hashOf(boundaryId), 0n])
      await settled()
    }
    const { first, again } = await repeated(realm.client, address, lock, unlock)
    assert.equal(bare<AnyData>(first).timeLock, 60)
    assert.deepEqual([again.status, again.error.code], [409, 'CONFLICT'])
    assert.equal((await boundaryOf(realm, boundaryId)).timeLock, 0)
    assert.equal(await sent('setTimeLock', boundaryId), 1)
  })
})
