import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import { Client, TestRealm, eventually } from '#tests/support/client'
import { Installation, PARTS } from '#tests/faults/launcher/installation'
import { TRANSFER_OBJECTS, TransferTraffic, operationsByPath } from '#tests/faults/support/traffic'

const EMAIL = `${randomUUID()}@example.com`
const FUNDED = 100_000
/** In hundredths of a dollar. */
const FEE_CENTS = 5
const ENOUGH_TRAFFIC = 50
const ANSWER_MS = 60_000

/**
 * A caller whose connection breaks asks again, as long as it is about the same. What was open to the
 * service that was killed may break no sooner than with the first request to the next one.
 */
function patiently<Answer>(what: string, ask: () => Promise<Answer | null>): Promise<Answer> {
  const again = (error: unknown) => {
    if (error instanceof TypeError && error.message === 'fetch failed') return null
    throw error
  }
  return eventually(what, () => ask().catch(again), ANSWER_MS)
}

/** With a token that lasts until the end of a test, however long the tests before it took. */
async function signedIn({ url }: Installation, realmId: string): Promise<TestRealm> {
  return new TestRealm(await Client.signIn(EMAIL, url), realmId)
}

async function userCents(realm: TestRealm): Promise<number> {
  const { data } = await realm.get('/objects')
  let cents = 0
  for (const { id } of data.objects) {
    const { data: held } = await realm.client.get(`/api/v1/objects/${id}/balances`)
    cents += Math.round(Number(held.balances[0].total) * 100)
  }
  return cents
}

test.group('ledger | killed under load', (group) => {
  let installation: Installation
  let realm: TestRealm

  group.setup(async () => {
    installation = await Installation.create('killed-under-load')
    return () => installation.remove()
  })
  group.setup(async () => {
    await installation.start()
    const client = await Client.signIn(EMAIL, installation.url)
    realm = await client.realm()
    for (const name of TRANSFER_OBJECTS) await realm.account(name, String(FUNDED))
  })

  test(
    '{$self} killed with -9 under transfers ends the start with a clear message, and after the next one every acknowledged transfer is there once'
  )
    .with([...PARTS])
    .run(async ({ assert }, victim) => {
      const launched = await installation.up()
      realm = await patiently('a token', () => signedIn(installation, realm.id))
      const processes = installation.running()
      assert.sameMembers([...processes.keys()], [...PARTS])
      const traffic = new TransferTraffic(realm, victim)
      const flowing = traffic.until(() => launched.hasEnded)
      const hasFlowed = async () => traffic.acknowledged.size > ENOUGH_TRAFFIC || null
      await eventually('traffic before the kill', hasFlowed)
      process.kill(processes.get(victim)!.pid, 'SIGKILL')
      const { code, output } = await launched.ended
      await flowing
      assert.equal(code, 1)
      assert.match(output, /stopped by itself: killed by SIGKILL/)
      assert.match(output, /"npm start" brings it back with the data intact/)
      assert.deepEqual(installation.survivors(), [])

      await installation.start()
      const stored = await patiently('the transfers', () => operationsByPath(realm, 'transfer'))
      for (const [path, id] of traffic.acknowledged) {
        const ids = stored.get(path)?.map((operation) => operation.id)
        assert.deepEqual(ids, [id], `expected ${path} once after ${victim} was killed`)
      }
      const repeats = [...traffic.unanswered].map(async ([path, request]) => {
        assert.isAtMost(stored.get(path)?.length ?? 0, 1)
        // A service that has just come up may say that it is too busy, and a caller then asks again.
        const repeat = async () => {
          const { status } = await realm.client.post('/api/v1/transfer', request)
          return status === 503 ? null : status
        }
        const status = await patiently(`an answer to ${path}`, repeat)
        assert.equal(status, 201, `expected ${path} to be repeatable`)
      })
      await Promise.all(repeats)
      const all = await operationsByPath(realm, 'transfer')
      const expected = TRANSFER_OBJECTS.length * FUNDED * 100 - all.size * FEE_CENTS
      assert.equal(await userCents(realm), expected, 'expected only fees to have left the users')
    })
})
