import { test } from '@japa/runner'
import { AUTH_LIMITS } from '#modules/auth/limits'
import { Member, askedBy, progressOf } from '#tests/functional/auth/support/confirmations'
import { Client, accepted, pluck, type TestRealm, atOnce } from '#tests/support/client'

const deletion = (realm: TestRealm) => `/api/v1/realms/${realm.id}`
const remove = (client: Client, realm: TestRealm) => client.send('DELETE', deletion(realm))

test.group('auth | step-up | asking', (group) => {
  let member: Member
  let realm: TestRealm

  group.setup(async () => {
    member = await Member.join()
    realm = await member.permanentRealm()
  })

  test('a destructive request is refused with where to confirm it', async ({ assert }) => {
    const reply = await remove(member.client, realm)
    const asked = askedBy(reply)
    assert.equal(reply.error.code, 'STEP_UP_REQUIRED')
    assert.sameMembers(Object.keys(asked), [
      'action',
      'resources',
      'requestId',
      'confirmUrl',
      'expiresAt',
    ])
    assert.match(asked.requestId, /^stp_[0-9a-z]{26}$/)
    assert.equal(asked.confirmUrl, `${process.env.APP_URL}/auth/step-up/${asked.requestId}`)
    const seconds = (Date.parse(asked.expiresAt) - Date.now()) / 1000
    assert.isTrue(seconds > 200 && seconds <= 300, String(seconds))
    assert.equal((await member.client.get(deletion(realm))).status, 200)

    const { status, token, action, resources } = await progressOf(member.client, asked)
    assert.equal(status, 'pending')
    assert.isUndefined(token)
    assert.deepEqual({ action, resources }, { action: asked.action, resources: asked.resources })
  })

  test('who repeats a request is asked for the same confirmation', async ({ assert }) => {
    const own = await member.permanentRealm()
    const replies = await Promise.all(Array.from({ length: 10 }, () => remove(member.client, own)))
    const ids = new Set(replies.map((reply) => askedBy(reply).requestId))
    assert.equal(ids.size, 1)
    const other = await remove(member.client, await member.permanentRealm())
    assert.notInclude([...ids], askedBy(other).requestId)
  })

  test('an approved confirmation is found again by the same request', async ({ assert }) => {
    const own = await member.permanentRealm()
    const asked = askedBy(await remove(member.client, own))
    await member.approve(asked.confirmUrl)
    assert.equal(askedBy(await remove(member.client, own)).requestId, asked.requestId)
  })

  test('one credential cannot open confirmations without end', async ({ assert }) => {
    const greedy = await Member.join()
    const replies = await atOnce(AUTH_LIMITS.stepUpsOpen + 5, async () =>
      remove(greedy.client, await greedy.permanentRealm())
    )
    const statuses = pluck(replies, 'status').sort()
    assert.deepEqual(statuses, [
      ...Array.from({ length: AUTH_LIMITS.stepUpsOpen }, () => 412),
      ...Array.from({ length: 5 }, () => 429),
    ])
    const refused = replies.find(({ status }) => status === 429)!
    assert.equal(refused.error.code, 'RATE_LIMITED')
    const seconds = Number(refused.headers.get('retry-after'))
    assert.isTrue(seconds > 200 && seconds <= 300, String(seconds))
  })

  test('nobody but the credential that asked learns how it stands', async ({ assert }) => {
    const asked = askedBy(await remove(member.client, realm))
    const path = `/api/v1/auth/step-up/${asked.requestId}`
    const stranger = await Client.signIn()
    const key = accepted(
      await member.client.post('/api/v1/api-keys', { name: 'Other', permissions: 'full' })
    )
    const nowhere = 'stp_01k00000000000000000000000'
    const unknown = await stranger.get(`/api/v1/auth/step-up/${nowhere}`)
    const sameOfIt = JSON.stringify(unknown.body).replaceAll(nowhere, asked.requestId)
    for (const client of [stranger, Client.withToken(key.rawKey)]) {
      const reply = await client.get(path)
      assert.equal(reply.status, 404)
      assert.equal(JSON.stringify(reply.body), sameOfIt)
    }
    assert.equal((await Client.anonymous().get(path)).status, 401)
    assert.equal((await member.client.get('/api/v1/auth/step-up/%C3%A9')).status, 400)
  })
})
