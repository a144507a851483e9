import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import { LEDGER_LIMITS } from '#modules/ledger/limits'
import { booksAreSound } from '#tests/support/sound_books'
import { Client, TestRealm, accepted, pluck, type AnyData } from '#tests/support/client'
import { MISSING, NOT_TEXT, refusesFields } from '#tests/support/refusals'
import { readRows } from '#tests/support/rows'

interface Result {
  path: string
  status: string
  operation?: { id: string; outcome: string }
  fee?: { amount: string }
  error?: { code: string; message: string; details?: AnyData }
}

test.group('ledger | POST /transfers/bulk', (group) => {
  let realm: TestRealm
  let ids: Record<string, string>

  group.each.setup(async () => {
    realm = await TestRealm.open()
    ids = {}
    for (const [name, amount] of [
      ['/alice', '100'],
      ['/bob', '10'],
      ['/carol', '10'],
    ] as const) {
      ids[name] = (await realm.account(name, amount)).id
    }
  })

  group.teardown(async () => {
    await booksAreSound(realm)
  })

  const entry = (more: Record<string, unknown> = {}) => ({
    path: `/op/${randomUUID()}`,
    sourceObjectPath: '/alice',
    targetObjectPath: '/bob',
    amount: '1',
    feeOverride: '0',
    ...more,
  })

  const send = (mode: unknown, transfers: unknown, client: Client = realm.client) =>
    client.post<{ mode: string; results: Result[] }>('/api/v1/transfers/bulk', {
      realmId: realm.id,
      mode,
      transfers,
    })

  const posted = async () => {
    const [row] =
      await readRows`SELECT COUNT(*) AS count FROM operations WHERE realm_id = ${realm.id}
          AND type = 'transfer'`
    return Number(row!.count)
  }

  test('each transfer sees what the ones before it left, in both modes')
    .with(['atomic', 'independent'] as const)
    .run(async ({ assert }, mode) => {
      const transfers = [
        entry({ amount: '100' }),
        entry({ sourceObjectPath: '/bob', targetObjectPath: '/carol', amount: '110' }),
        entry({ sourceObjectPath: '/carol', targetObjectPath: '/alice', amount: '1' }),
        entry({ amount: '1', feeOverride: undefined }),
      ]
      const reply = await send(mode, transfers)
      assert.containSubset(reply, { status: 201, data: { mode } })
      const { results } = reply.data
      assert.deepEqual(
        results.map(({ path, status }) => ({ path, status })),
        transfers.map(({ path }) => ({ path, status: 'completed' }))
      )
      assert.equal(JSON.parse(results[1]!.operation!.outcome).sourceNewBalance, '0.00')
      assert.notProperty(results[0], 'fee')
      assert.deepInclude(results[3]!.fee, { amount: '0.05' })
      const balances = [
        await realm.settled('/alice'),
        await realm.settled('/bob'),
        await realm.settled('/carol'),
      ]
      assert.deepEqual(balances, ['0.00', '0.95', '119.00'])
      assert.match(reply.headers.get('server-timing')!, /commit/)
      assert.isNull(reply.headers.get('idempotent-replayed'))
      const again = await send(mode, transfers)
      assert.equal(again.status, 201)
      assert.equal(again.headers.get('idempotent-replayed'), 'true')
      assert.isTrue(again.data.results.every(({ status }) => status === 'replayed'))
      assert.deepEqual(
        again.data.results.map(({ operation }) => operation!.id),
        results.map(({ operation }) => operation!.id)
      )
      assert.equal(await posted(), transfers.length)
    })

  test('atomic: one refusal is the answer for all, with its index, and nothing is stored')
    .with([
      [{ amount: '99.01' }, 400, 'INSUFFICIENT_BALANCE'],
      [{ targetObjectPath: '/nobody' }, 404, 'NOT_FOUND'],
      [{ targetObjectPath: '/alice' }, 400, 'VALIDATION_ERROR'],
      [{ amount: '0.05', feeOverride: '0.05' }, 400, 'VALIDATION_ERROR'],
    ] as const)
    .run(async ({ assert }, [wrong, status, code]) => {
      const reply = await send('atomic', [entry(), entry(wrong), entry()])
      assert.containSubset(reply, { status, error: { code } })
      assert.equal(reply.error.details!.index, 1)
      for (const { field } of reply.error.details!.fields ?? []) {
        assert.match(field, /^transfers\.1\./)
      }
      assert.equal(await posted(), 0)
      assert.equal(await realm.settled('/alice'), '100.00')
    })

  test('independent: a refusal is the answer of its own entry alone', async ({ assert }) => {
    const used = entry({ amount: '2' })
    accepted(await send('independent', [used]))
    const reply = await send('independent', [
      entry({ amount: '97' }),
      entry({ amount: '1.01' }),
      entry({ targetObjectPath: '/nobody' }),
      entry({ targetObjectPath: '/alice' }),
      used,
      { ...used, amount: '3' },
      entry(),
    ])
    assert.equal(reply.status, 201)
    const ends = reply.data.results.map(({ status, error }) => error?.code ?? status)
    assert.deepEqual(ends, [
      'completed',
      'INSUFFICIENT_BALANCE',
      'NOT_FOUND',
      'VALIDATION_ERROR',
      'replayed',
      'IDEMPOTENCY_VIOLATION',
      'completed',
    ])
    const [, short] = reply.data.results
    assert.equal(short!.status, 'failed')
    assert.isNotEmpty(short!.error!.message)
    assert.notEqual(short!.error!.message, short!.error!.code)
    assert.deepEqual(short!.error!.details, { available: '1.00', required: '1.01' })
    assert.equal(await realm.settled('/alice'), '0.00')
  })

  test('a path twice in one bulk is one transfer, as in two requests', async ({ assert }) => {
    for (const mode of ['atomic', 'independent']) {
      const twice = entry()
      const { results } = accepted(await send(mode, [twice, twice]))
      assert.deepEqual(pluck(results, 'status'), ['completed', 'replayed'])
      assert.equal(results[0]!.operation!.id, results[1]!.operation!.id)
    }
    const path = `/op/${randomUUID()}`
    const atomic = await send('atomic', [entry({ path }), entry({ path, amount: '2' })])
    assert.containSubset(atomic, { status: 409, error: { code: 'IDEMPOTENCY_VIOLATION' } })
    assert.equal(atomic.error.details!.index, 1)
    assert.equal(await posted(), 2)
  })

  test('500 transfers are one request, and 20 such at once lose nothing', async ({ assert }) => {
    const requests = Array.from({ length: 20 }, (_, index) => {
      const transfers = Array.from({ length: LEDGER_LIMITS.bulkTransfers }, (__, place) =>
        place % 2 === 0
          ? entry({ amount: '0.01' })
          : entry({ sourceObjectPath: '/bob', targetObjectPath: '/alice', amount: '0.01' })
      )
      return send(index % 2 === 0 ? 'atomic' : 'independent', transfers)
    })
    const replies = await Promise.all(requests)
    const results = replies.flatMap((reply) => accepted(reply).results)
    assert.lengthOf(results, 20 * LEDGER_LIMITS.bulkTransfers)
    assert.isTrue(results.every(({ status }) => status === 'completed'))
    assert.equal(await realm.settled('/alice'), '100.00')
    assert.equal(await posted(), 20 * LEDGER_LIMITS.bulkTransfers)
  })

  test('an atomic bulk is one group of the journal', async ({ assert }) => {
    accepted(
      await send(
        'atomic',
        Array.from({ length: 50 }, () => entry({ amount: '0.01' }))
      )
    )
    const [newest] =
      await readRows`SELECT entry_count FROM journal_groups WHERE realm_id = ${realm.id}
          ORDER BY seq_to DESC LIMIT 1`
    assert.equal(Number(newest!.entry_count), 50)
  })

  test('the same atomic bulk 20 times at once is posted once', async ({ assert }) => {
    const transfers = Array.from({ length: 10 }, () => entry())
    const replies = await Promise.all(Array.from({ length: 20 }, () => send('atomic', transfers)))
    assert.isTrue(replies.every(({ status }) => status === 201))
    assert.equal(await posted(), 10)
    assert.equal(await realm.settled('/alice'), '90.00')
  })

  test('permission is asked for each side of each transfer', async ({ assert }) => {
    const minted = await realm.post('/auth/token', {
      sub: 'end-user',
      scope: {
        statements: [
          { effect: 'Allow', actions: ['svc:TransferFrom'], resources: ['/alice'] },
          { effect: 'Allow', actions: ['svc:ReceiveTo'], resources: ['/bob'] },
        ],
      },
    })
    const client = Client.withToken(accepted(minted).token)
    const transfers = [
      entry(),
      entry({ targetObjectPath: '/carol' }),
      entry({ sourceObjectPath: '/carol' }),
    ]
    const atomic = await send('atomic', transfers, client)
    assert.equal(atomic.status, 403)
    assert.deepInclude(atomic.error.details, {
      action: 'svc:ReceiveTo',
      resource: '/carol',
      index: 1,
    })
    assert.equal(await posted(), 0)
    const { results } = accepted(await send('independent', transfers, client))
    const ends = results.map(({ status, error }) => error?.code ?? status)
    assert.deepEqual(ends, ['completed', 'FORBIDDEN', 'FORBIDDEN'])
  })

  test('a wrong field is refused by name and place, and nothing is stored', async ({ assert }) => {
    const valid = { realmId: realm.id, mode: 'atomic', transfers: [entry()] }
    const post = (body: unknown) => realm.client.post('/api/v1/transfers/bulk', body)
    await refusesFields(assert, post, valid, {
      realmId: [MISSING, ...NOT_TEXT],
      mode: [MISSING, ...NOT_TEXT, 'ATOMIC', 'both'],
      transfers: [
        MISSING,
        null,
        1,
        'x',
        {},
        [],
        [1],
        [null],
        Array.from({ length: LEDGER_LIMITS.bulkTransfers + 1 }, () => entry()),
      ],
      dryRun: [true, 'true', 1],
    })
    for (const [field, values] of Object.entries({
      path: [undefined, 1, 'x', '/a/', '/a b', '/_system/x'],
      sourceObjectPath: [undefined, 1, '', '/a*', '/_system/external'],
      targetObjectPath: [undefined, {}, '/..'],
      amount: [undefined, 1, '0', '-1', '1e3', 'NaN', '0.0000001', '1'.repeat(25)],
      feeOverride: [0, '-1', '1e1'],
      dryRun: [true, 'true', 1],
    })) {
      for (const value of values) {
        const reply = await send('independent', [entry(), entry({ [field]: value })])
        assert.equal(reply.status, 400, `${field} = ${JSON.stringify(value)}`)
        assert.equal(reply.error.details!.fields![0]!.field, `transfers.1.${field}`)
      }
    }
    assert.equal(await posted(), 0)
  })

  test('a production realm takes no fee override in a bulk either', async ({ assert }) => {
    const live = await realm.client.realm({ asset: 'live' })
    const reply = await realm.client.post('/api/v1/transfers/bulk', {
      realmId: live.id,
      mode: 'atomic',
      transfers: [entry()],
    })
    assert.equal(reply.status, 400)
    assert.equal(reply.error.details!.fields![0]!.field, 'transfers.0.feeOverride')
  })
})
