import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import { Browser } from '#tests/functional/auth/support/browser'
import { newEmail } from '#tests/functional/auth/support/people'
import { makeKey } from '#tests/functional/auth/support/credentials'
import { Client, accepted, pluck, type AnyData } from '#tests/support/client'
import { TestSocket } from '#tests/support/socket'

const SESSIONS = '/api/v1/auth/sessions'

interface SignedIn {
  client: Client
  refreshToken: string
}

async function signIn(email: string, userAgent = 'sessions-spec/1.0'): Promise<SignedIn> {
  const guest = Client.anonymous()
  const identity = await guest.post('/dev/identity/token', { email, name: 'Ann' })
  const { idToken } = identity.body as { idToken: string }
  const body = { googleIdToken: idToken, orgName: 'Org' }
  const headers = { 'user-agent': userAgent }
  const { token, refreshToken } = accepted(
    await guest.send('POST', '/api/v1/auth/google', body, headers)
  )
  return { client: Client.withToken(token), refreshToken }
}

const sessionsOf = async (client: Client) =>
  accepted(await client.get(SESSIONS)).sessions as AnyData[]
const end = (client: Client, id: string) => client.send('DELETE', `${SESSIONS}/${id}`)
const me = async (client: Client) => (await client.get('/api/v1/auth/me')).status
const refresh = (refreshToken: string) =>
  Client.anonymous().post('/api/v1/auth/refresh', { refreshToken })
const currentOf = (sessions: AnyData[]) => sessions.find(({ current }) => current)

test.group('auth | sessions', () => {
  test('a builder sees where they are signed in: programs and browsers', async ({ assert }) => {
    const email = newEmail()
    const program = await signIn(email, `tool/2.0 ${'x'.repeat(300)}\u00e9`)
    const browser = new Browser()
    await browser.signIn('/auth/sign-in', email)
    const sessions = await sessionsOf(program.client)
    const kinds = sessions.map(({ kind, current }) => [kind, current])
    assert.deepEqual(kinds, [
      ['browser', false],
      ['api', true],
    ])
    const { id, address, userAgent, createdAt, lastUsedAt } = sessions[1]
    assert.match(id, /^rtf_[0-9a-z]{26}$/)
    assert.equal(address, '127.0.0.1')
    assert.lengthOf(userAgent, 120)
    assert.match(userAgent, /^tool\/2\.0 x+$/)
    assert.equal(lastUsedAt, createdAt)

    const { token } = accepted(await refresh(program.refreshToken))
    const [, used] = await sessionsOf(Client.withToken(token))
    assert.deepEqual([used.id, used.createdAt, used.current], [id, createdAt, true])
    assert.isAbove(Date.parse(used.lastUsedAt), Date.parse(createdAt))
  })

  test('an ended session ends with its tokens, and the others stay', async ({ assert }) => {
    const email = newEmail()
    const [kept, lost] = [await signIn(email), await signIn(email)]
    const { id } = currentOf(await sessionsOf(lost.client))
    accepted(await end(kept.client, id))
    assert.equal((await refresh(lost.refreshToken)).status, 401)
    const refused = await lost.client.get('/api/v1/auth/me')
    assert.deepEqual([refused.status, refused.error.code], [401, 'UNAUTHORIZED'])
    assert.include(refused.error.message, 'has been ended. Sign in with')
    assert.deepEqual([await me(kept.client), (await sessionsOf(kept.client)).length], [200, 1])
    // Again is not an error, and it has happened once.
    accepted(await end(kept.client, id))
    const log = await kept.client.get('/api/v1/auth/audit', { eventType: 'session_ended' })
    const { entries } = accepted(log)
    assert.deepEqual(pluck(entries, 'details'), [{ sessionId: id, kind: 'api' }])
  })

  test('a session can end itself, and a browser from afar', async ({ assert }) => {
    const email = newEmail()
    const { client } = await signIn(email)
    const browser = new Browser()
    await browser.signIn('/auth/sign-in', email)
    const sessions = await sessionsOf(client)
    const ofBrowser = sessions.find(({ kind }) => kind === 'browser')
    assert.equal((await browser.open('/queues')).status, 200)
    accepted(await end(client, ofBrowser.id))
    assert.equal((await browser.open('/queues')).status, 303)
    accepted(await end(client, currentOf(sessions).id))
    assert.equal(await me(client), 401)
  })

  test('logging out and a stolen refresh token take a session off the list', async ({ assert }) => {
    const email = newEmail()
    const [kept, out, stolen] = [await signIn(email), await signIn(email), await signIn(email)]
    const body = { refreshToken: out.refreshToken }
    accepted(await Client.anonymous().post('/api/v1/auth/logout', body))
    // The contract: the access token of a logged out session lives on until it expires.
    assert.equal(await me(out.client), 200)
    accepted(await refresh(stolen.refreshToken))
    assert.equal((await refresh(stolen.refreshToken)).status, 401)
    assert.deepEqual(pluck(await sessionsOf(kept.client), 'current'), [true])
  })

  test('nobody ends, or finds, what is not theirs: {$self}')
    .with(['a stranger', 'a made-up id', 'an API key'])
    .run(async ({ assert }, who) => {
      const owner = await signIn(newEmail())
      const { id } = currentOf(await sessionsOf(owner.client))
      const asked = {
        'a stranger': async () => end((await signIn(newEmail())).client, id),
        'a made-up id': () => end(owner.client, `rtf_${randomUUID()}`),
        'an API key': async () => end((await makeKey(owner.client)).client, id),
      }
      const { status } = await asked[who as keyof typeof asked]()
      assert.equal(status, who === 'an API key' ? 403 : 404)
      assert.equal(await me(owner.client), 200)
    })

  test('an end and a refresh at one moment leave no session behind', async ({ assert }) => {
    const email = newEmail()
    const kept = await signIn(email)
    for (let round = 0; round < 5; round++) {
      const lost = await signIn(email)
      const { id } = currentOf(await sessionsOf(lost.client))
      const [refreshed] = await Promise.all([refresh(lost.refreshToken), end(kept.client, id)])
      if (refreshed.status === 200) {
        const { token, refreshToken } = refreshed.data
        assert.equal(await me(Client.withToken(token)), 401)
        assert.equal((await refresh(refreshToken)).status, 401)
      }
      assert.lengthOf(await sessionsOf(kept.client), 1)
    }
  })

  test('the open connection of an ended session closes', async ({ assert }) => {
    const { client } = await signIn(newEmail())
    const { id: realmId } = await client.realm()
    const socket = await TestSocket.open(realmId, client.token!)
    accepted(await end(client, currentOf(await sessionsOf(client)).id))
    assert.containSubset(await socket.ended, { code: 4401 })
  })
})
