import { test } from '@japa/runner'
import { Client, TestRealm, accepted, pluck, type AnyData, type Reply } from '#tests/support/client'
import { allow, scoped } from '#tests/functional/auth/support/credentials'
import { awayFromMidnight } from '#tests/support/utc_day'
import { booksAreSound } from '#tests/support/sound_books'

type Body = Record<string, unknown>

const codeOf = ({ status, error }: Reply<AnyData>) => (status < 300 ? status : error.code)

class LimitedRealm {
  private constructor(readonly realm: TestRealm) {}

  static async open(): Promise<LimitedRealm> {
    return new LimitedRealm(await TestRealm.with({ '/payer': '100', '/shop': '0' }))
  }

  async limit(path: string, limits: Body, client = this.realm.client) {
    const { object } = accepted(await this.realm.find(path))
    const body = { realmId: this.realm.id, ...limits }
    return client.send('PUT', `/api/v1/objects/${object.id}/limits`, body)
  }

  async limits(path: string): Promise<Body> {
    const { object } = accepted(await this.realm.find(path))
    const { limits } = accepted(await this.realm.client.get(`/api/v1/objects/${object.id}/limits`))
    const { objectId, ...shown } = limits as Body
    return objectId === object.id ? shown : {}
  }

  move(body: Body = {}, address = '/transfer') {
    return this.realm.post(address, {
      path: `/op/${crypto.randomUUID()}`,
      sourceObjectPath: '/payer',
      targetObjectPath: '/shop',
      amount: '1',
      ...body,
    })
  }
}

const NONE = { maxPerMovement: null, maxPerDay: null, maxBalance: null, minBalance: null }

test.group('ledger | limits of objects over HTTP', (group) => {
  group.each.setup(() => awayFromMidnight())

  test('limits are set, merged, cleared and told, with what moved today', async ({ assert }) => {
    const world = await LimitedRealm.open()
    assert.deepEqual(await world.limits('/payer'), { ...NONE, movedToday: '0.00' })
    accepted(await world.limit('/payer', { maxPerDay: '50', minBalance: '20' }))
    accepted(await world.move({ amount: '10' }))
    accepted(await world.move({ amount: '5' }, '/holds'))
    accepted(await world.limit('/payer', { maxPerDay: '40.5', minBalance: null }))
    const expected = { ...NONE, maxPerDay: '40.50', movedToday: '15.00' }
    assert.deepEqual(await world.limits('/payer'), expected)
    const refused = await world.move({ amount: '25.51' })
    assert.equal(codeOf(refused), 'LIMIT_EXCEEDED')
    assert.deepEqual(refused.error.details, {
      limit: 'maxPerDay',
      allowed: '25.50',
      requested: '25.51',
      objectPath: '/payer',
    })
    accepted(await world.limit('/payer', { maxPerDay: null }))
    accepted(await world.move({ amount: '60' }))
    const { deltas } = accepted(
      await world.realm.client.get('/api/v1/deltas', { realmId: world.realm.id })
    )
    const changes = (deltas as Body[]).filter(({ deltaType }) => deltaType === 'limits_change')
    assert.deepEqual(pluck(changes, 'afterValue'), [
      null,
      '{"maxPerDay":"40.50"}',
      '{"maxPerDay":"50.00","minBalance":"20.00"}',
    ])
    await booksAreSound(world.realm)
  })

  test('movements at the same time do not exceed a day together', async ({ assert }) => {
    const world = await LimitedRealm.open()
    accepted(await world.limit('/payer', { maxPerDay: '20' }))
    const kinds = ['/transfer', '/holds', '/transfer', '/transfer'] as const
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_, at) => world.move({}, kinds[at % kinds.length]))
    )
    const codes = replies.map(codeOf)
    const moved = codes.filter((code) => code === 201)
    assert.lengthOf(moved, 20)
    assert.deepEqual([...new Set(codes)].toSorted(), [201, 'LIMIT_EXCEEDED'])
    assert.deepInclude(await world.limits('/payer'), { movedToday: '20.00' })
    await booksAreSound(world.realm)
  })

  test('every way out of an object keeps to its limits, and every way in', async ({ assert }) => {
    const world = await LimitedRealm.open()
    accepted(await world.limit('/payer', { maxPerMovement: '5' }))
    accepted(await world.limit('/shop', { maxBalance: '4' }))
    const out = { amount: '6', path: '/op/out' }
    const between = { ...out, sourceObjectPath: '/payer', targetObjectPath: '/shop' }
    const asked: [string, Body][] = [
      ['/transfer', between],
      ['/transfers/bulk', { mode: 'atomic', transfers: [between] }],
      ['/holds', between],
      ['/defund-account', { ...out, objectPath: '/payer' }],
      ['/payment-links', { type: 'withdrawal', objectPath: '/payer', amount: '6' }],
      ['/transfer', { ...between, amount: '4.06' }],
      ['/holds', { ...between, amount: '4.01' }],
      ['/objects/delete', { path: '/payer', sweepToPath: '/shop' }],
    ]
    for (const [address, body] of asked) {
      const reply = await world.realm.post(address, body)
      assert.equal(codeOf(reply), 'LIMIT_EXCEEDED', address)
    }
    accepted(await world.realm.post('/transfer', { ...between, amount: '4.05' }))
    await booksAreSound(world.realm)
  })

  test('a deletion sweeps all, whatever bounds what leaves the object', async ({ assert }) => {
    const world = await LimitedRealm.open()
    const { realm } = world
    const limits = { minBalance: '50', maxPerDay: '10', maxPerMovement: '10' }
    accepted(await world.limit('/payer', limits))
    const { id } = accepted(await realm.find('/payer')).object as { id: string }
    accepted(await realm.remove(id, { sweepToPath: '/shop' }))
    const { balances } = accepted(await realm.find('/shop'))
    assert.containSubset(balances, [{ settled: '100.00' }])
    await booksAreSound(realm)
  })

  test('who may move value out of an object does not lift its limits', async ({ assert }) => {
    const world = await LimitedRealm.open()
    const { realm } = world
    const writer = await scoped(realm, allow(['svc:Write', 'svc:Read'], '*'))
    assert.equal(codeOf(await world.limit('/payer', { maxPerDay: '1' }, writer)), 'FORBIDDEN')
    const limiter = await scoped(realm, allow(['svc:LimitObject'], '/payer'))
    assert.equal(codeOf(await world.limit('/payer', { maxPerDay: '1' }, limiter)), 200)
    assert.equal(codeOf(await world.limit('/shop', { maxPerDay: '1' }, limiter)), 'FORBIDDEN')
    const stranger = await Client.signIn()
    assert.equal(codeOf(await world.limit('/payer', { maxPerDay: '9' }, stranger)), 'NOT_FOUND')
  })

  test('limits that make no sense are refused', async ({ assert }) => {
    const world = await LimitedRealm.open()
    await world.realm.object('/account', { type: 'exchange' })
    const asked: [path: string, limits: Body][] = [
      ['/payer', { maxPerDay: '-1' }],
      ['/payer', { maxPerDay: 5 }],
      ['/payer', { maxPerHour: '5' }],
      ['/payer', { minBalance: '2', maxBalance: '1' }],
      ['/account', { maxPerDay: '1' }],
      ['/_system/fees', { maxBalance: '0' }],
    ]
    for (const [path, limits] of asked) {
      const reply = await world.limit(path, limits)
      assert.equal(codeOf(reply), 'VALIDATION_ERROR', JSON.stringify(limits))
    }
  })
})

test.group('ledger | conditions over HTTP', () => {
  test('of 100 movements that saw one version of a source, one happens', async ({ assert }) => {
    const world = await LimitedRealm.open()
    const { object } = accepted(await world.realm.find('/payer'))
    const read = await world.realm.client.get(`/api/v1/objects/${object.id}/balances`)
    const [{ version }] = accepted(read).balances as [{ version: number }]
    const replies = await Promise.all(
      Array.from({ length: 100 }, () => world.move({ ifSourceVersion: version }))
    )
    const codes = replies.map(codeOf)
    assert.deepEqual(new Set(codes), new Set([201, 'CONDITION_FAILED']))
    const moved = codes.filter((code) => code === 201)
    assert.lengthOf(moved, 1)
  })

  test('a condition is part of the inputs of a path, and of what is told', async ({ assert }) => {
    const world = await LimitedRealm.open()
    const body = { path: '/op/once', ifSourceBalanceAtLeast: '100', ifTargetBalanceAtMost: '0' }
    const first = accepted(await world.move(body))
    assert.deepInclude(JSON.parse(first.operation.input as string), {
      ifSourceBalanceAtLeast: '100',
      ifTargetBalanceAtMost: '0',
    })
    const again = accepted(await world.move(body))
    assert.equal(again.operation.id, first.operation.id)
    const other = await world.move({ ...body, ifTargetBalanceAtMost: '1' })
    assert.equal(codeOf(other), 'IDEMPOTENCY_VIOLATION')
    const late = await world.move({ ifSourceBalanceAtLeast: '99.01' })
    assert.equal(codeOf(late), 'CONDITION_FAILED')
    assert.deepEqual(late.error.details, { condition: 'ifSourceBalanceAtLeast', actual: '99.00' })
    const held = await world.move({ ifTargetBalanceAtMost: '0.94' }, '/holds')
    assert.equal(codeOf(held), 'CONDITION_FAILED')
    const rehearsed = await world.move({ ifSourceVersion: 0, dryRun: true })
    assert.equal(codeOf(rehearsed), 'CONDITION_FAILED')
  })

  test('conditions that make no sense are refused', async ({ assert }) => {
    const world = await LimitedRealm.open()
    await world.realm.object('/account', { type: 'exchange' })
    const asked: Body[] = [
      { ifSourceVersion: '1' },
      { ifSourceVersion: 1.5 },
      { ifSourceVersion: -1 },
      { ifSourceBalanceAtLeast: '0.0000001' },
      { targetObjectPath: '/account', ifTargetBalanceAtMost: '5' },
    ]
    for (const body of asked) {
      assert.equal(codeOf(await world.move(body)), 'VALIDATION_ERROR', JSON.stringify(body))
    }
  })
})
