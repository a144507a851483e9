import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import { TestRealm, accepted, until } from '#tests/support/client'
import { readRows } from '#tests/support/rows'

test.group('ledger | dry run of a transfer', (group) => {
  let realm: TestRealm

  group.setup(async () => {
    realm = await TestRealm.with({ '/alice': '10', '/bob': '0' })
    // The job that followed the deposit is owed until it was woken once more; jobs of others may wait for long.
    await until('no job to be owed', async () => {
      const owed =
        await readRows`SELECT x.id FROM outbox x JOIN operations o ON o.realm_id = ${realm.id}
            AND x.payload LIKE CONCAT('%', o.id, '%')`
      return owed.length === 0
    })
  })

  const body = (more: Record<string, unknown> = {}) => ({
    realmId: realm.id,
    path: `/op/${randomUUID()}`,
    sourceObjectPath: '/alice',
    targetObjectPath: '/bob',
    amount: '4',
    ...more,
  })

  const send = (request: object) => realm.client.post('/api/v1/transfer', request)

  const rows = async () => {
    const counts: string[] = []
    for (const table of ['operations', 'journal_entries', 'journal_legs']) {
      const [row] = await readRows<{ count: string }>(
        `SELECT COUNT(*) AS count FROM ${table} WHERE realm_id = ?`,
        [realm.id]
      )
      counts.push(`${table} ${row!.count}`)
    }
    return counts
  }

  test('answers what would happen and stores nothing', async ({ assert }) => {
    const before = await rows()
    const request = body()
    const reply = await send({ ...request, dryRun: true })
    assert.containSubset(reply, { status: 200, data: { dryRun: true } })
    assert.deepEqual(reply.data.fee, { amount: '0.05', denomination: 'USD' })
    assert.containSubset(reply.data.operation, {
      path: request.path,
      type: 'transfer',
      state: 'completed',
      sourceObjectPath: '/alice',
    })
    assert.containSubset(JSON.parse(reply.data.operation.outcome), {
      sourceNewBalance: '6.00',
      targetNewBalance: '3.95',
    })
    assert.deepEqual(await rows(), before)
    const unknown = await realm.client.get(`/api/v1/operations/${reply.data.operation.id}`)
    assert.equal(unknown.status, 404)
  })

  test('dryRun: false is a real transfer; a dry run of it shows that one', async ({ assert }) => {
    const request = body({ amount: '1' })
    const real = await send({ ...request, dryRun: false })
    assert.equal(real.status, 201)
    assert.notProperty(real.data, 'dryRun')
    const again = await send({ ...request, dryRun: true })
    assert.equal(again.status, 200)
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
    assert.deepEqual(again.data.operation, real.data.operation)
  })

  test('refuses exactly what the transfer would refuse', async ({ assert }) => {
    const used = body({ amount: '1' })
    accepted(await send(used))
    for (const wrong of [
      { amount: '1000' },
      { targetObjectPath: '/nobody' },
      { targetObjectPath: '/alice' },
      { amount: '0.05' },
      { amount: 'x' },
      { path: used.path, amount: '2' },
    ]) {
      const request = body(wrong)
      const [dry, real] = [await send({ ...request, dryRun: true }), await send(request)]
      assert.isAbove(real.status, 399)
      assert.equal(dry.status, real.status)
      assert.deepEqual(dry.body, real.body)
    }
  })

  test('only true and false say whether it is a dry run')
    .with(['true', 1, 'yes', {}, []])
    .run(async ({ assert }, dryRun) => {
      const before = await rows()
      const reply = await send(body({ dryRun }))
      assert.equal(reply.status, 400)
      assert.equal(reply.error.details!.fields![0]!.field, 'dryRun')
      assert.deepEqual(await rows(), before)
    })
})
