import { test } from '@japa/runner'
import { allow, scoped } from '#tests/functional/auth/support/credentials'
import { Client, TestRealm, accepted, type AnyData, type Reply } from '#tests/support/client'
import { booksAreSound } from '#tests/support/sound_books'

const TRIES = 200

type Body = Record<string, unknown>

const codeOf = ({ status, error }: Reply<AnyData>) => (status < 300 ? status : error.code)

class PaidRealm {
  private constructor(
    readonly realm: TestRealm,
    readonly id: string
  ) {}

  static async open(amount = '40.05'): Promise<PaidRealm> {
    const realm = await TestRealm.with({ '/payer': '100', '/shop': '0' })
    const { id } = await realm.transfer('/payer', '/shop', amount)
    return new PaidRealm(realm, id)
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

  test('two hundred reversals at once bring back what had arrived, and no more', async ({
    assert,
  }) => {
    const paid = await PaidRealm.open()
    await paid.realm.transfer('/payer', '/shop', '50')
    const replies = await Promise.all(
      Array.from({ length: TRIES }, () => paid.reverse({ amount: '1' }))
    )
    const codes = replies.map(codeOf)
    assert.deepEqual(new Set(codes), new Set([201, 'ALREADY_REVERSED']))
    assert.lengthOf(
      codes.filter((code) => code === 201),
      40
    )
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

  test('a reversal needs the right to both sides, and what it names is what a policy permits', async ({
    assert,
  }) => {
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
