import { setTimeout as delay } from 'node:timers/promises'
import { test } from '@japa/runner'
import { registered, revoke } from '#tests/functional/auth/support/signing'
import { ChildService } from '#tests/faults/support/child_service'
import { Client, accepted, pluck, type Reply, atOnce } from '#tests/support/client'
import { signatureHeaders } from '#tests/support/signing_pair'

const NOTICED_MS = 1000

let builder: Client
let elsewhere: Client
let second: ChildService

const reasonOf = ({ status, error }: Reply<unknown>) => [status, error?.details?.reason]

test.group('auth | signatures at another process', (group) => {
  group.setup(async () => {
    builder = await Client.signIn()
    second = await ChildService.server({ REQUIRE_SIGNATURES: 'production' })
    elsewhere = Client.withToken(builder.token!, second.url)
    return () => second.stop()
  })

  test('a signing key revoked at one is refused by the other in a second', async ({ assert }) => {
    const { pair, view } = await registered(builder)
    const signed = [builder, elsewhere].map((client) => client.signed(pair))
    const ask = (client: Client) => client.get('/api/v1/realms')
    for (const client of signed) assert.equal((await ask(client)).status, 200)

    accepted(await revoke(builder, view.id))
    const revokedAt = performance.now()
    assert.deepEqual(reasonOf(await ask(signed[0]!)), [401, 'key_revoked'])
    // Asked all the while, as a busy client does: what is remembered must not be kept alive by use.
    while (performance.now() - revokedAt < NOTICED_MS) {
      await ask(signed[1]!)
      await delay(20)
    }
    assert.deepEqual(reasonOf(await ask(signed[1]!)), [401, 'key_revoked'])
  })

  test('REQUIRE_SIGNATURES is what makes a production realm demand them', async ({ assert }) => {
    const live = await builder.realm({ asset: 'live' })
    const create = (client: Client, path: string) =>
      client.post('/api/v1/objects', { realmId: live.id, path })
    accepted(await create(builder, '/unsigned'))
    assert.deepEqual(reasonOf(await create(elsewhere, '/refused')), [401, 'signature_required'])
    assert.equal((await elsewhere.get('/api/v1/objects', { realmId: live.id })).status, 200)
  })

  test('one signature at two processes and two routes is one operation', async ({ assert }) => {
    const owner = await Client.signIn()
    const realm = await owner.realm()
    const { pair } = await registered(owner)
    await realm.account('/a', '100.00')
    const clients = [owner, Client.withToken(owner.token!, second.url)]
    for (let round = 0; round < 5; round++) {
      const path = `/op/elsewhere/${round}`
      const body = { realmId: realm.id, path, objectPath: '/a', amount: '1.00' }
      const headers = await signatureHeaders(pair, { body })
      const replies = await atOnce(12, (index) => {
        const route = index % 3 === 0 ? 'fund-account' : 'defund-account'
        return clients[index % 2]!.send('POST', `/api/v1/${route}`, body, headers)
      })
      const done = replies.filter(({ status }) => status === 201)
      const ids = new Set(done.map(({ data }) => data.operation.id as string))
      assert.equal(ids.size, 1)
      for (const reply of replies.filter(({ status }) => status !== 201)) {
        assert.deepEqual(reasonOf(reply), [401, 'wrong_route'])
      }
      const { total } = accepted(await owner.get('/api/v1/operations', { realmId: realm.id, path }))
      assert.equal(total, 1)
    }
  })

  test('what posts no operation is done once, whichever process is asked', async ({ assert }) => {
    const owner = await Client.signIn()
    const { pair } = await registered(owner)
    const body = { name: 'Once' }
    const headers = await signatureHeaders(pair, { body })
    const clients = [owner, Client.withToken(owner.token!, second.url)]
    const replies = await atOnce(10, (index) =>
      clients[index % 2]!.send('POST', '/api/v1/realms', body, headers)
    )
    const statuses = pluck(replies, 'status').sort()
    assert.deepEqual(statuses, [201, ...Array.from({ length: 9 }, () => 401)])
  })
})
