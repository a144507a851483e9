import { setTimeout as delay } from 'node:timers/promises'
import type { Assert } from '@japa/assert'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { recoveryJob } from '#modules/custody/jobs/recovery_job'
import {
  TestRealm,
  WAIT_MS,
  accepted,
  eventually,
  until,
  pluck,
  type AnyData,
} from '#tests/support/client'
import { readRows } from '#tests/support/rows'
import { Holder, boundaryOf, giveKey, hashOf, poolOf, zoneOf } from './support/holder.ts'
import { chainOfApp } from './support/process.ts'

async function transfer(realm: TestRealm, source: string, target: string, amount: string) {
  return realm.move(source, target, amount, { feeOverride: '0' })
}

async function settledAt(realm: TestRealm, path: string): Promise<string> {
  const found = await realm.find(path)
  if (found.status !== 200) return 'none'
  const { balances } = accepted(found)
  return balances[0]?.settled ?? '0.00'
}

async function eventTypes(realm: TestRealm): Promise<string[]> {
  const { events } = accepted(await realm.get('/events'))
  return pluck(events, 'type')
}

/** A realm whose zone has money in it and a holder. */
async function heldRealm(amount: string) {
  const holder = await Holder.appear()
  const realm = await TestRealm.open()
  const boundaryId = await zoneOf(realm, '/vault')
  await realm.account('/vault/a', amount)
  await giveKey(realm, boundaryId, holder)
  return { realm, holder, boundaryId, pool: await poolOf(realm) }
}

interface RecoveryOperation {
  state: string
  outcome: string
}

async function recoveries(realm: TestRealm): Promise<RecoveryOperation[]> {
  const query = { realmId: realm.id, type: 'withdrawal' }
  return accepted(await realm.client.get('/api/v1/operations', query)).operations
}

async function stateOf(realm: TestRealm, id: string): Promise<string> {
  return accepted(await realm.client.get(`/api/v1/operations/${id}`)).operation.state
}

/** Whether neither the user's object nor the recovery object holds anything. */
async function emptied(realm: TestRealm, boundaryId: string): Promise<true | null> {
  const paths = ['/vault/a', `/_system/recovery/${boundaryId}`]
  const held = await Promise.all(paths.map((path) => settledAt(realm, path)))
  return held.every((amount) => amount === '0.00') ? true : null
}

/** Books prove themselves, and say of the boundary what the chain says. */
async function agrees(assert: Assert, realm: TestRealm, boundaryId: string) {
  const verified = accepted(await realm.get('/verify'))
  assert.isTrue(verified.ok, JSON.stringify(verified.checks))
  const sheet = await eventually('an even balance sheet', async () => {
    const reply = await realm.get('/custody/boundary-balance-sheet')
    const { boundaries } = reply.body as { boundaries: AnyData[] }
    return boundaries.every(({ surplus }) => surplus === '0.00') ? boundaries : null
  })
  assert.exists(sheet.find((row) => row.boundaryId === boundaryId))
}

test.group('custody | recovery with nothing but the key', () => {
  test('a holder locks, unlocks and takes all, and the service agrees', async ({ assert }) => {
    const realm = await TestRealm.open()
    const holder = await Holder.appear()
    const boundaryId = await zoneOf(realm, '/vault')
    await realm.account('/vault/a', '70')
    await realm.account('/vault/b', '30')
    await realm.account('/outside', '5')
    const pool = await poolOf(realm)

    const given = await giveKey(realm, boundaryId, holder)
    assert.equal(given.status, 200)
    assert.deepEqual(given.body, { boundaryId, recoveryKey: holder.address })

    await holder.lock(pool, boundaryId)
    const locked = await eventually('the lock', async () => {
      const shown = await boundaryOf(realm, boundaryId)
      return shown.status === 'soft_frozen' ? shown : null
    })
    assert.equal(locked.lockedBy, holder.address)
    const refused = await transfer(realm, '/vault/a', '/vault/b', '1')
    assert.containSubset(refused, { status: 409, error: { code: 'BOUNDARY_FROZEN' } })
    assert.deepEqual(refused.error.details, { boundaryId, status: 'soft_frozen' })

    await holder.unlock(pool, boundaryId)
    await until('the unlock', async () => {
      return (await boundaryOf(realm, boundaryId)).status === 'active'
    })
    accepted(await transfer(realm, '/vault/a', '/vault/b', '1'))

    const txHash = await holder.takeAll(pool, boundaryId)
    await until('the sweep', async () => {
      const swept = await settledAt(realm, '/vault/a')
      const left = await settledAt(realm, `/_system/recovery/${boundaryId}`)
      return swept === '0.00' && left === '0.00'
    })
    const [row] = await readRows`SELECT pool, seq FROM custody_recoveries WHERE tx_hash = ${txHash}`
    const owed = { pool: row!.pool, seq: Number(row!.seq) }
    const told = await recoveryJob.concerns!(owed, app.container.createResolver())
    assert.deepEqual(told, [
      { text: `withdrawal of 100.00 USD with a recovery key, transaction ${txHash}` },
      { text: 'the realm "Test"', href: `/console/realms/${realm.id}` },
    ])
    assert.equal(await holder.tokensOf(holder.address), 101_000_000n)
    const frozen = await eventually('the object to show the freeze', async () => {
      const query = { realmId: realm.id, path: '/vault/a' }
      const { object } = accepted(await realm.client.get('/api/v1/objects/by-path', query))
      return object.boundary?.recoveryTxHash ? object.boundary : null
    })
    assert.deepInclude(frozen, {
      boundaryId,
      status: 'hard_frozen',
      recoveryActor: holder.address,
      recoveryTxHash: txHash,
      recoveryObjectPath: `/_system/recovery/${boundaryId}`,
    })
    assert.equal((await boundaryOf(realm, boundaryId)).balance, '0.00')
    const types = await eventually('the events', async () => {
      const seen = await eventTypes(realm)
      return seen.filter((type) => type.startsWith('boundary.')).length >= 4 ? seen : null
    })
    assert.sameMembers(
      types.filter((type) => type.startsWith('boundary.')),
      ['boundary.declared', 'boundary.frozen', 'boundary.unfrozen', 'boundary.frozen']
    )
    const verified = accepted(await realm.get('/verify'))
    assert.isTrue(verified.ok)
  })

  test('what arrives after a recovery is taken by the next, and booked', async ({ assert }) => {
    const { realm, holder, boundaryId, pool } = await heldRealm('40')
    await holder.takeAll(pool, boundaryId)
    await eventually('the first sweep', () => emptied(realm, boundaryId))
    await holder.payIn(pool, boundaryId, 3_000_000n)
    await until('the late arrival', async () => {
      return (await boundaryOf(realm, boundaryId)).balance === '3.00'
    })
    await holder.takeAll(pool, boundaryId)
    const last = await eventually('the second recovery', async () => {
      const found = (await recoveries(realm)).filter(({ state }) => state === 'completed')
      return found.length === 2 ? found : null
    })
    assert.sameMembers(
      last.map(({ outcome }) => (JSON.parse(outcome) as { amount: string }).amount),
      ['40.00', '3.00']
    )
    assert.isTrue(await emptied(realm, boundaryId))
    await agrees(assert, realm, boundaryId)
  })

  test('the operator can halt the pool, and stops no recovery by that', async ({ assert }) => {
    const { realm, holder, boundaryId, pool } = await heldRealm('12')
    const chain = await chainOfApp()
    const { gateway, lane } = chain
    const data = gateway.encode('RealmCustody', 'halt')
    const halted = await lane.submit({ purpose: `test-halt:${pool}`, to: pool, data })
    await lane.awaitFinal(halted, WAIT_MS)
    // Neither may the operator take the place of the holder.
    for (const fn of ['lock', 'unlock', 'recoveryWithdraw', 'proposeRecoveryKey']) {
      const args = [hashOf(boundaryId), ...(fn === 'recoveryWithdraw' ? [lane.address] : [])]
      if (fn === 'proposeRecoveryKey') args.push(lane.address)
      const attempt = { to: pool, data: gateway.encode('RealmCustody', fn, args) }
      await assert.rejects(
        () => lane.submit({ purpose: `test-${fn}:${pool}`, ...attempt }),
        /refuses/
      )
    }
    await holder.lock(pool, boundaryId)
    await until('the lock', async () => {
      return (await boundaryOf(realm, boundaryId)).status === 'soft_frozen'
    })
    await holder.unlock(pool, boundaryId)
    await holder.takeAll(pool, boundaryId)
    await eventually('the sweep', () => emptied(realm, boundaryId))
    assert.equal(await holder.tokensOf(holder.address), 13_000_000n)
  })

  test('a recovery that meets transfers on their way ends each one once', async ({ assert }) => {
    const { realm, holder, boundaryId, pool } = await heldRealm('60')
    await realm.account('/outside', '20')
    const moves = [
      ...Array.from({ length: 4 }, () => transfer(realm, '/vault/a', '/outside', '3')),
      ...Array.from({ length: 4 }, () => transfer(realm, '/outside', '/vault/a', '2')),
    ]
    const taken = holder.takeAll(pool, boundaryId)
    const opened = await Promise.all(moves)
    await taken
    const ids = opened.flatMap((reply) => (reply.status < 300 ? [reply.data.operation.id] : []))
    const states = await eventually('the end of all', async () => {
      const found = await Promise.all(ids.map((id: string) => stateOf(realm, id)))
      return found.includes('pending') ? null : found
    })
    assert.isEmpty(states.filter((state) => !['completed', 'failed'].includes(state)))
    // Value that came in after the recovery waits for the next one.
    await holder.takeAll(pool, boundaryId)
    await eventually('the sweep', () => emptied(realm, boundaryId))
    await agrees(assert, realm, boundaryId)
  })

  test('a transfer that was accepted before a lock is mined is given back', async ({ assert }) => {
    const { realm, holder, boundaryId, pool } = await heldRealm('25')
    await realm.object('/outside')
    const chain = await chainOfApp()
    const { provider, dev } = chain
    await provider.request('evm_setAutomine', [false])
    let operationId: string
    try {
      await holder.send(pool, 'lock', [hashOf(boundaryId)])
      const moved = accepted(await transfer(realm, '/vault/a', '/outside', '5'))
      operationId = moved.operation.id
      assert.equal(moved.operation.state, 'pending')
      await delay(500)
    } finally {
      await provider.request('evm_setAutomine', [true])
      await dev!.mine(1)
    }
    await until('the end', async () => {
      return (await stateOf(realm, operationId)) === 'failed'
    })
    assert.equal(await settledAt(realm, '/vault/a'), '25.00')
    assert.equal((await boundaryOf(realm, boundaryId)).status, 'soft_frozen')
    await agrees(assert, realm, boundaryId)
  })
})
