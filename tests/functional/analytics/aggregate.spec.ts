import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { Clock } from '#app/clock/clock'
import { toRfc3339 } from '#app/clock/timestamp'
import { Database, type SqlReader } from '#app/storage/database'
import { ReadAggregate } from '#modules/analytics/services/read_aggregate'
import { TestRealm, accepted, pluck } from '#tests/support/client'
import { endUser } from '#tests/support/principals'
import { MISSING, refusesFields } from '#tests/support/refusals'

const URL = '/api/v1/objects/aggregate'

let realm: TestRealm

const aggregate = (prefix: string, client = realm.client) =>
  client.get(URL, { realmId: realm.id, prefix })

/** Whole cents as a number: amounts in these tests are small. */
const cents = (amount: string) => Math.round(Number(amount) * 100)

test.group('analytics | GET /objects/aggregate', (group) => {
  group.setup(async () => {
    realm = await TestRealm.with({
      '/users/u1/wallet': '100',
      '/users/u1/savings': '20.25',
      '/users/u2/wallet': '5',
      '/users': '1',
      '/usersx': '1000',
    })
  })

  test('a trailing slash sums everything below, and nothing beside', async ({ assert }) => {
    const { status, body } = await aggregate('/users/')
    assert.equal(status, 200)
    const { success, data } = body as { success: boolean; data: Record<string, unknown> }
    assert.isTrue(success)
    assert.containSubset(data, {
      prefix: '/users/',
      totalEquityUsd: '125.25',
      departingUsd: '0.00',
      arrivingUsd: '0.00',
      breakdown: [
        { asset: 'USD', category: 'spot', amount: '125.25', price: '1', valueUsd: '125.25' },
      ],
    })
    assert.notProperty(data, 'midsComplete')
    assert.deepEqual(pluck(data.objects as { path: string }[], 'path'), [
      '/users/u1/savings',
      '/users/u1/wallet',
      '/users/u2/wallet',
    ])
  })

  test('without a trailing slash it is exactly one object', async ({ assert }) => {
    const { data } = await aggregate('/users')
    assert.equal(data.totalEquityUsd, '1.00')
    assert.lengthOf(data.objects, 1)
    assert.containSubset(data.objects[0], {
      path: '/users',
      type: 'denominated',
      denomination: 'USD',
      valueUsd: '1.00',
      balances: [{ denomination: 'USD', amount: '1.00', price: '1', valueUsd: '1.00' }],
      reservedBalances: [],
      positions: null,
    })
  })

  test('the whole is the sum of its folders, without the service itself', async ({ assert }) => {
    const parts = ['/users/', '/users', '/usersx']
    const [whole, ...rest] = await Promise.all(['/', ...parts].map((prefix) => aggregate(prefix)))
    const sum = rest.reduce((total, { data }) => total + cents(data.totalEquityUsd), 0)
    assert.equal(cents(whole!.data.totalEquityUsd), sum)
    assert.equal(cents(whole!.data.totalEquityUsd), 112_625)
  })

  test('an empty folder is worth zero; a path without an object is refused', async ({ assert }) => {
    const { data } = await aggregate('/nothing/')
    assert.equal(data.totalEquityUsd, '0.00')
    assert.deepEqual([data.breakdown, data.objects], [[], []])
    const { status, error } = await aggregate('/nothing')
    assert.equal(status, 404)
    assert.equal(error.code, 'OBJECT_NOT_FOUND')
  })

  test('as of a moment it is what it was then, deleted objects included', async ({ assert }) => {
    const past = await TestRealm.open()
    const { id: objectId } = await past.account('/p/gone', '30')
    await past.account('/p/stays', '5')
    const asOf = toRfc3339((await app.container.make(Clock)).nowMicros())
    const at = (query: object) =>
      past.client.get(URL, { realmId: past.id, prefix: '/p/', ...query })
    const before = accepted(await at({}))
    accepted(await past.remove(objectId, { sweepToPath: '/p/stays' }))
    await past.fund('/p/stays', '100')
    const then = accepted(await at({ asOf }))
    assert.deepEqual(then, { ...before, asOf })
    assert.deepEqual(accepted(await at({ asOf })), then)
    const exact = accepted(await at({ prefix: '/p/gone', asOf }))
    assert.equal(exact.totalEquityUsd, '30.00')
    assert.equal((await at({ prefix: '/p/gone' })).status, 404)
    const beginning = accepted(await at({ asOf: '2026-01-01T00:00:00Z' }))
    assert.deepEqual([beginning.totalEquityUsd, beginning.objects], ['0.00', []])
  })

  test('value moving inside the prefix is not lost or doubled in the sum', async ({ assert }) => {
    const busy = await TestRealm.with({ '/m/a': '50', '/m/b': '50' })
    let moving = true
    const mover = (async () => {
      for (let turn = 0; moving; turn++) {
        const [from, to] = turn % 2 === 0 ? ['/m/a', '/m/b'] : ['/m/b', '/m/a']
        const { status } = await busy.move(from, to, '10', {
          path: `/op/move/${turn}`,
          feeOverride: '0',
        })
        assert.equal(status, 201)
      }
    })()
    for (let turn = 0; turn < 20; turn++) {
      const { data } = await busy.client.get(URL, { realmId: busy.id, prefix: '/m/' })
      assert.equal(data.totalEquityUsd, '100.00')
    }
    moving = false
    await mover
  })

  test('the number of statements does not grow with the number of objects', async ({ assert }) => {
    const database = await app.container.make(Database)
    const snapshot = database.snapshot.bind(database)
    // Those at the cut: what is remembered of realms and credentials runs out as time passes.
    const countOnce = async (prefix: string) => {
      let statements = 0
      database.snapshot = (work) =>
        snapshot((session) => {
          const read: SqlReader['read'] = (...call) => {
            statements += 1
            return session.read(...call)
          }
          return work({ read, readTogether: (queries) => session.readTogether(queries) })
        })
      accepted(await aggregate(prefix))
      database.snapshot = snapshot
      return statements
    }
    // The least of a few tries: jobs of this process read too.
    const statementsFor = async (prefix: string) => {
      const tries: number[] = []
      for (let turn = 0; turn < 5; turn++) tries.push(await countOnce(prefix))
      return Math.min(...tries)
    }
    await statementsFor('/users/')
    assert.equal(await statementsFor('/'), await statementsFor('/users/u2/'))
  })

  test('what a credential may not read is not in the objects or the total', async ({ assert }) => {
    const actions = ['svc:ReadObject', 'svc:ReadBalance']
    const scoped = await endUser(
      realm,
      { effect: 'Allow', actions, resources: ['/users/*'] },
      { effect: 'Deny', actions: ['svc:ReadBalance'], resources: ['/users/u1/savings'] }
    )
    const read = await app.container.make(ReadAggregate)
    const { objects, totalEquityUsd } = await read.run(scoped, { realmId: realm.id, prefix: '/' })
    assert.deepEqual(pluck(objects, 'path'), ['/users/u1/wallet', '/users/u2/wallet'])
    assert.equal(totalEquityUsd, 105_000000n)
  })

  test('every wrong field is named', async ({ assert }) => {
    const send = (input: object) => realm.client.get(URL, input as Record<string, string>)
    await refusesFields(
      assert,
      send,
      { realmId: realm.id, prefix: '/users/', asOf: '2026-01-01T00:00:00Z' },
      {
        asOf: ['', 'x', '2026-01-01', '2026-02-30T00:00:00'],
        realmId: [MISSING, '', 'x', realm.id.slice(1)],
        prefix: [
          MISSING,
          '',
          'users/',
          '//',
          '/a//',
          '/a b/',
          '/*/',
          '/a,b/',
          `/${'a'.repeat(129)}/`,
        ],
      }
    )
    assert.equal((await aggregate(`${'/abcdefghi'.repeat(52)}/`)).status, 400)
  })
})
