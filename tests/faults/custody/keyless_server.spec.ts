import { test } from '@japa/runner'
import { chainOfApp } from '#tests/functional/custody/support/process'
import { freshAddress, zone } from '#tests/functional/custody/support/withdrawing'
import { ChildService } from '#tests/faults/support/child_service'
import { Client, TestRealm, accepted } from '#tests/support/client'

const UNREADABLE = '/nobody/may/read/operator_key'

test.group('custody | a server without a key', (group) => {
  let realm: TestRealm
  let server: ChildService

  group.setup(async () => {
    const { lane } = await chainOfApp()
    server = await ChildService.server({
      OPERATOR_KEY: '',
      OPERATOR_KEY_FILE: UNREADABLE,
      OPERATOR_SIGNERS: `${lane.address}=file:${UNREADABLE}`,
    })
    realm = await TestRealm.open()
    return () => server.stop()
  })

  /** The same caller, at the server without a key. */
  const there = () => new TestRealm(Client.withToken(realm.client.token!, server.url), realm.id)

  test('starts, though it may not read the key, and tells of the chain', async ({ assert }) => {
    const here = await realm.get('/custody/status')
    const { status, body } = await there().get('/custody/status')
    assert.equal(status, 200)
    assert.deepInclude(body, { configured: true })
    const address = (reply: unknown) => (reply as { contractAddress: string }).contractAddress
    assert.equal(address(body), address(here.body))
    assert.notInclude(server.output, 'OPERATOR_KEY')
  })

  test('has a worker sign the protection that a caller asks it for', async ({ assert }) => {
    const boundaryId = await zone(realm, '/kept')
    const path = `/custody/boundaries/${boundaryId}/time-lock`
    const { status, body } = await there().post(path, { seconds: 60 })
    assert.equal(status, 200, JSON.stringify(body))
    assert.containSubset(body, { boundaryId, timeLock: 60 })
  })

  test('has a worker give test money', async ({ assert }) => {
    const client = Client.anonymous(server.url)
    const given = await client.post('/dev/chain/faucet', { address: freshAddress(), amount: '5' })
    assert.match(accepted<{ txHash: string }>(given).txHash, /^0x[0-9a-f]{64}$/)
  })
})
