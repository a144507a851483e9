import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import { Client, TestRealm, accepted, eventually } from '#tests/support/client'
import { Installation, PARTS } from '#tests/faults/launcher/installation'
import {
  REST_MS,
  TRANSFER_OBJECTS,
  TransferTraffic,
  operationsByPath,
} from '#tests/faults/support/traffic'

const EMAIL = `${randomUUID()}@example.com`
const FUNDED = 100_000
/** In hundredths of a dollar. */
const FEE_CENTS = 5
const ENOUGH_TRAFFIC = 20
const SENDERS = 4

/**
 * A caller whose connection breaks asks again, as long as it is about the same. What was open to the
 * service that was killed may break no sooner than with the first request to the next one.
 */
function patiently<Answer>(what: string, ask: () => Promise<Answer | null>): Promise<Answer> {
  const again = (error: unknown) => {
    if (error instanceof TypeError && error.message === 'fetch failed') return null
    throw error
  }
  return eventually(what, () => ask().catch(again))
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

type Checks = { status: string; checks: { name: string; ok: boolean }[] }

/** What `/health/ready` says; null while nobody answers. */
async function health({ url }: Installation): Promise<Checks | null> {
  const reply = await Client.anonymous(url)
    .get('/health/ready')
    .catch(() => null)
  return reply && (reply.body as Checks)
}

function healthy(installation: Installation) {
  return patiently('the service to be well', async () =>
    (await health(installation))?.status === 'ok' ? true : null
  )
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
    accepted(await realm.declareZone('/vault'))
    await realm.object('/vault/a')
    await realm.account('/savings', String(FUNDED))
    await healthy(installation)
  })

  test(
    '{$self} killed with -9 under transfers is started again, every acknowledged transfer is there once, and what was to be settled is'
  )
    .with([...PARTS])
    .run(async ({ assert }, victim) => {
      const launched = await installation.up()
      realm = await patiently('a token', () => signedIn(installation, realm.id))
      const processes = installation.running()
      assert.sameMembers([...processes.keys()], [...PARTS])
      const traffic = new TransferTraffic(realm, victim)
      let isKilled = false
      let isWell = false
      // One sender shows what goes on while a part is away, and leaves the processors to what starts.
      const flowing = traffic
        .until(() => isKilled, SENDERS, REST_MS)
        .then(() => traffic.until(() => isWell, 1, REST_MS))
      const hasFlowed = async () => traffic.acknowledged.size > ENOUGH_TRAFFIC || null
      await eventually('traffic before the kill', hasFlowed)
      const crossing = await realm.transfer('/savings', '/vault/a', '1.00')
      const told = launched.output.length
      process.kill(processes.get(victim)!.pid, 'SIGKILL')
      isKilled = true
      const output = () => launched.output.slice(told)
      await eventually('it to be back', async () => / is back\./.test(output()) || null)
      assert.match(output(), /stopped by itself: killed by SIGKILL\. It is started again in 0\.5 s/)
      await healthy(installation)
      isWell = true
      await flowing
      const { [victim]: again, ...others } = Object.fromEntries(installation.running())
      assert.notEqual(again!.pid, processes.get(victim)!.pid)
      for (const { name, pid } of Object.values(others)) {
        assert.equal(pid, processes.get(name)!.pid, `expected ${name} to have gone on`)
      }

      const settled = [crossing, await realm.transfer('/savings', '/vault/a', '1.00')]
      for (const { id } of settled) await patiently('a settlement', () => realm.completed(id))
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
      const objects = TRANSFER_OBJECTS.length + 1
      const expected = objects * FUNDED * 100 - all.size * FEE_CENTS
      assert.equal(await userCents(realm), expected, 'expected only fees to have left the users')
    })

  test('the books are sound after all of it', async ({ assert }) => {
    await installation.up()
    const { code, output: report } = await installation.ace('ledger:check').ended
    assert.equal(code, 0, report)
  })

  test('a part that dies on and on is named by health, and ends the start', async ({ assert }) => {
    const launched = await installation.up()
    const start = launched.output.length
    const output = () => launched.output.slice(start)
    const isNamed = async () => {
      const report = await health(installation)
      return report?.checks.some(({ name, ok }) => name === 'redis' && !ok) || null
    }
    const times = (line: RegExp) => output().match(line)?.length ?? 0
    // It has died before in this file: how often is left depends on how long ago that was.
    for (let deaths = 1; !launched.hasEnded; deaths++) {
      process.kill(installation.running().get('redis')!.pid, 'SIGKILL')
      const told = async () => times(/started again/g) === deaths || launched.hasEnded || null
      await eventually('it to be told', told)
      if (output().includes('again in 4 s') && !launched.hasEnded) {
        await eventually('the health to tell', isNamed)
      }
      const back = async () => times(/is back/g) === deaths || launched.hasEnded || null
      await eventually('it to be back', back)
    }
    const { code } = await launched.ended
    assert.equal(code, 1)
    assert.match(output(), /It is started again in 4 s/)
    assert.match(output(), /\(redis-server\) keeps dying, so everything is stopped/)
    assert.match(output(), /"npm start" then brings everything back with the data intact/)
    assert.match(output(), /The end of .*redis\.log/)
    assert.deepEqual(installation.survivors(), [])
  })
})
