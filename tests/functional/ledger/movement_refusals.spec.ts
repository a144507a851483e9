import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import { booksAreSound } from '#tests/support/sound_books'
import { TestRealm, accepted, until, type AnyData, atOnce } from '#tests/support/client'
import { readRows, writeRows } from '#tests/support/rows'

test.group('ledger | what moves no value', (group) => {
  let realm: TestRealm

  group.each.setup(async () => {
    realm = await TestRealm.with({ '/alice': '100', '/bob': '10' })
  })

  const transfer = (more: Record<string, unknown> = {}) => realm.move('/alice', '/bob', '1', more)

  const into = (route: string, objectPath: string) =>
    realm.post(`/${route}`, { objectPath, amount: '1' })

  const entries = async () => {
    const [row] = await readRows`SELECT seq FROM realm_heads WHERE realm_id = ${realm.id}`
    return Number(row!.seq)
  }

  test('a path that only looks the same is another path', async ({ assert }) => {
    for (const lookAlike of [
      '/ALICE',
      '/аlice',
      '/alice\u0301',
      '/ａlice',
      '/álice'.normalize('NFD'),
    ]) {
      assert.equal((await transfer({ sourceObjectPath: lookAlike })).status, 404, lookAlike)
    }
  })

  /** Brings /carol into a state; what the API cannot hold still is written, and undone afterwards. */
  const bring: Record<string, (id: string) => Promise<unknown>> = {
    deleting: (id) => written(id, "status = 'deleting'"),
    unmaterialised: (id) => written(id, 'ready_at = NULL'),
    deleted: async (objectId) => {
      const body = { realmId: realm.id, objectId }
      accepted(await realm.client.post('/api/v1/objects/delete', body))
    },
    withdrawn: async () => {
      await realm.fund('/carol', '1')
      await realm.completed(accepted(await into('defund-account', '/carol')).operation.id)
    },
  }

  const written = async (id: string, change: string) => {
    await writeRows(`UPDATE objects SET ${change} WHERE id = ?`, [id])
  }

  test('an object that cannot take part refuses every movement, and nothing is stored')
    .with([
      ['deleting', 409, 409],
      ['unmaterialised', 404, 404],
      ['deleted', 404, 404],
      ['withdrawn', 404, 404],
    ] as const)
    .run(async ({ assert, cleanup }, [state, transferStatus, depositStatus]) => {
      const carol = await realm.object('/carol')
      await bring[state]!(carol.id)
      if (state === 'deleting' || state === 'unmaterialised') {
        cleanup(() => written(carol.id, "status = 'active', ready_at = created_at"))
      }
      const before = await entries()
      for (const side of ['sourceObjectPath', 'targetObjectPath']) {
        const reply = await transfer({ [side]: '/carol' })
        assert.equal(reply.status, transferStatus, side)
        assert.deepEqual((await transfer({ [side]: '/carol', dryRun: true })).error, reply.error)
      }
      assert.equal((await into('fund-account', '/carol')).status, depositStatus)
      assert.equal((await into('defund-account', '/carol')).status, depositStatus)
      const bulk = (mode: string): Promise<AnyData> =>
        realm.post('/transfers/bulk', {
          mode,
          transfers: [
            {
              path: `/op/${randomUUID()}`,
              sourceObjectPath: '/alice',
              targetObjectPath: '/carol',
              amount: '1',
            },
          ],
        })
      assert.equal((await bulk('atomic')).status, transferStatus)
      assert.equal((await bulk('independent')).data.results[0].status, 'failed')
      assert.equal(await entries(), before)
    })

  test('of 50 at once on one path with different inputs one is posted', async ({ assert }) => {
    const path = `/op/${randomUUID()}`
    const replies = await atOnce(50, (index) => transfer({ path, amount: `${index + 1}.00` }))
    const posted = replies.filter(({ status }) => status === 201)
    assert.lengthOf(posted, 1)
    const { id } = posted[0]!.data.operation
    for (const { status, error } of replies.filter((reply) => reply !== posted[0])) {
      assert.equal(status, 409)
      assert.containSubset(error, { code: 'IDEMPOTENCY_VIOLATION', details: { operationId: id } })
    }
  })

  test('one path is one operation, whatever kind asks for it', async ({ assert }) => {
    const path = `/op/${randomUUID()}`
    accepted(await transfer({ path }))
    for (const route of ['fund-account', 'defund-account']) {
      const reply = await realm.post(`/${route}`, { objectPath: '/alice', amount: '1', path })
      assert.containSubset(reply, { status: 409, error: { code: 'IDEMPOTENCY_VIOLATION' } })
    }
  })

  test('the fee of a transfer out of an isolation zone stays in the zone', async () => {
    const zone = accepted(await realm.declareZone('/zone'))
    await realm.account('/zone/dave', '10')
    await realm.object('/zone/erin')
    const fees = async () => {
      const rows =
        await readRows`SELECT o.path, b.settled FROM objects o JOIN balances b ON b.object_id = o.id
            WHERE o.realm_id = ${realm.id} AND o.path LIKE '/_system/fees%' ORDER BY o.path`
      return rows.map(({ path, settled }) => [path, settled])
    }
    await realm.transfer('/zone/dave', '/zone/erin', '1')
    await realm.transfer('/zone/dave', '/bob', '1')
    await realm.transfer('/bob', '/zone/erin', '1')
    const expected = [
      ['/_system/fees', '0.050000'],
      [`/_system/fees/${zone.boundaryId}`, '0.100000'],
    ]
    // What crosses the zone is settled on the chain first.
    await until(
      'the fees of both transfers',
      async () => JSON.stringify(await fees()) === JSON.stringify(expected)
    )
    await booksAreSound(realm)
  })
})
