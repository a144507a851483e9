import { test } from '@japa/runner'
import { allow, scoped } from '#tests/functional/auth/support/credentials'
import { type AnyData, type Client, TestRealm, accepted, pluck } from '#tests/support/client'

const CHANGES = 10
const READERS = 8

test.group('ledger | readers who ask for the same at the same time', (group) => {
  let realm: TestRealm
  let addresses: string[]

  group.setup(async () => {
    realm = await TestRealm.with({ '/u/alice': '100', '/u/bob': '1' })
    const { object } = accepted(await realm.find('/u/alice'))
    addresses = [
      `/operations?realmId=${realm.id}&limit=1`,
      `/objects?realmId=${realm.id}&include=labels`,
      `/objects/aggregate?realmId=${realm.id}&prefix=/u/alice`,
      `/objects/${object.id}`,
      `/objects/${object.id}/balances`,
    ]
  })

  const read = async (client: Client) => {
    const asked = addresses.map(async (address) => accepted(await client.get(`/api/v1${address}`)))
    const [operations, objects, worth, detail, balances] = (await Promise.all(asked)) as AnyData[]
    return { operations, objects, worth, detail, balances }
  }

  /** Readers of everything until the work is done, so that a reading is always under way. */
  const whileRead = async (work: () => Promise<void>, ...clients: Client[]) => {
    let ended = false
    const answers: Awaited<ReturnType<typeof read>>[] = []
    const readers = clients.map(async (client) => {
      while (!ended) answers.push(await read(client))
    })
    await work().finally(() => (ended = true))
    await Promise.all(readers)
    return answers
  }
  const builders = () => Array.from({ length: READERS }, () => realm.client)

  test('who has the answer of a transfer sees it in every later read', async ({ assert }) => {
    await whileRead(
      async () => {
        for (let left = 99; left > 99 - CHANGES; left--) {
          const { id } = await realm.transfer('/u/alice', '/u/bob', '1')
          const { operations, worth, detail, balances } = await read(realm.client)
          assert.equal(operations.operations[0].id, id)
          assert.equal(detail.operations[0].id, id)
          for (const { total } of [...detail.balances, ...balances.balances])
            assert.equal(total, `${left}.00`)
          assert.equal(detail.deltas[0].afterValue, `${left}.00`)
          assert.equal(worth.totalEquityUsd, `${left}.00`)
        }
      },
      ...builders()
    )
  })

  test('who has the answer of a label sees it in every read that follows', async ({ assert }) => {
    const { object } = accepted(await realm.find('/u/alice'))
    await whileRead(
      async () => {
        for (let change = 0; change < CHANGES; change++) {
          const labels = { change: `${change}` }
          accepted(
            await realm.client.send(
              'PATCH',
              `/api/v1/objects/${object.id}/labels?realmId=${realm.id}`,
              { labels }
            )
          )
          const { objects, detail } = await read(realm.client)
          assert.containsSubset(detail.object, { labels })
          assert.containsSubset(objects.objects, [{ id: object.id, labels }])
        }
      },
      ...builders()
    )
  })

  test('a restricted credential is never given what others are shown', async ({ assert }) => {
    const restricted = await scoped(realm, allow('svc:ReadObject', '/u/alice'))
    const clients = [...builders(), restricted, restricted]
    const found = await Promise.all(
      clients.map(async (client) => ({
        client,
        operations: await client.get(`/api/v1${addresses[0]}`),
        objects: await client.get(`/api/v1${addresses[1]}`),
        worth: await client.get(`/api/v1${addresses[2]}`),
        detail: await client.get(`/api/v1${addresses[3]}`),
      }))
    )
    for (const { client, operations, objects, worth, detail } of found) {
      const isRestricted = client === restricted
      assert.lengthOf(accepted(operations).operations, isRestricted ? 0 : 1)
      assert.lengthOf(accepted(objects).objects, isRestricted ? 1 : 2)
      assert.equal(worth.status, isRestricted ? 403 : 200)
      assert.equal(accepted(detail).balances.length, isRestricted ? 0 : 1)
    }
  })

  test('a stranger is refused while the owner reads', async ({ assert }) => {
    const stranger = (await TestRealm.open()).client
    await whileRead(
      async () => {
        const replies = await Promise.all(
          addresses.map((address) => stranger.get(`/api/v1${address}`))
        )
        assert.deepEqual([...new Set(pluck(replies, 'status'))], [404])
      },
      ...builders()
    )
  })
})
