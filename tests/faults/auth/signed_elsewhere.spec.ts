import { setTimeout as delay } from 'node:timers/promises'
import { test } from '@japa/runner'
import { registered, revoke } from '#tests/functional/auth/support/signing'
import { ChildService } from '#tests/faults/support/child_service'
import { Client, accepted, type Reply } from '#tests/support/client'

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

  test('a signing key revoked at one is refused by the other within a second', async ({
    assert,
  }) => {
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
})
