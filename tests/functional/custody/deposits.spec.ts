import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { RegisterBoundary } from '#modules/custody/services/register_boundary'
import {
  TestRealm,
  WAIT_MS,
  accepted,
  eventually,
  until,
  pluck,
  type AnyData,
} from '#tests/support/client'
import { holdQueues } from '#tests/support/held_queues'
import { readRows, writeRows } from '#tests/support/rows'
import { Payer, sweep } from './support/payer.ts'
import { chainOfApp } from './support/process.ts'

const AT_ONCE = 10
const HALF_AN_HOUR_MS = 30 * 60_000

interface Announced {
  operation: { id: string; state: string; createdAt: string }
  poolAddress: string
  tokenAddress: string
  chain: string
  expiresAt: string
}

async function announce(realm: TestRealm, objectPath: string, amount: string) {
  const body = { realmId: realm.id, objectPath, amount }
  return accepted(await realm.client.post<Announced>('/api/v1/fund-account', body))
}

function settles(realm: TestRealm, path: string, amount: string, waitMs?: number) {
  const look = async () => ((await realm.settled(path)) === amount ? amount : null)
  return eventually(`${path} to hold ${amount}`, look, waitMs)
}

async function eventTypes(realm: TestRealm, operationId: string): Promise<string[]> {
  const { events } = accepted(await realm.client.get(`/api/v1/operations/${operationId}`)) as {
    events: { type: string }[]
  }
  return pluck(events, 'type').sort()
}

async function depositsOf(realm: TestRealm): Promise<AnyData[]> {
  const { operations } = accepted(await realm.get('/operations', { type: 'deposit' }))
  return operations as AnyData[]
}

test.group('custody | deposits on paper', () => {
  test('a deposit is minted into the pool and tells where it lies', async ({ assert }) => {
    const realm = await TestRealm.with({ '/wallet': '0' })
    const told = await announce(realm, '/wallet', '25.00')
    assert.equal(told.operation.state, 'pending')
    assert.match(told.poolAddress, /^0x[0-9a-fA-F]{40}$/)
    assert.match(told.chain, /^eip155:\d+$/)
    await realm.completed(told.operation.id)
    assert.equal(await realm.settled('/wallet'), '25.00')
    assert.deepEqual(await eventTypes(realm, told.operation.id), ['deposit.completed'])
    const chain = await chainOfApp()
    const pool = await (await app.container.make(RegisterBoundary)).poolOf(realm.id)
    const call = { contract: 'RealmCustody', to: pool, fn: 'contractTotal' } as const
    assert.equal(await chain.gateway.call(call, 'latest'), 25_000_000n)
    const detail = await realm.evidence(told.operation.id)
    assert.equal(detail.data.evidence.journal.proofs[0].proofType, 'chain_deposit')
  })

  test('a deposit before its realm’s events is told an address', async ({ assert, cleanup }) => {
    const release = await holdQueues('event-dispatch')
    cleanup(release)
    const early = await TestRealm.open()
    await early.object('/a')
    const { poolAddress, operation } = await announce(early, '/a', '3.00')
    assert.match(poolAddress, /^0x[0-9a-fA-F]{40}$/)
    await release()
    await early.completed(operation.id)
  })

  test('many deposits at once are each minted once', async ({ assert }) => {
    const realm = await TestRealm.with({ '/wallet': '0' })
    await Promise.all(Array.from({ length: AT_ONCE }, () => realm.fund('/wallet', '1.00')))
    assert.equal(await realm.settled('/wallet'), `${AT_ONCE}.00`)
  })

  test('a repeat tells the same address', async ({ assert }) => {
    const realm = await TestRealm.with({ '/wallet': '0' })
    const body = { realmId: realm.id, objectPath: '/wallet', amount: '1.00', path: '/op/once' }
    const first = accepted(await realm.client.post<Announced>('/api/v1/fund-account', body))
    await realm.completed(first.operation.id)
    const again = accepted(await realm.client.post<Announced>('/api/v1/fund-account', body))
    assert.deepEqual(
      [again.poolAddress, again.expiresAt, again.tokenAddress],
      [first.poolAddress, first.expiresAt, first.tokenAddress]
    )
  })

  test('tokens paid on top of a minted deposit are credited too', async ({ assert }) => {
    const realm = await TestRealm.with({ '/wallet': '0' })
    const told = await announce(realm, '/wallet', '5.00')
    await realm.completed(told.operation.id)
    const payer = await Payer.with('3.00')
    await payer.pay(told.poolAddress, '3.00')
    await sweep(realm, payer, told.operation.id)
    await settles(realm, '/wallet', '8.00')
    assert.lengthOf(await depositsOf(realm), 2)
  })

  test('an isolated boundary is registered before money goes into it', async ({ assert }) => {
    const realm = await TestRealm.open()
    const zone = await realm.declareZone('/vault')
    assert.isBelow(zone.status, 300, JSON.stringify(zone.body))
    await realm.account('/vault/a', '12.50')
    assert.equal(await realm.settled('/vault/a'), '12.50')
  })
})

test.group('custody | live deposits', () => {
  async function liveRealm(more: Record<string, unknown> = {}) {
    const realm = await TestRealm.open({ asset: 'live', ...more })
    await realm.object('/wallet')
    return realm
  }

  test('is announced with an address, seen, and credited when it is final', async ({ assert }) => {
    const realm = await liveRealm()
    const told = await announce(realm, '/wallet', '40.00')
    assert.equal(told.operation.state, 'pending')
    const openFor = Date.parse(told.expiresAt) - Date.parse(told.operation.createdAt)
    assert.closeTo(openFor, HALF_AN_HOUR_MS, 1)
    const payer = await Payer.with('40.00')
    await payer.pay(told.poolAddress, '40.00')
    await realm.completed(told.operation.id)
    assert.equal(await realm.settled('/wallet'), '40.00')
    assert.deepEqual(await eventTypes(realm, told.operation.id), [
      'deposit.completed',
      'deposit.confirmed',
      'deposit.detected',
    ])
    assert.equal(await payer.held(told.poolAddress), 0n)
  })

  test('what arrives is credited, not what was asked for', async ({ assert }) => {
    const realm = await liveRealm()
    const payer = await Payer.with('100.00')
    const [less, more] = [
      await announce(realm, '/wallet', '40.00'),
      await announce(realm, '/wallet', '40.00'),
    ]
    await payer.pay(less.poolAddress, '15.25')
    await payer.pay(more.poolAddress, '60.000001')
    const ended = await Promise.all(
      [less, more].map(({ operation }) => realm.completed(operation.id))
    )
    const outcomes = ended.map(({ outcome }) => JSON.parse(outcome) as Record<string, string>)
    assert.deepEqual(
      outcomes.map(({ amount, requestedAmount }) => [amount, requestedAmount]),
      [
        ['15.25', '40.00'],
        ['60.000001', '40.00'],
      ]
    )
    assert.equal(await realm.settled('/wallet'), '75.250001')
  })

  test('a second payment to the address is a second deposit', async ({ assert }) => {
    const realm = await liveRealm()
    const told = await announce(realm, '/wallet', '10.00')
    const payer = await Payer.with('30.00')
    await payer.pay(told.poolAddress, '10.00')
    await realm.completed(told.operation.id)
    await payer.pay(told.poolAddress, '20.00')
    await settles(realm, '/wallet', '30.00')
    const deposits = await depositsOf(realm)
    assert.lengthOf(deposits, 2)
    const second = deposits.find(({ id }) => id !== told.operation.id)
    assert.equal(JSON.parse(second.outcome as string).announcedBy, told.operation.id)
    assert.deepEqual(await eventTypes(realm, second.id as string), [
      'deposit.completed',
      'deposit.confirmed',
    ])
  })

  test('money that comes when nobody looks closely any more is credited', async ({ assert }) => {
    const realm = await liveRealm()
    const told = await announce(realm, '/wallet', '10.00')
    await writeRows`UPDATE custody_intents SET fast_until = UTC_TIMESTAMP(6) - INTERVAL 1 DAY
        WHERE operation_id = ${told.operation.id}`
    const payer = await Payer.with('10.00')
    await payer.pay(told.poolAddress, '10.00')
    await settles(realm, '/wallet', '10.00')
    assert.equal((await realm.ended(told.operation.id)).state, 'completed')
  })

  test('dust waits until it is worth a deposit', async ({ assert }) => {
    const realm = await liveRealm()
    const told = await announce(realm, '/wallet', '10.00')
    const payer = await Payer.with('30.00')
    // A stranger pays to have it swept: it belongs to the boundary, and to no deposit yet.
    for (const dust of ['0.004', '0.003']) {
      await payer.pay(told.poolAddress, dust)
      await sweep(realm, payer, told.operation.id)
    }
    await until('the dust to be final', async () => {
      const waiting = await readRows`SELECT 1 FROM custody_arrivals WHERE realm_id = ${realm.id}
            AND state = 'dust'`
      return waiting.length === 2
    })
    assert.equal(await realm.settled('/wallet'), '0.00')
    await payer.pay(told.poolAddress, '10.00')
    await realm.completed(told.operation.id)
    assert.equal(await realm.settled('/wallet'), '10.007', 'expected the dust with it')
    for (const dust of ['0.006', '0.006']) {
      await payer.pay(told.poolAddress, dust)
      await sweep(realm, payer, told.operation.id)
    }
    await settles(realm, '/wallet', '10.019')
    assert.lengthOf(await depositsOf(realm), 2)
  })

  test('a stranger who sweeps first changes nothing', async ({ assert }) => {
    const realm = await liveRealm()
    const told = await announce(realm, '/wallet', '10.00')
    const payer = await Payer.with('10.00')
    await payer.pay(told.poolAddress, '10.00')
    await sweep(realm, payer, told.operation.id).catch(() => {})
    await realm.completed(told.operation.id)
    assert.equal(await realm.settled('/wallet'), '10.00')
    assert.include(await eventTypes(realm, told.operation.id), 'deposit.detected')
    assert.lengthOf(await depositsOf(realm), 1)
  })

  test('money for a deleted object ends as unattributed, with events', async ({ assert }) => {
    const realm = await liveRealm()
    const told = await announce(realm, '/wallet', '10.00')
    const deleted = await realm.post('/objects/delete', { path: '/wallet' })
    assert.isBelow(deleted.status, 300, JSON.stringify(deleted.body))
    const payer = await Payer.with('10.00')
    await payer.pay(told.poolAddress, '10.00')
    const ended = await realm.completed(told.operation.id)
    const { creditedObjectPath } = JSON.parse(ended.outcome) as { creditedObjectPath: string }
    assert.equal(creditedObjectPath, '/_system/unattributed')
    assert.equal(await realm.settled(creditedObjectPath), '10.00')
    assert.include(await eventTypes(realm, told.operation.id), 'deposit.confirmed')
  })

  test('what strangers pay into a boundary by themselves is nobody’s', async ({ assert }) => {
    const realm = await liveRealm()
    const told = await announce(realm, '/wallet', '10.00')
    const chain = await chainOfApp()
    const { gateway, plan } = chain
    const pool = await (await app.container.make(RegisterBoundary)).poolOf(realm.id)
    const boundary = gateway.idHash(await boundaryOf(realm))
    const ref = gateway.idHash(told.operation.id)
    const payer = await Payer.with('5.00')
    await payer.send(plan.liveToken!, gateway.encode('TestUSD', 'approve', [pool, 5_000_000n]))
    const args = [boundary, 5_000_000n, ref]
    await payer.send(pool, gateway.encode('RealmCustody', 'deposit', args))
    await eventually('the unattributed object', async () => {
      const others = (await depositsOf(realm)).filter(({ id }) => id !== told.operation.id)
      return others.find(({ state }) => state === 'completed') as unknown
    })
    assert.equal(await realm.settled('/_system/unattributed'), '5.00')
    assert.equal(await realm.settled('/wallet'), '0.00')
    assert.equal((await depositsOf(realm)).at(-1).state, 'pending')
  })

  test('tokens sent to the pool itself are credited to nobody', async ({ assert }) => {
    const realm = await liveRealm()
    const told = await announce(realm, '/wallet', '10.00')
    const pool = await (await app.container.make(RegisterBoundary)).poolOf(realm.id)
    const payer = await Payer.with('20.00')
    await payer.pay(pool, '10.00')
    await payer.pay(told.poolAddress, '10.00')
    await realm.completed(told.operation.id)
    assert.equal(await realm.settled('/wallet'), '10.00')
    assert.lengthOf(await depositsOf(realm), 1)
  })

  test('money for a closed realm stays in its pool and is noted', async ({ assert }) => {
    const realm = await liveRealm({ lifecycle: 'temporary' })
    const told = await announce(realm, '/wallet', '10.00')
    const closed = await realm.client.send('DELETE', `/api/v1/realms/${realm.id}`)
    assert.isBelow(closed.status, 300, JSON.stringify(closed.body))
    const payer = await Payer.with('10.00')
    await payer.pay(told.poolAddress, '10.00')
    const [row] = await eventually('the arrival to end', async () => {
      const rows = await readRows`SELECT state FROM custody_arrivals WHERE realm_id = ${realm.id}
            AND state <> 'due'`
      return rows.length > 0 ? rows : null
    })
    assert.equal(row!.state, 'stranded')
  })

  test('a frozen boundary is credited too', async ({ assert }) => {
    const realm = await liveRealm()
    const told = await announce(realm, '/wallet', '10.00')
    const chain = await chainOfApp()
    const { gateway, lane } = chain
    const pool = await (await app.container.make(RegisterBoundary)).poolOf(realm.id)
    const holder = await Payer.with('10.00')
    const boundary = gateway.idHash(await boundaryOf(realm))
    const data = gateway.encode('RealmCustody', 'registerRecoveryKey', [boundary, holder.address])
    const sent = await lane.submit({ purpose: `test-key:${pool}`, to: pool, data })
    await lane.awaitFinal(sent, WAIT_MS)
    await holder.send(pool, gateway.encode('RealmCustody', 'lock', [boundary]))
    await holder.pay(told.poolAddress, '10.00')
    await realm.completed(told.operation.id)
    assert.equal(await realm.settled('/wallet'), '10.00')
  })

  test('the payer of a link is told where to pay, and its link completes', async ({ assert }) => {
    const realm = await liveRealm()
    const link = await openLink(realm)
    const shown = await realm.client.get(`/api/v1/pay/${link.token}`)
    assert.equal(shown.data.payment.poolAddress, link.poolAddress)
    const payer = await Payer.with('9.00')
    await payer.pay(link.poolAddress as string, '9.00')
    await realm.completed(link.operationId as string)
    const paid = await realm.client.get(`/api/v1/pay/${link.token}`)
    assert.equal(paid.data.payment.status, 'completed')
    assert.notProperty(paid.data.payment, 'poolAddress')
  })

  test('money that comes after a link expired is credited and noted on it', async ({ assert }) => {
    const realm = await liveRealm()
    const link = await openLink(realm)
    const { ExpireMovement } = await import('#modules/ledger/index')
    const expire = await app.container.make(ExpireMovement)
    await expire.run(realm.id, link.operationId as string, 'It is over.')
    await writeRows`UPDATE payment_links SET status = 'expired' WHERE id = ${link.id}`
    const payer = await Payer.with('9.00')
    await payer.pay(link.poolAddress as string, '9.00')
    await settles(realm, '/wallet', '9.00')
    await until('the link to know', async () => {
      const { data } = await realm.client.get(`/api/v1/pay/${link.token}`)
      return data.payment.lateAmount === '9.00'
    })
    const { data } = await realm.client.get(`/api/v1/pay/${link.token}`)
    assert.equal(data.payment.status, 'expired')
    assert.equal((await realm.ended(link.operationId as string)).state, 'expired')
  })

  async function openLink(realm: TestRealm): Promise<AnyData> {
    const body = { realmId: realm.id, type: 'deposit', objectPath: '/wallet', amount: '9.00' }
    return accepted(await realm.client.post('/api/v1/payment-links', body)).paymentLink
  }
})

async function boundaryOf(realm: TestRealm): Promise<string> {
  const { defaultBoundaryId } = await import('#modules/ledger/index')
  return defaultBoundaryId(realm.id)
}
