import { test } from '@japa/runner'
import { allow, scoped } from '#tests/functional/auth/support/credentials'
import { Client, TestRealm, accepted, pluck, type AnyData, type Reply } from '#tests/support/client'
import { booksAreSound } from '#tests/support/sound_books'

const TRIES = 200

type Body = Record<string, unknown>

const codeOf = ({ status, error }: Reply<AnyData>) => (status < 300 ? status : error.code)

class PaidRealm {
  constructor(
    readonly realm: TestRealm,
    readonly id: string
  ) {}

  static async open(amount = '40.05'): Promise<PaidRealm> {
    const realm = await TestRealm.with({ '/payer': '100', '/shop': '0' })
    const { id } = await realm.transfer('/payer', '/shop', amount)
    return new PaidRealm(realm, id)
  }

  /** Ten arrive of one, and twenty and thirty of another, each with a fee of 0.05. */
  static async posting(): Promise<PaidRealm> {
    const realm = await TestRealm.with({
      '/payer': '100',
      '/friend': '100',
      '/shop': '0',
      '/agent': '0',
    })
    const moves = [
      ['/payer', '/shop', '10.05'],
      ['/friend', '/agent', '20.05'],
      ['/friend', '/shop', '30.05'],
    ].map(([sourceObjectPath, targetObjectPath, amount]) => ({
      sourceObjectPath,
      targetObjectPath,
      amount,
    }))
    const body = { realmId: realm.id, path: '/op/posted', moves }
    const { operation } = accepted(await realm.client.post('/api/v1/postings', body))
    return new PaidRealm(realm, operation.id as string)
  }

  reverse(body: Body = {}, client = this.realm.client, id = this.id) {
    const path = `/op/${crypto.randomUUID()}`
    const address = `/api/v1/operations/${id}/reverse`
    return client.post(address, { realmId: this.realm.id, path, ...body })
  }

  async read(): Promise<Body> {
    const address = `/api/v1/operations/${this.id}`
    return accepted(await this.realm.client.get(address)).operation as Body
  }

  async balances(...paths: string[]): Promise<string[]> {
    return Promise.all(
      paths.map(async (path) => {
        const { balances } = accepted(await this.realm.find(path))
        return (balances as { total: string }[])[0]?.total ?? '0.00'
      })
    )
  }
}

test.group('ledger | reversals over HTTP', () => {
  test('parts go back, each linked with what it reverses', async ({ assert }) => {
    const paid = await PaidRealm.open()
    assert.notProperty(await paid.read(), 'reversals')
    const reason = 'One of two was returned'
    const first = accepted(await paid.reverse({ amount: '10', reason })).operation as Body
    assert.deepInclude(first, {
      type: 'reversal',
      state: 'completed',
      reversalOf: paid.id,
      sourceObjectPath: '/shop',
      targetObjectPath: '/payer',
    })
    assert.include(first.input, reason)
    const rest = accepted(await paid.reverse({ refundFee: true })).operation as Body
    assert.deepInclude(await paid.read(), {
      reversals: [first.id, rest.id],
      reversedAmount: '40.00',
    })
    // A quarter of the fee was not asked back.
    assert.deepEqual(await paid.balances('/payer', '/shop'), ['99.9875', '0.00'])
    const refused = await paid.reverse()
    assert.equal(codeOf(refused), 'ALREADY_REVERSED')
    assert.deepInclude(refused.error.details, { reversible: '0.00' })
    await booksAreSound(paid.realm)
  })

  test('two hundred reversals at once bring back what arrived, and no more', async ({ assert }) => {
    const paid = await PaidRealm.open()
    await paid.realm.transfer('/payer', '/shop', '50')
    const replies = await Promise.all(
      Array.from({ length: TRIES }, () => paid.reverse({ amount: '1' }))
    )
    const codes = replies.map(codeOf)
    assert.deepEqual(new Set(codes), new Set([201, 'ALREADY_REVERSED']))
    const reversed = codes.filter((code) => code === 201)
    assert.lengthOf(reversed, 40)
    const { reversals, reversedAmount } = await paid.read()
    assert.lengthOf(reversals as string[], 40)
    assert.equal(reversedAmount, '40.00')
    await booksAreSound(paid.realm)
  })

  test('the same path reverses once, however often it is sent', async ({ assert }) => {
    const paid = await PaidRealm.open()
    const body = { path: '/op/back', amount: '15' }
    const replies = await Promise.all(Array.from({ length: 20 }, () => paid.reverse(body)))
    assert.lengthOf(new Set(replies.map((reply) => accepted(reply).operation.id)), 1)
    assert.equal(codeOf(await paid.reverse({ ...body, refundFee: true })), 'IDEMPOTENCY_VIOLATION')
    assert.deepInclude(await paid.read(), { reversedAmount: '15.00' })
  })

  test('what crossed a boundary goes back over the chain, with the fee', async ({ assert }) => {
    const realm = await TestRealm.with({ '/payer': '100' })
    accepted(await realm.declareZone('/vault'))
    await realm.object('/vault/a')
    const { id } = await realm.transfer('/payer', '/vault/a', '40.05')
    await realm.completed(id)
    const path = '/op/back'
    const body = { realmId: realm.id, path, refundFee: true }
    const reply = accepted(await realm.client.post(`/api/v1/operations/${id}/reverse`, body))
    assert.deepInclude(reply.operation, { type: 'reversal', state: 'pending' })
    await realm.completed(reply.operation.id as string)
    const shown = accepted(await realm.client.get(`/api/v1/operations/${id}`)).operation
    assert.deepInclude(shown, { reversedAmount: '40.00' })
    const [{ total }] = accepted(await realm.find('/payer')).balances as [{ total: string }]
    assert.equal(total, '100.00')
    await booksAreSound(realm)
  })

  test('a posting goes back whole or in parts, move by move', async ({ assert }) => {
    const posted = await PaidRealm.posting()
    const part = accepted(await posted.reverse({ amount: '6', refundFee: true })).operation as Body
    assert.deepInclude(part, { type: 'reversal', state: 'completed', reversalOf: posted.id })
    const moved = JSON.parse(part.outcome as string) as Body
    assert.deepEqual(moved.moves, [
      { sourceObjectPath: '/shop', targetObjectPath: '/payer', amount: '1.00' },
      { sourceObjectPath: '/agent', targetObjectPath: '/friend', amount: '2.00' },
      { sourceObjectPath: '/shop', targetObjectPath: '/friend', amount: '3.00' },
    ])
    const rest = accepted(await posted.reverse({ refundFee: true })).operation as Body
    assert.deepInclude(await posted.read(), {
      reversals: [part.id, rest.id],
      reversedAmount: '60.00',
    })
    const all = ['/payer', '/friend', '/shop', '/agent']
    assert.deepEqual(await posted.balances(...all), ['100.00', '100.00', '0.00', '0.00'])
    await booksAreSound(posted.realm)
  })

  test('parts reversed at once bring back what had arrived, and no more', async ({ assert }) => {
    const posted = await PaidRealm.posting()
    await posted.realm.transfer('/payer', '/shop', '50')
    await posted.realm.transfer('/friend', '/agent', '30')
    const replies = await Promise.all(
      Array.from({ length: 60 }, () => posted.reverse({ amount: '7', refundFee: true }))
    )
    const codes = replies.map(codeOf)
    assert.deepEqual(new Set(codes), new Set([201, 'ALREADY_REVERSED']))
    const reversed = codes.filter((code) => code === 201)
    assert.lengthOf(reversed, 8)
    assert.equal(codeOf(await posted.reverse({ amount: '4', refundFee: true })), 201)
    const all = ['/payer', '/friend', '/shop', '/agent']
    assert.deepEqual(await posted.balances(...all), ['50.00', '70.00', '49.95', '29.95'])
    await booksAreSound(posted.realm)
  })

  test('when a receiver has spent it, nothing of a posting goes back', async ({ assert }) => {
    const posted = await PaidRealm.posting()
    await posted.realm.transfer('/agent', '/payer', '1')
    const all = ['/payer', '/friend', '/shop', '/agent']
    const before = await posted.balances(...all)
    const refused = await posted.reverse()
    assert.equal(codeOf(refused), 'INSUFFICIENT_BALANCE')
    assert.deepInclude(refused.error.details, { available: '19.00', required: '20.00' })
    assert.deepEqual(await posted.balances(...all), before)
    assert.notProperty(await posted.read(), 'reversals')
  })

  test('reversing a posting needs the right to all objects that took part', async ({ assert }) => {
    const posted = await PaidRealm.posting()
    const shop = allow(['svc:TransferFrom'], '/shop')
    const payers = [allow(['svc:ReceiveTo'], '/payer'), allow(['svc:ReceiveTo'], '/friend')]
    const agent = allow(['svc:TransferFrom'], '/agent')
    const lacking = await scoped(posted.realm, shop, ...payers)
    assert.equal(codeOf(await posted.reverse({ amount: '6' }, lacking)), 'FORBIDDEN')
    const all = await scoped(posted.realm, shop, agent, ...payers)
    const refunding = await posted.reverse({ amount: '6', refundFee: true }, all)
    assert.deepInclude(refunding.error.details, { resource: '/_system/fees' })
    const windowed = await scoped(
      posted.realm,
      shop,
      { ...agent, conditions: { windowLte: { amount: '7', seconds: 3600 } } },
      ...payers
    )
    assert.equal(codeOf(await posted.reverse({ amount: '6' }, windowed)), 201)
    assert.equal(codeOf(await posted.reverse({ amount: '15' }, windowed)), 201)
    const beyond = await posted.reverse({ amount: '3' }, windowed)
    assert.deepInclude(beyond.error.details, { condition: 'windowLte', resource: '/agent' })
  })

  test('who may read one side of a posting sees that side’s moves back', async ({ assert }) => {
    const posted = await PaidRealm.posting()
    const { realm } = posted
    const { id } = accepted(await posted.reverse()).operation as { id: string }
    const payer = await scoped(realm, allow(['svc:ReadOperation'], '/payer'))
    const read = async (one: string) => {
      const { outcome } = accepted(await payer.get(`/api/v1/operations/${one}`)).operation
      return (JSON.parse(outcome as string) as { moves: Body[] }).moves
    }
    const [there, back] = [await read(posted.id), await read(id)]
    const sides = { sourceObjectPath: '/payer', targetObjectPath: '/shop' }
    assert.deepEqual(there, [{ ...sides, amount: '10.05' }])
    const other = { sourceObjectPath: '/shop', targetObjectPath: '/payer' }
    assert.deepEqual(back, [{ ...other, amount: '10.00' }])
    const evidence = await payer.get(`/api/v1/operations/${posted.id}`, { includeEvidence: true })
    const { legs } = accepted(evidence).evidence.journal as { legs: { accountId: string }[] }
    const { object: own } = accepted(await realm.find('/payer')) as { object: { id: string } }
    assert.isNotEmpty(legs)
    assert.deepEqual(new Set(pluck(legs, 'accountId')), new Set([own.id]))
    const { object } = accepted(await realm.find('/friend')) as { object: { id: string } }
    const statement = await realm.client.get(`/api/v1/objects/${object.id}/statement`)
    const line = (accepted(statement).lines as Body[]).at(-1)
    assert.deepInclude(line, { type: 'reversal', amount: '50.00', counterpartyPath: null })
  })

  test('a posting of the most and longest paths is stored, and goes back', async ({ assert }) => {
    const [payer, shop] = ['p', 's'].map((name) => `/${name}${'"'.repeat(94)}`) as [string, string]
    const realm = await TestRealm.with({ [payer]: '1000', [shop]: '0' })
    const post = (amounts: string[]) => {
      const moves = amounts.map((amount) => ({
        sourceObjectPath: payer,
        targetObjectPath: shop,
        amount,
      }))
      const path = `/op/${crypto.randomUUID()}`
      return realm.client.post('/api/v1/postings', { realmId: realm.id, path, moves })
    }
    const { operation } = accepted(await post(Array.from({ length: 100 }, () => '1.05')))
    const back = new PaidRealm(realm, operation.id as string)
    assert.equal(codeOf(await back.reverse({ amount: '33.333333' })), 201)
    assert.equal(codeOf(await back.reverse({ refundFee: true })), 201)
    const long = `/l${'"'.repeat(127)}/${'"'.repeat(120)}`
    await realm.object(`/l${'"'.repeat(127)}`)
    await realm.object(long)
    const moves = Array.from({ length: 100 }, () => ({
      sourceObjectPath: payer,
      targetObjectPath: long,
      amount: '1',
    }))
    const body = { realmId: realm.id, path: '/op/long', moves }
    const refused = await realm.client.post('/api/v1/postings', body)
    assert.equal(codeOf(refused), 'VALIDATION_ERROR')
    assert.match(JSON.stringify(refused.error.details), /at most 40000 are taken/)
  })

  test('a reversal needs the right to both sides, within its conditions', async ({ assert }) => {
    const paid = await PaidRealm.open()
    const shop = allow(['svc:TransferFrom'], '/shop')
    const payer = allow(['svc:ReceiveTo'], '/payer')
    const lacking = await scoped(paid.realm, shop)
    assert.equal(codeOf(await paid.reverse({ amount: '1' }, lacking)), 'FORBIDDEN')
    const sides = await scoped(paid.realm, shop, payer)
    const refunding = { amount: '1', refundFee: true }
    const refused = await paid.reverse(refunding, sides)
    assert.deepInclude(refused.error.details, {
      action: 'svc:TransferFrom',
      resource: '/_system/fees',
    })
    const fees = allow(['svc:TransferFrom'], '/_system/fees')
    const refunds = await scoped(paid.realm, shop, payer, fees)
    assert.equal(codeOf(await paid.reverse(refunding, refunds)), 201)
    const windowed = await scoped(
      paid.realm,
      { ...shop, conditions: { windowLte: { amount: '3', seconds: 3600 } } },
      payer
    )
    assert.equal(codeOf(await paid.reverse({}, windowed)), 'FORBIDDEN', 'names no amount')
    assert.equal(codeOf(await paid.reverse({ amount: '2' }, windowed)), 201)
    const beyond = await paid.reverse({ amount: '1.01' }, windowed)
    assert.deepInclude(beyond.error.details, { condition: 'windowLte', remaining: '1.00' })
    assert.equal(codeOf(await paid.reverse({ amount: '1' }, windowed)), 201)
    const stranger = await Client.signIn()
    assert.equal(codeOf(await paid.reverse({}, stranger)), 'NOT_FOUND')
    const other = await paid.realm.client.realm()
    assert.equal(codeOf(await paid.reverse({ realmId: other.id })), 'NOT_FOUND')
  })

  test('what makes no sense is refused, and stores nothing', async ({ assert }) => {
    const paid = await PaidRealm.open()
    const created = accepted(await paid.realm.find('/shop')).operations.at(-1) as Body
    assert.equal(created.type, 'create')
    const asked: [Body, string | undefined, string][] = [
      [{ amount: '0' }, undefined, 'VALIDATION_ERROR'],
      [{ refundFee: 'yes' }, undefined, 'VALIDATION_ERROR'],
      [{ feeOverride: '0' }, undefined, 'VALIDATION_ERROR'],
      [{ reason: 'x'.repeat(501) }, undefined, 'VALIDATION_ERROR'],
      [{}, created.id as string, 'VALIDATION_ERROR'],
      [{}, 'op_01k00000000000000000000000', 'NOT_FOUND'],
    ]
    for (const [body, id, code] of asked) {
      assert.equal(codeOf(await paid.reverse(body, undefined, id)), code, JSON.stringify(body))
    }
    assert.notProperty(await paid.read(), 'reversals')
  })
})
