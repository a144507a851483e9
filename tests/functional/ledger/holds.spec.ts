import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { ExpireHolds } from '#modules/ledger/services/expire_holds'
import { type Client, accepted, eventually, pluck, type AnyData } from '#tests/support/client'
import { allow, scoped } from '#tests/functional/auth/support/credentials'
import { readRows } from '#tests/support/rows'
import { booksAreSound } from '#tests/support/sound_books'
import { codeOf, HeldAmount, realmWith, type Body, type Reply } from './support/held_amount.ts'

const held = (settled: string, arriving: string, departing: string) => ({
  settled,
  arriving,
  departing,
})

test.group('ledger | holds over HTTP', () => {
  test('an amount is reserved, captured in parts, and told at each step', async ({ assert }) => {
    const realm = await realmWith('100')
    const metadata = { order: '17' }
    const hold = await HeldAmount.on(realm, '40', {
      targetObjectPath: '/shop',
      expiresInSeconds: 600,
      metadata,
    })
    assert.deepEqual(await realm.balance('/payer'), held('60.00', '0.00', '40.00'))
    assert.deepEqual(await realm.balance('/shop'), held('0.00', '40.00', '0.00'))
    const first = accepted(await hold.ask('capture', { amount: '10' }))
    assert.deepInclude(first.operation, { type: 'capture', state: 'completed' })
    assert.equal(first.operation.holdId, hold.id)
    assert.deepEqual(first.fee, { amount: '0.05', denomination: 'USD' })
    const last = accepted(
      await hold.ask('capture', { amount: '5', targetObjectPath: '/other', final: true })
    )
    assert.deepEqual(await realm.balance('/payer'), held('85.00', '0.00', '0.00'))
    assert.deepEqual(await realm.balance('/shop'), held('9.95', '0.00', '0.00'))
    assert.deepEqual(await realm.balance('/other'), held('4.95', '0.00', '0.00'))
    const { createdAt, path, expiresAt, ...told } = await hold.read()
    assert.isString(path)
    assert.equal(Date.parse(expiresAt as string) - Date.parse(createdAt as string), 600_000)
    assert.deepEqual(told, {
      operationId: hold.id,
      status: 'captured',
      sourceObjectPath: '/payer',
      targetObjectPath: '/shop',
      amount: '40.00',
      capturedAmount: '15.00',
      remainingAmount: '0.00',
      denomination: 'USD',
      metadata,
      captures: [first.operation.id, last.operation.id],
    })
    const { events } = accepted(await realm.client.get('/api/v1/events', { realmId: realm.id }))
    const types = (pluck(events as Body[], 'type') as string[]).filter((type) => /^hold/.test(type))
    assert.deepEqual(types.toReversed(), [
      'hold.created',
      'hold.captured',
      'hold.captured',
      'hold.released',
    ])
    await booksAreSound(realm)
  })

  test('the row of a hold has room for its end, which no reader sees', async ({ assert }) => {
    const realm = await realmWith('100')
    const hold = await HeldAmount.on(realm, '40', { targetObjectPath: '/shop' })
    const stored = async () => {
      const [row] = await readRows`SELECT LENGTH(state) + LENGTH(outcome) AS bytes FROM operations
            WHERE id = ${hold.id}`
      return Number(row!.bytes)
    }
    // A column that is NULL takes no bytes, and a time eight.
    const bytesOfSides = async () =>
      readRows`SELECT LENGTH(state) + LENGTH(room) + IF(resolved_at IS NULL, 0, 8) AS bytes FROM holds
            WHERE operation_id = ${hold.id}`
    const before = await stored()
    const sides = await bytesOfSides()
    const { operation } = accepted(await realm.client.get(`/api/v1/operations/${hold.id}`))
    assert.match(operation.outcome as string, /^\{.*\}$/)
    accepted(await hold.ask('capture', { amount: '10' }))
    assert.isAtMost(await stored(), before, 'expected that a part keeps the row in its place')
    accepted(await hold.ask('capture'))
    assert.isAtMost(await stored(), before, 'expected that the end keeps the row in its place')
    for (const [at, { bytes }] of (await bytesOfSides()).entries()) {
      assert.isAtMost(Number(bytes), Number(sides[at]!.bytes), 'expected the same of what it holds')
    }
  })

  test('a part captured for somebody else does not reach the hold’s target', async ({ assert }) => {
    const realm = await realmWith('100')
    const hold = await HeldAmount.on(realm, '40', { targetObjectPath: '/shop' })
    accepted(await hold.ask('capture', { amount: '10', targetObjectPath: '/other' }))
    assert.deepEqual(await realm.balance('/shop'), held('0.00', '30.00', '0.00'))
    assert.deepEqual(await realm.balance('/other'), held('9.95', '0.00', '0.00'))
    await booksAreSound(realm)
  })

  test('what was in flight before a capture is read as it was', async ({ assert }) => {
    const realm = await realmWith('100')
    const hold = await HeldAmount.on(realm, '40', { targetObjectPath: '/shop' })
    accepted(await hold.ask('capture', { amount: '10' }))
    const { operation } = accepted(await hold.ask('capture', { amount: '10' }))
    accepted(await hold.ask('release'))
    const inFlight = async (asOf: string) => {
      const query = { realmId: realm.id, prefix: '/', asOf }
      return accepted(await realm.client.get('/api/v1/objects/aggregate', query)) as Body
    }
    const at = await inFlight(operation.createdAt as string)
    assert.deepInclude(at, { departingUsd: '20.00' })
  })

  test('a hold that is over is refused at once, and ended by the worker', async ({ assert }) => {
    const realm = await realmWith('100')
    const hold = await HeldAmount.on(realm, '40', { expiresInSeconds: 600 })
    await hold.age(601)
    const refused = await hold.ask('capture', { targetObjectPath: '/shop' })
    assert.equal(codeOf(refused), 'HOLD_NOT_OPEN')
    assert.deepInclude(refused.error.details, { status: 'expired' })
    await (await app.container.make(ExpireHolds)).run()
    assert.deepInclude(await hold.read(), { status: 'expired', remainingAmount: '0.00' })
    assert.deepEqual(await realm.balance('/payer'), held('100.00', '0.00', '0.00'))
    await booksAreSound(realm)
  })

  test('a short hold ends by itself at its time', async ({ assert }) => {
    const realm = await realmWith('100')
    const hold = await HeldAmount.on(realm, '40', { expiresInSeconds: 1 })
    await eventually('the hold to end', async () =>
      (await realm.balance('/payer')).departing === '0.00' ? true : null
    )
    assert.deepInclude(await hold.read(), { status: 'expired' })
  })

  test('what is refused stores nothing', async ({ assert }) => {
    const realm = await realmWith('10')
    await realm.object('/account', { type: 'exchange' })
    const hold = await HeldAmount.on(realm, '4')
    const open = (body: Body) =>
      realm.post('/holds', { sourceObjectPath: '/payer', amount: '1', path: '/op/never', ...body })
    const asked: [what: string, reply: Promise<Reply>, code: string][] = [
      ['more than is available', open({ amount: '6.01' }), 'INSUFFICIENT_BALANCE'],
      ['itself', open({ targetObjectPath: '/payer' }), 'VALIDATION_ERROR'],
      ['nobody', open({ targetObjectPath: '/nobody' }), 'NOT_FOUND'],
      ['own books', open({ sourceObjectPath: '/account' }), 'VALIDATION_ERROR'],
      ['no time', open({ expiresInSeconds: 0 }), 'VALIDATION_ERROR'],
      ['too long', open({ expiresInSeconds: 31_536_001 }), 'VALIDATION_ERROR'],
      ['a wrong type', open({ expiresInSeconds: '60' }), 'VALIDATION_ERROR'],
      ['no map', open({ metadata: 'text' }), 'VALIDATION_ERROR'],
      ['an unknown field', open({ feeOverride: '0' }), 'VALIDATION_ERROR'],
      ['no target', hold.ask('capture'), 'VALIDATION_ERROR'],
      ['its own books', hold.ask('capture', { targetObjectPath: '/account' }), 'VALIDATION_ERROR'],
      [
        'above the rest',
        hold.ask('capture', { targetObjectPath: '/shop', amount: '4.01' }),
        'INSUFFICIENT_BALANCE',
      ],
      ['no later end', hold.ask('extend', { expiresInSeconds: 60 }), 'VALIDATION_ERROR'],
    ]
    for (const [what, reply, code] of asked) assert.equal(codeOf(await reply), code, what)
    assert.deepInclude(await hold.read(), { status: 'open', remainingAmount: '4.00' })
    assert.deepEqual(await realm.balance('/payer'), held('6.00', '0.00', '4.00'))
  })

  test('a capture across boundaries settles on the chain, its hold ends', async ({ assert }) => {
    const realm = await realmWith('100')
    accepted(await realm.declareZone('/vault'))
    await realm.object('/vault/a')
    const hold = await HeldAmount.on(realm, '40', { targetObjectPath: '/vault/a' })
    const { operation } = accepted(await hold.ask('capture', { amount: '10', final: true }))
    assert.deepInclude(operation, { type: 'capture', state: 'pending' })
    assert.deepInclude(await hold.read(), { status: 'captured', capturedAmount: '10.00' })
    await realm.completed(operation.id as string)
    assert.deepEqual(await realm.balance('/payer'), held('90.00', '0.00', '0.00'))
    assert.deepEqual(await realm.balance('/vault/a'), held('9.95', '0.00', '0.00'))
    await booksAreSound(realm)
  })

  test('a scoped token acts on a hold by the right to both of its sides', async ({ assert }) => {
    const realm = await realmWith('10')
    const hold = await HeldAmount.on(realm, '4')
    const token = (actions: string[], resources: string[]) =>
      scoped(realm, allow(actions, ...resources))
    const capture = {
      realmId: realm.id,
      path: '/op/scoped',
      targetObjectPath: '/shop',
      amount: '1',
    }
    const from = await token(['svc:TransferFrom'], ['/payer'])
    const denied = await from.post(`/api/v1/holds/${hold.id}/capture`, capture)
    assert.equal(codeOf(denied), 'FORBIDDEN')
    const both = await token(['svc:TransferFrom', 'svc:ReceiveTo'], ['/payer', '/shop'])
    assert.equal(codeOf(await both.post(`/api/v1/holds/${hold.id}/capture`, capture)), 201)
    const reader = await token(['svc:ReadOperation'], ['/shop'])
    assert.equal(codeOf(await reader.get(`/api/v1/holds/${hold.id}`)), 'FORBIDDEN')
  })

  test('a capture counts in its caller’s window, whoever has reserved it', async ({ assert }) => {
    const realm = await realmWith('100')
    const windowed = () =>
      scoped(
        realm,
        {
          ...allow(['svc:TransferFrom'], '/payer'),
          conditions: { windowLte: { amount: '5', seconds: 3600 } },
        },
        allow(['svc:ReceiveTo'], '/shop')
      )
    const capture = (by: Client, id: string, amount: string, path = crypto.randomUUID()) => {
      const body = { realmId: realm.id, path: `/op/${path}`, amount, targetObjectPath: '/shop' }
      return by.post<AnyData>(`/api/v1/holds/${id}/capture`, body)
    }
    const beyond = { condition: 'windowLte', resource: '/payer' }
    const { id: others } = await HeldAmount.on(realm, '40')

    const capturer = await windowed()
    const path = crypto.randomUUID()
    assert.equal(codeOf(await capture(capturer, others, '3', path)), 201)
    assert.equal(codeOf(await capture(capturer, others, '3', path)), 201, 'a replay')
    const refused = await capture(capturer, others, '2.01')
    assert.deepInclude(refused.error.details, { ...beyond, remaining: '2.00' })
    assert.equal(codeOf(await capture(capturer, others, '2')), 201)

    const many = await windowed()
    const replies = await Promise.all(Array.from({ length: 20 }, () => capture(many, others, '1')))
    const captured = replies.filter((reply) => codeOf(reply) === 201)
    assert.lengthOf(captured, 5, 'captures at the same time fill the window, and never exceed it')

    const placer = await windowed()
    const body = { realmId: realm.id, path: '/op/own', sourceObjectPath: '/payer', amount: '4' }
    const own = accepted(await placer.post<AnyData>('/api/v1/holds', body)).operation.id as string
    for (const amount of ['1', '3']) assert.equal(codeOf(await capture(placer, own, amount)), 201)
    const more = await capture(placer, others, '1.01')
    assert.deepInclude(more.error.details, { ...beyond, remaining: '1.00' })
    await booksAreSound(realm)
  })

  test('lists filter by status and object', async ({ assert }) => {
    const realm = await realmWith('100')
    const open = await HeldAmount.on(realm, '1', { targetObjectPath: '/shop' })
    const released = await HeldAmount.on(realm, '2')
    accepted(await released.ask('release'))
    const list = async (query: Record<string, string>) => {
      const page = await realm.client.get('/api/v1/holds', { realmId: realm.id, ...query })
      return pluck(accepted(page).holds as Body[], 'operationId')
    }
    assert.deepEqual(await list({}), [released.id, open.id])
    assert.deepEqual(await list({ status: 'open' }), [open.id])
    assert.deepEqual(await list({ status: 'released' }), [released.id])
    assert.deepEqual(await list({ objectPath: '/shop' }), [open.id])
  })
})
