import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { AccessControl } from '#app/extension/access_control'
import { AUTH_LIMITS } from '#modules/auth/limits'
import { Database } from '#app/storage/database'
import { AccessTokens } from '#modules/auth/services/access_tokens'
import { Credential } from '#app/http/credential'
import { Authenticate } from '#modules/auth/services/authenticate'
import { PurgeExpired } from '#modules/auth/services/purge_expired'
import {
  Member,
  askedBy,
  confirmedClient,
  progressOf,
  type Asked,
} from '#tests/functional/auth/support/confirmations'
import { withoutSignature } from '#tests/functional/auth/support/people'
import { Client, accepted, pluck, type TestRealm } from '#tests/support/client'
import { readRows, writeRows } from '#tests/support/rows'

const deletion = (realm: TestRealm) => `/api/v1/realms/${realm.id}`
const remove = (client: Client, realm: TestRealm) => client.send('DELETE', deletion(realm))

/** Lets the time of a confirmation run out. */
async function expire({ requestId }: Asked, secondsAgo = 1) {
  await writeRows`UPDATE step_up_requests
      SET expires_at = UTC_TIMESTAMP(6) - INTERVAL ${secondsAgo} SECOND WHERE id = ${requestId}`
}

async function auditOf({ requestId }: Asked) {
  return readRows`SELECT success, actor_id, details FROM credential_audit
      WHERE event_type = 'step_up_approved' AND details LIKE ${`%${requestId}%`}`
}

test.group('auth | step-up | using', (group) => {
  let member: Member

  group.setup(async () => {
    member = await Member.join()
  })

  async function approved(body: Record<string, unknown> = {}) {
    const realm = await member.permanentRealm(body)
    const asked = askedBy(await remove(member.client, realm))
    await member.approve(asked.confirmUrl)
    return { realm, asked, confirmed: await confirmedClient(member.client, asked) }
  }

  test('an approved request works once', async ({ assert }) => {
    const { realm, asked, confirmed } = await approved()
    assert.equal((await remove(confirmed, realm)).status, 200)
    assert.equal((await member.client.get(deletion(realm))).status, 404)

    const progress = await progressOf(member.client, asked)
    assert.equal(progress.status, 'used')
    assert.isUndefined(progress.token)
    const again = await remove(confirmed, realm)
    assert.equal(again.status, 401)
    assert.match(again.error.message, /has been used/)
    assert.equal((await remove(member.client, realm)).status, 404)
  })

  test('of ten simultaneous uses exactly one succeeds', async ({ assert }) => {
    const { realm, confirmed } = await approved()
    const replies = await Promise.all(Array.from({ length: 10 }, () => remove(confirmed, realm)))
    const statuses = pluck(replies, 'status')
    assert.equal(statuses.filter((status) => status === 200).length, 1, statuses.join())
    for (const status of statuses) assert.include([200, 401, 404], status)
  })

  test('the token permits no other request and is not used up by trying', async ({ assert }) => {
    const { realm, asked, confirmed } = await approved()
    const other = await member.permanentRealm()
    const { token } = confirmed
    const attempts: [string, () => Promise<{ status: number }>][] = [
      ['another method', () => confirmed.get(deletion(realm))],
      ['another resource', () => remove(confirmed, other)],
      ['a query', () => confirmed.send('DELETE', `${deletion(realm)}?x=1`)],
      ['a body', () => confirmed.send('DELETE', deletion(realm), { x: 1 })],
      [
        'another spelling',
        () => confirmed.send('DELETE', deletion(realm).replace('realms', 'r%65alms')),
      ],
      ['another route', () => confirmed.get('/api/v1/realms')],
      [
        'minting',
        () => confirmed.post('/api/v1/auth/token', { realmId: realm.id, sub: 'u', scope: {} }),
      ],
      [
        'making a key',
        () => confirmed.post('/api/v1/api-keys', { name: 'x', permissions: 'full' }),
      ],
      ['its own status', () => confirmed.get(`/api/v1/auth/step-up/${asked.requestId}`)],
    ]
    for (const [what, attempt] of attempts) {
      const { status } = await attempt()
      assert.include(what === 'another spelling' ? [401, 404] : [401], status, what)
    }
    const control = await app.container.make(AccessControl)
    await assert.rejects(() => control.authenticate(`Bearer ${token}`))
    assert.equal((await remove(confirmed, realm)).status, 200)
    assert.equal((await member.client.get(deletion(other))).status, 200)
  })

  test('a token that was changed or made elsewhere is worth nothing', async ({ assert }) => {
    const { realm, asked, confirmed } = await approved()
    const token = confirmed.token!
    const tokens = await app.container.make(AccessTokens)
    const check = await tokens.check(token)
    if (!check.valid) throw new Error('The token is not valid')
    const { claims } = check
    const about = { subject: String(claims.sub), id: asked.requestId, expiresAt: claims.exp }
    const typ = 'step_up'
    const foreign = [
      withoutSignature(token),
      `${token.slice(0, -6)}AAAAAA`,
      await tokens.sign({ ...claims, typ, req: '0'.repeat(64) }, about),
      await tokens.sign({ ...claims, typ, rlm: '01900000-0000-7000-8000-000000000001' }, about),
      await tokens.sign({ ...claims, typ, act: 'svc:DeleteObject' }, about),
      await tokens.sign({ ...claims, typ }, { ...about, subject: 'bld_1' }),
      await tokens.sign({ ...claims, typ }, { ...about, id: 'stp_01k00000000000000000000000' }),
      await tokens.sign({ ...claims, typ: 'builder' }, about),
      await tokens.sign({ ...claims, typ: 'scoped' }, about),
    ]
    for (const [number, forged] of foreign.entries()) {
      const client = Client.withToken(forged)
      // A builder's own token is a credential, and still not a confirmation.
      const expected = number === 7 ? [412] : [401]
      assert.include(expected, (await remove(client, realm)).status, `number ${number}`)
    }
    assert.equal((await remove(confirmed, realm)).status, 200)
  })

  test('a denied request stays refused, and may be asked for again', async ({ assert }) => {
    const realm = await member.permanentRealm()
    const asked = askedBy(await remove(member.client, realm))
    await member.decide(asked.confirmUrl, 'deny')
    const progress = await progressOf(member.client, asked)
    assert.equal(progress.status, 'denied')
    assert.isUndefined(progress.token)
    assert.notEqual(askedBy(await remove(member.client, realm)).requestId, asked.requestId)
    assert.equal((await member.client.get(deletion(realm))).status, 200)
  })

  test('an expired confirmation neither decides nor permits anything', async ({ assert }) => {
    const late = await approved()
    await expire(late.asked)
    const used = await remove(late.confirmed, late.realm)
    assert.equal(used.status, 401)
    assert.match(used.error.message, /has expired/)
    assert.equal((await progressOf(member.client, late.asked)).status, 'expired')

    const realm = await member.permanentRealm()
    const asked = askedBy(await remove(member.client, realm))
    const page = await member.open(asked.confirmUrl)
    await expire(asked)
    await member.browser.submit(asked.confirmUrl, {
      decision: 'approve',
      formToken: /name="formToken" value="([^"]+)"/.exec(page.html)![1]!,
    })
    assert.equal((await progressOf(member.client, asked)).status, 'expired')
    assert.include((await member.open(asked.confirmUrl)).html, 'Too late')
    assert.notEqual(askedBy(await remove(member.client, realm)).requestId, asked.requestId)
  })

  test('a token whose own time is over says what to do', async ({ assert }) => {
    const { realm, asked, confirmed } = await approved()
    const tokens = await app.container.make(AccessTokens)
    const check = await tokens.check(confirmed.token!)
    if (!check.valid) throw new Error('The token is not valid')
    const { claims } = check
    const about = { subject: String(claims.sub), id: asked.requestId, expiresAt: 1_700_000_000 }
    const old = await tokens.sign({ ...claims, typ: 'step_up' }, about)
    const reply = await remove(Client.withToken(old), realm)
    assert.equal(reply.status, 401)
    assert.match(reply.error.message, /confirmation has expired/)
  })

  test('another member of the organization may approve', async ({ assert }) => {
    const realm = await member.permanentRealm()
    const asked = askedBy(await remove(member.client, realm))
    const colleague = await Member.join()
    const [owner, other] = await Promise.all(
      [member, colleague].map(async ({ client }) => (await client.get('/api/v1/auth/me')).data)
    )
    await writeRows`UPDATE builders SET org_id = ${owner.orgId} WHERE id = ${other.id}`
    await colleague.approve(asked.confirmUrl)
    const confirmed = await confirmedClient(member.client, asked)
    assert.include((await member.open(asked.confirmUrl)).html, colleague.email)
    assert.equal((await auditOf(asked))[0]!.actor_id, other.id)
    assert.equal((await remove(confirmed, realm)).status, 200)
  })

  test('a confirmation falls with the API key that asked for it', async ({ assert }) => {
    const realm = await member.permanentRealm()
    const made = accepted(
      await member.client.post('/api/v1/api-keys', { name: 'Ops', permissions: 'full' })
    )
    const key = Client.withToken(made.rawKey)
    const asked = askedBy(await remove(key, realm))
    await member.approve(asked.confirmUrl)
    const confirmed = await confirmedClient(key, asked)
    accepted(await member.client.send('DELETE', `/api/v1/api-keys/${made.apiKey.id}`))
    assert.equal((await remove(confirmed, realm)).status, 401)
    assert.equal((await member.client.get(deletion(realm))).status, 200)
  })

  test('a confirmation whose operation is refused can be used again', async ({ assert }) => {
    const { realm, asked, confirmed } = await approved()
    const authenticate = await app.container.make(Authenticate)
    const database = await app.container.make(Database)
    await database
      .transaction(async (sql) => {
        const { stepUp } = await authenticate.run(new Credential(`Bearer ${confirmed.token}`))
        assert.isTrue(await stepUp!.claim(sql))
        assert.isFalse(await stepUp!.claim(sql))
        throw new Error('refused')
      })
      .catch(() => {})
    assert.equal((await progressOf(member.client, asked)).status, 'approved')
    assert.equal((await remove(confirmed, realm)).status, 200)
  })

  test('old confirmations are forgotten, younger ones are not', async ({ assert }) => {
    const [old, young] = [await member.permanentRealm(), await member.permanentRealm()]
    const [gone, kept] = [
      askedBy(await remove(member.client, old)),
      askedBy(await remove(member.client, young)),
    ]
    await expire(gone, AUTH_LIMITS.stepUpRetentionSeconds + 60)
    await expire(kept, AUTH_LIMITS.stepUpRetentionSeconds - 60)
    const purge = await app.container.make(PurgeExpired)
    assert.isAtLeast(await purge.run('step_up_requests'), 1)
    const path = `/api/v1/auth/step-up/${gone.requestId}`
    assert.equal((await member.client.get(path)).status, 404)
    assert.equal((await progressOf(member.client, kept)).status, 'expired')
  })

  test('who decided is in the audit log', async ({ assert }) => {
    const { asked } = await approved()
    const [entry, ...more] = await auditOf(asked)
    assert.isEmpty(more)
    assert.equal(entry!.success, 1)
    const me = await member.client.get('/api/v1/auth/me')
    assert.equal(entry!.actor_id, me.data.id)

    const realm = await member.permanentRealm()
    const denied = askedBy(await remove(member.client, realm))
    await member.decide(denied.confirmUrl, 'deny')
    assert.deepEqual(pluck(await auditOf(denied), 'success'), [0])
  })
})
