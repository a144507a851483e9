import { test } from '@japa/runner'
import { allow, scoped } from '#tests/functional/auth/support/credentials'
import { type AnyData, type Client, accepted } from '#tests/support/client'
import { Books, single } from './support/watched_lane.ts'

const CHANGES = 3

test.group('ledger | answers with a version', (group) => {
  let books: Books
  let addresses: Record<string, string>

  const read = (address: string, { known, as = books.realm.client }: Asked = {}) =>
    as.send<AnyData>(
      'GET',
      address,
      undefined,
      known === undefined ? {} : { 'if-none-match': known }
    )
  const tagOf = async (address: string) => (await read(address)).headers.get('etag')!

  group.setup(async () => {
    books = await Books.open()
    const [{ id, path }] = books.accounts as [{ id: string; path: string }]
    addresses = {
      detail: `/api/v1/objects/${id}`,
      byPath: `/api/v1/objects/by-path?realmId=${books.realm.id}&path=${path}`,
      balances: `/api/v1/objects/${id}/balances`,
    }
  })

  test('{$self}: who has it is told that nothing has changed, until another process posts')
    .with(['detail', 'byPath', 'balances'])
    .run(async ({ assert }, what) => {
      const address = addresses[what]!
      const poster = await single()
      for (let change = 0; change < CHANGES; change++) {
        const known = await tagOf(address)
        const again = await read(address, { known })
        assert.equal(again.status, 304)
        assert.equal(again.body, '')
        assert.equal(again.headers.get('etag'), known)
        await poster.post(books.transfer({ from: 0, to: 1, amount: '0.10' }))
        const changed = await read(address, { known })
        assert.equal(changed.status, 200)
        assert.notEqual(changed.headers.get('etag'), known)
        assert.deepEqual(accepted(changed), accepted(await read(address)))
      }
    })

  test('a kept answer is not shown after a change of any kind', async ({ assert }) => {
    const { realm, accounts } = books
    const { id, path } = accounts[2]!
    const address = `/api/v1/objects/${id}`
    const label = { labels: { team: 'ops' } }
    const changes: [string, () => Promise<unknown>, (shown: AnyData) => unknown, unknown][] = [
      [
        'a label',
        () => realm.client.send('PATCH', `${address}/labels?realmId=${realm.id}`, label),
        ({ object }) => object.labels?.team,
        'ops',
      ],
      ['a deposit', () => realm.fund(path, '5'), ({ balances }) => balances[0].total, '15.00'],
      [
        'its deletion',
        async () => accepted(await realm.remove(id, { sweepToPath: accounts[1]!.path })),
        ({ object }) => object.status === 'active',
        false,
      ],
    ]
    for (const [what, change, shown, expected] of changes) {
      accepted(await read(address))
      await change()
      assert.deepEqual(shown(accepted(await read(address))), expected, `after ${what}`)
    }
  })

  test('a restricted credential gets no version and no shared answer', async ({ assert }) => {
    const known = await tagOf(addresses.detail!)
    const as = await scoped(books.realm, allow('svc:ReadObject', books.accounts[0]!.path))
    const own = await read(addresses.detail!, { known, as })
    assert.equal(own.status, 200)
    assert.isNull(own.headers.get('etag'))
    assert.deepEqual(accepted(own).balances, [])
    assert.lengthOf(accepted(await read(addresses.detail!)).balances, 1)
  })
})

interface Asked {
  /** The version that the caller has. */
  known?: string
  as?: Client
}
